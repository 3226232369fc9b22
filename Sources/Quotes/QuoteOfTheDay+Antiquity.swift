extension QuoteOfTheDay {
    static let antiquity = """
        Look within. Within is the fountain of good, and it will ever bubble up, if thou wilt ever dig.
        — Marcus Aurelius: Meditations

        Such as are thy habitual thoughts, such also will be the character of thy mind; for the soul is dyed by the thoughts.
        — Marcus Aurelius: Meditations

        The best way of avenging thyself is not to become like the wrong-doer.
        — Marcus Aurelius: Meditations

        Remember that very little indeed is necessary for living a happy life.
        — Marcus Aurelius: Meditations

        Observe constantly that all things take place by change.
        — Marcus Aurelius: Meditations

        Think not so much of what thou hast not as of what thou hast.
        — Marcus Aurelius: Meditations

        That which is not good for the swarm, neither is it good for the bee.
        — Marcus Aurelius: Meditations

        Adapt thyself to the things with which thy lot has been cast.
        — Marcus Aurelius: Meditations

        All else belongs to others; time alone is ours.
        — Seneca: Letters to Lucilius

        While we put things off, life runs past.
        — Seneca: Letters to Lucilius

        We suffer more often in imagination than in reality.
        — Seneca: Letters to Lucilius

        To one who does not know which harbour he is making for, no wind is the right one.
        — Seneca: Letters to Lucilius

        Count each single day as a life of its own.
        — Seneca: Letters to Lucilius

        It is not that we have little time, but that we lose much of it.
        — Seneca: On the Shortness of Life

        Wherever there is a human being, there is room for a kindness.
        — Seneca: On the Happy Life

        Who receives a kindness gratefully has paid the first instalment on it.
        — Seneca: On Benefits

        It is not things that trouble people, but their judgements about things.
        — Epictetus: Enchiridion

        Do not seek to have things happen as you wish, but wish them to happen as they do, and your life will flow well.
        — Epictetus: Enchiridion

        No great thing comes about suddenly, not even a bunch of grapes or a fig.
        — Epictetus: Discourses

        First tell yourself what you would be, and then do what you have to do.
        — Epictetus: Discourses

        Gratitude is not only the greatest of the virtues, but the mother of all the others.
        — Cicero: For Plancius

        If you have a garden in your library, nothing will be wanting.
        — Cicero: Letters to Friends

        Pluck the day, and trust as little as you can in the next.
        — Horace: Odes

        Remember to keep a level mind when the way is steep.
        — Horace: Odes

        To have begun is half the deed. Dare to be wise: begin!
        — Horace: Epistles

        They change their sky, not their soul, who hurry across the sea.
        — Horace: Epistles

        Perhaps one day even this will be a pleasure to remember.
        — Virgil: Aeneid

        The drop hollows the stone.
        — Ovid: Letters from the Black Sea

        I am human, and nothing human do I think foreign to me.
        — Terence: The Self-Tormentor

        It is not possible to step into the same river twice.
        — Heraclitus

        The way up and the way down are one and the same.
        — Heraclitus

        Who does not expect the unexpected will not find it.
        — Heraclitus

        One swallow does not make a spring, nor does one day.
        — Aristotle: Nicomachean Ethics

        What we must learn in order to do, we learn by doing.
        — Aristotle: Nicomachean Ethics

        The unexamined life is not worth living.
        — Socrates: in Plato’s Apology

        Wonder, and nothing else, is the beginning of philosophy.
        — Plato: Theaetetus

        The mind does not need filling like a vessel, but kindling like wood.
        — Plutarch: On Listening

        Someone, I tell you, will remember us, even in another time.
        — Sappho

        Nothing is enough for one to whom enough is little.
        — Epicurus: Vatican Sayings

        Do not spoil what is here by longing for what is not here; this too was once among the things you hoped for.
        — Epicurus: Vatican Sayings

        Nothing is wretched unless you think it so.
        — Boethius: The Consolation of Philosophy

        People go out to wonder at the heights of mountains and the huge waves of the sea, and they pass themselves by.
        — Augustine: Confessions

        Know thyself.
        — Inscription at Delphi
        """
}
