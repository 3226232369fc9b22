extension QuoteOfTheDay {
    static let east = """
        A journey of a thousand miles begins beneath your feet.
        — Laozi: Daodejing

        Who knows that there is enough is rich.
        — Laozi: Daodejing

        The highest good is like water.
        — Laozi: Daodejing

        Who can make the muddy water clear? Let it be still, and it will gradually become clear.
        — Laozi: Daodejing

        Who knows others is wise; who knows himself is clear-sighted.
        — Laozi: Daodejing

        To learn, and in due time to practise what one has learned: is that not a pleasure?
        — Confucius: Analects

        The wise find joy in water; the good find joy in mountains.
        — Confucius: Analects

        With coarse rice to eat, with water to drink, and my bended arm for a pillow, I have still joy in the midst of these things.
        — Confucius: Analects

        What you do not want done to yourself, do not do to others.
        — Confucius: Analects

        Great understanding is wide and at ease; small understanding is narrow and busy.
        — Zhuangzi

        The great man is he who does not lose his child’s heart.
        — Mencius

        Every day is a journey, and the journey itself is home.
        — Matsuo Bashō: The Narrow Road to the Deep North

        The old pond; a frog leaps in: the sound of water.
        — Matsuo Bashō

        The world of dew is a world of dew, and yet, and yet.
        — Kobayashi Issa

        Little snail, climb Mount Fuji, but slowly, slowly!
        — Kobayashi Issa

        Lighting one candle from another: an evening in spring.
        — Yosa Buson

        Now that my barn has burned down, nothing hides the moon.
        — Mizuta Masahide

        The thief left it behind: the moon at my window.
        — Ryōkan

        In spring it is the dawn.
        — Sei Shōnagon: The Pillow Book

        That nothing in the world is certain is what makes it so fine.
        — Yoshida Kenkō: Essays in Idleness

        The children of Adam are limbs of one body, for they were made of one substance.
        — Saadi: Gulistan

        I had no shoes and was downcast, until I saw a man who had no feet.
        — Saadi: Gulistan
        """

    static let scriptures = """
        For hatred does not cease by hatred at any time: hatred ceases by love, this is an old rule.
        — The Dhammapada

        As a solid rock is not shaken by the wind, wise people falter not amidst blame and praise.
        — The Dhammapada

        Better than a thousand words without sense is one word of sense, which gives peace to whoever hears it.
        — The Dhammapada

        Health is the greatest of gifts, contentedness the best riches.
        — The Dhammapada

        Your part is the work alone, never its fruits.
        — The Bhagavad Gita

        From the unreal lead me to the real, from darkness lead me to light.
        — The Upanishads

        To every thing there is a season, and a time to every purpose under the heaven.
        — The Bible: Ecclesiastes 3

        Truly the light is sweet, and a pleasant thing it is for the eyes to behold the sun.
        — The Bible: Ecclesiastes 11

        Better is an handful with quietness, than both the hands full with travail and vexation of spirit.
        — The Bible: Ecclesiastes 4

        The lines are fallen unto me in pleasant places.
        — The Bible: Psalm 16

        Weeping may endure for a night, but joy cometh in the morning.
        — The Bible: Psalm 30

        This is the day which the Lord hath made; we will rejoice and be glad in it.
        — The Bible: Psalm 118

        He maketh me to lie down in green pastures: he leadeth me beside the still waters.
        — The Bible: Psalm 23

        A soft answer turneth away wrath.
        — The Bible: Proverbs 15

        A merry heart doeth good like a medicine.
        — The Bible: Proverbs 17

        And after the earthquake a fire; but the Lord was not in the fire: and after the fire a still small voice.
        — The Bible: 1 Kings 19

        Consider the lilies of the field, how they grow; they toil not, neither do they spin.
        — The Bible: Matthew 6

        Sufficient unto the day is the evil thereof.
        — The Bible: Matthew 6

        And the light shineth in darkness; and the darkness comprehended it not.
        — The Bible: John 1

        Who is rich? He who is glad of what he has.
        — Ben Zoma: Sayings of the Fathers

        It is not for you to finish the work, nor are you free to leave it alone.
        — Rabbi Tarfon: Sayings of the Fathers
        """
}
