extension QuoteOfTheDay {
    static let americans = """
        I went to the woods because I wished to live deliberately, to front only the essential facts of life.
        — Henry David Thoreau: Walden

        Heaven is under our feet as well as over our heads.
        — Henry David Thoreau: Walden

        Only that day dawns to which we are awake.
        — Henry David Thoreau: Walden

        To affect the quality of the day, that is the highest of arts.
        — Henry David Thoreau: Walden

        I love a broad margin to my life.
        — Henry David Thoreau: Walden

        A man is rich in proportion to the number of things which he can afford to let alone.
        — Henry David Thoreau: Walden

        Time is but the stream I go a-fishing in.
        — Henry David Thoreau: Walden

        I had three chairs in my house; one for solitude, two for friendship, three for society.
        — Henry David Thoreau: Walden

        The sky is the daily bread of the eyes.
        — Ralph Waldo Emerson: Journals

        Write it on your heart that every day is the best day in the year.
        — Ralph Waldo Emerson: Society and Solitude

        In the woods, we return to reason and faith.
        — Ralph Waldo Emerson: Nature

        Earth laughs in flowers.
        — Ralph Waldo Emerson: Hamatreya

        The only way to have a friend is to be one.
        — Ralph Waldo Emerson: Friendship

        Nothing great was ever achieved without enthusiasm.
        — Ralph Waldo Emerson: Circles

        I believe a leaf of grass is no less than the journey-work of the stars.
        — Walt Whitman: Song of Myself

        To me every hour of the light and dark is a miracle, every cubic inch of space is a miracle.
        — Walt Whitman: Miracles

        I exist as I am, that is enough.
        — Walt Whitman: Song of Myself

        Happiness, knowledge, not in another place but this place, not for another hour but this hour.
        — Walt Whitman: A Song for Occupations

        Hope is the thing with feathers that perches in the soul.
        — Emily Dickinson

        To live is so startling, it leaves but little room for other occupations.
        — Emily Dickinson: in a letter

        If I can stop one heart from breaking, I shall not live in vain.
        — Emily Dickinson

        Forever is composed of nows.
        — Emily Dickinson

        In every walk with Nature one receives far more than he seeks.
        — John Muir: Steep Trails

        When we try to pick out anything by itself, we find it hitched to everything else in the universe.
        — John Muir: My First Summer in the Sierra

        Climb the mountains and get their good tidings. Nature’s peace will flow into you as sunshine flows into trees.
        — John Muir: Our National Parks

        Behind the clouds is the sun still shining.
        — Henry Wadsworth Longfellow: The Rainy Day

        For after all, the best thing one can do when it is raining, is to let it rain.
        — Henry Wadsworth Longfellow: Tales of a Wayside Inn

        Look, then, into thine heart, and write!
        — Henry Wadsworth Longfellow: Voices of the Night

        And what is so rare as a day in June? Then, if ever, come perfect days.
        — James Russell Lowell: The Vision of Sir Launfal

        Beauty seen is never lost.
        — John Greenleaf Whittier: Sunset on the Bearcamp

        Dost thou love life? Then do not squander time, for that’s the stuff life is made of.
        — Benjamin Franklin: Poor Richard’s Almanack

        When the well’s dry, we know the worth of water.
        — Benjamin Franklin: Poor Richard’s Almanack

        With malice toward none, with charity for all.
        — Abraham Lincoln: Second Inaugural Address

        If there is no struggle, there is no progress.
        — Frederick Douglass: in a speech, 1857

        I’m not afraid of storms, for I’m learning how to sail my ship.
        — Louisa May Alcott: Little Women

        Every day is a fresh beginning, every morn is the world made new.
        — Susan Coolidge: New Every Morning

        My experience is what I agree to attend to.
        — William James: The Principles of Psychology

        The art of being wise is the art of knowing what to overlook.
        — William James: The Principles of Psychology

        ’Tis the set of the sails and not the gales which tells us the way to go.
        — Ella Wheeler Wilcox: The Winds of Fate

        The lure of the distant and the difficult is deceptive. The great opportunity is where you are.
        — John Burroughs: Studies in Nature and Literature
        """

    static let proverbs = """
        Fall seven times, stand up eight.
        — Japanese proverb

        Hurry, hurry has no blessing.
        — Swahili proverb

        Little by little the bird builds its nest.
        — French proverb

        Who goes gently goes safely and goes far.
        — Italian proverb

        The morning hour has gold in its mouth.
        — German proverb

        The morning is wiser than the evening.
        — Russian proverb

        There is no ill that does not come for some good.
        — Spanish proverb

        Shared joy is a double joy; shared sorrow is half a sorrow.
        — Swedish proverb

        Drop by drop a lake is made.
        — Turkish proverb

        People live in each other’s shelter.
        — Irish proverb

        Soft water on hard stone: it beats until it bores through.
        — Portuguese proverb

        What is the most important thing in the world? It is people, it is people, it is people.
        — Māori proverb

        Patience is the key to relief.
        — Arabic proverb

        Many hands make light work.
        — English proverb

        Make haste slowly.
        — Latin proverb
        """
}
