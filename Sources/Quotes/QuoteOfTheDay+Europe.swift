extension QuoteOfTheDay {
    static let europe = """
        All shall be well, and all shall be well, and all manner of thing shall be well.
        — Julian of Norwich: Revelations of Divine Love

        Praised be you, my Lord, through Sister Water, who is so useful and humble and precious and pure.
        — Francis of Assisi: Canticle of the Sun

        First keep yourself in peace, and then you can bring peace to others.
        — Thomas à Kempis: The Imitation of Christ

        Let nothing trouble you, let nothing frighten you; all things pass.
        — Teresa of Ávila

        And from there we came out, to see the stars again.
        — Dante Alighieri: Inferno

        As a day well spent makes sleep sweet, so a life well used makes death sweet.
        — Leonardo da Vinci: Notebooks

        The surest sign of wisdom is a constant cheerfulness.
        — Michel de Montaigne: Essays

        When I dance, I dance; when I sleep, I sleep.
        — Michel de Montaigne: Essays

        The greatest thing in the world is to know how to belong to oneself.
        — Michel de Montaigne: Essays

        All the unhappiness of people comes from one thing: that they cannot stay quietly in a room.
        — Blaise Pascal: Pensées

        The heart has its reasons, which reason does not know.
        — Blaise Pascal: Pensées

        Who does not find rest in himself looks for it elsewhere in vain.
        — François de La Rochefoucauld: Maxims

        There is hardly a finer excess in the world than that of gratitude.
        — Jean de La Bruyère: Characters

        Patience and length of time do more than force and rage.
        — Jean de La Fontaine: Fables

        Diligence is the mother of good fortune.
        — Miguel de Cervantes: Don Quixote

        We must cultivate our garden.
        — Voltaire: Candide

        The most wasted of all days is the one on which one has not laughed.
        — Nicolas Chamfort: Maxims

        To teach is to learn twice.
        — Joseph Joubert: Pensées

        It is nothing to die; it is dreadful not to live.
        — Victor Hugo: Les Misérables

        Life is short, and we have never too much time for gladdening the hearts of those who are travelling the dark journey with
        us. Oh, be swift to love, make haste to be kind!
        — Henri-Frédéric Amiel: Journal

        Every landscape is a state of the soul.
        — Henri-Frédéric Amiel: Journal

        Let us be grateful to the people who make us happy: they are the charming gardeners by whom our souls are in flower.
        — Marcel Proust: Pleasures and Days

        The only true voyage would be not to go towards new landscapes, but to have other eyes.
        — Marcel Proust: In Search of Lost Time

        Minds are conquered not by arms but by love and generosity.
        — Baruch Spinoza: Ethics

        All things excellent are as difficult as they are rare.
        — Baruch Spinoza: Ethics

        The rose is without why; it blooms because it blooms.
        — Angelus Silesius: The Cherubinic Wanderer

        Two things fill the mind with ever new and growing wonder: the starry heavens above me and the moral law within me.
        — Immanuel Kant: Critique of Practical Reason

        Nothing is to be valued more highly than the worth of the day.
        — Johann Wolfgang von Goethe: Maxims and Reflections

        One ought, every day at least, to hear a little song, read a good poem, see a fine picture, and, if it were possible, to
        speak a few reasonable words.
        — Johann Wolfgang von Goethe: Wilhelm Meister’s Apprenticeship

        Over all the hilltops is peace.
        — Johann Wolfgang von Goethe: Wanderer’s Night Song

        Without haste, but without rest.
        — Johann Wolfgang von Goethe

        Where are we going? Always home.
        — Novalis: Heinrich von Ofterdingen

        But where there is danger, there grows also what saves.
        — Friedrich Hölderlin: Patmos

        A song sleeps in all things that dream on and on, and the world begins to sing, if you only find the magic word.
        — Joseph von Eichendorff: Divining Rod

        Spring lets its blue ribbon flutter through the air again.
        — Eduard Mörike: It is Spring

        Memory is the only paradise from which we cannot be driven out.
        — Jean Paul

        One must still have chaos in oneself to give birth to a dancing star.
        — Friedrich Nietzsche: Thus Spoke Zarathustra

        It is the stillest words that bring the storm. Thoughts that come on doves’ feet guide the world.
        — Friedrich Nietzsche: Thus Spoke Zarathustra

        In youth we learn; in age we understand.
        — Marie von Ebner-Eschenbach: Aphorisms

        Have patience with all that is unsolved in your heart, and try to love the questions themselves.
        — Rainer Maria Rilke: Letters to a Young Poet

        If your everyday life seems poor to you, do not accuse it; accuse yourself, that you are not poet enough to call up its
        riches.
        — Rainer Maria Rilke: Letters to a Young Poet

        Life is understood backwards, but it has to be lived forwards.
        — Søren Kierkegaard: Journals

        Above all, do not lose the wish to walk: every day I walk myself into well-being, and away from every illness.
        — Søren Kierkegaard: in a letter

        The strongest of all warriors are these two: patience and time.
        — Leo Tolstoy: War and Peace

        Love all God’s creation, the whole of it and every grain of sand.
        — Fyodor Dostoevsky: The Brothers Karamazov

        Great things are not done by impulse, but by a series of small things brought together.
        — Vincent van Gogh: in a letter

        It often seems to me that the night is still more richly coloured than the day.
        — Vincent van Gogh: in a letter
        """
}
