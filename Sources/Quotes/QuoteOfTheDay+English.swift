extension QuoteOfTheDay {
    static let english = """
        There is nothing either good or bad, but thinking makes it so.
        — William Shakespeare: Hamlet

        And this our life, exempt from public haunt, finds tongues in trees, books in the running brooks, sermons in stones, and
        good in every thing.
        — William Shakespeare: As You Like It

        How far that little candle throws his beams! So shines a good deed in a naughty world.
        — William Shakespeare: The Merchant of Venice

        Our doubts are traitors, and make us lose the good we oft might win, by fearing to attempt.
        — William Shakespeare: Measure for Measure

        Come what come may, time and the hour runs through the roughest day.
        — William Shakespeare: Macbeth

        O Lord, that lends me life, lend me a heart replete with thankfulness!
        — William Shakespeare: Henry VI, Part 2

        God Almighty first planted a garden. And indeed it is the purest of human pleasures.
        — Francis Bacon: Essays

        No man is an island, entire of itself; every man is a piece of the continent, a part of the main.
        — John Donne: Devotions upon Emergent Occasions

        Thou that hast given so much to me, give one thing more, a grateful heart.
        — George Herbert: Gratefulness

        Sweet day, so cool, so calm, so bright, the bridal of the earth and sky.
        — George Herbert: Virtue

        They also serve who only stand and wait.
        — John Milton: On His Blindness

        The mind is its own place, and in itself can make a heaven of hell, a hell of heaven.
        — John Milton: Paradise Lost

        We carry with us the wonders we seek without us.
        — Thomas Browne: Religio Medici

        Annihilating all that’s made to a green thought in a green shade.
        — Andrew Marvell: The Garden

        You never enjoy the world aright, till the sea itself floweth in your veins, till you are clothed with the heavens, and
        crowned with the stars.
        — Thomas Traherne: Centuries of Meditations

        The natural flights of the human mind are not from pleasure to pleasure, but from hope to hope.
        — Samuel Johnson: The Rambler

        Great works are performed, not by strength, but by perseverance.
        — Samuel Johnson: Rasselas

        To see a world in a grain of sand, and a heaven in a wild flower, hold infinity in the palm of your hand, and eternity in
        an hour.
        — William Blake: Auguries of Innocence

        No bird soars too high, if he soars with his own wings.
        — William Blake: The Marriage of Heaven and Hell

        The tree which moves some to tears of joy is in the eyes of others only a green thing that stands in the way.
        — William Blake: in a letter

        Come forth into the light of things, let Nature be your teacher.
        — William Wordsworth: The Tables Turned

        That best portion of a good man’s life, his little, nameless, unremembered acts of kindness and of love.
        — William Wordsworth: Tintern Abbey

        My heart leaps up when I behold a rainbow in the sky.
        — William Wordsworth

        He prayeth best, who loveth best all things both great and small.
        — Samuel Taylor Coleridge: The Rime of the Ancient Mariner

        If Winter comes, can Spring be far behind?
        — Percy Bysshe Shelley: Ode to the West Wind

        A thing of beauty is a joy for ever.
        — John Keats: Endymion

        The poetry of earth is never dead.
        — John Keats: On the Grasshopper and Cricket

        To sit in the shade on a fine day, and look upon verdure, is the most perfect refreshment.
        — Jane Austen: Mansfield Park

        Think only of the past as its remembrance gives you pleasure.
        — Jane Austen: Pride and Prejudice

        I am no bird; and no net ensnares me: I am a free human being with an independent will.
        — Charlotte Brontë: Jane Eyre

        Every leaf speaks bliss to me, fluttering from the autumn tree.
        — Emily Brontë: Fall, Leaves, Fall

        But he that dares not grasp the thorn should never crave the rose.
        — Anne Brontë: The Narrow Way

        Come, my friends, ’tis not too late to seek a newer world.
        — Alfred Tennyson: Ulysses

        Ah, but a man’s reach should exceed his grasp, or what’s a heaven for?
        — Robert Browning: Andrea del Sarto

        Earth’s crammed with heaven, and every common bush afire with God.
        — Elizabeth Barrett Browning: Aurora Leigh

        Reflect upon your present blessings, of which every man has many; not on your past misfortunes, of which all men have
        some.
        — Charles Dickens: Sketches by Boz

        There is nothing in the world so irresistibly contagious as laughter and good-humour.
        — Charles Dickens: A Christmas Carol

        What do we live for, if it is not to make life less difficult to each other?
        — George Eliot: Middlemarch

        The growing good of the world is partly dependent on unhistoric acts.
        — George Eliot: Middlemarch

        Our main business is not to see what lies dimly at a distance, but to do what lies clearly at hand.
        — Thomas Carlyle: Signs of the Times

        Hundreds of people can talk for one who can think, but thousands can think for one who can see.
        — John Ruskin: Modern Painters

        There is no wealth but life.
        — John Ruskin: Unto This Last

        And not by eastern windows only, when daylight comes, comes in the light; in front the sun climbs slow, how slowly, but
        westward, look, the land is bright.
        — Arthur Hugh Clough: Say Not the Struggle Nought Availeth

        Is it so small a thing to have enjoy’d the sun, to have lived light in the spring, to have loved, to have thought, to have
        done?
        — Matthew Arnold: Empedocles on Etna

        My heart is like a singing bird whose nest is in a water’d shoot.
        — Christina Rossetti: A Birthday

        And for all this, nature is never spent; there lives the dearest freshness deep down things.
        — Gerard Manley Hopkins: God’s Grandeur

        Glory be to God for dappled things.
        — Gerard Manley Hopkins: Pied Beauty

        The world is so full of a number of things, I’m sure we should all be as happy as kings.
        — Robert Louis Stevenson: A Child’s Garden of Verses

        To travel hopefully is a better thing than to arrive, and the true success is to labour.
        — Robert Louis Stevenson: Virginibus Puerisque

        There is no duty we so much underrate as the duty of being happy.
        — Robert Louis Stevenson: An Apology for Idlers

        There is grandeur in this view of life.
        — Charles Darwin: On the Origin of Species

        It’s no use going back to yesterday, because I was a different person then.
        — Lewis Carroll: Alice’s Adventures in Wonderland

        We are all in the gutter, but some of us are looking at the stars.
        — Oscar Wilde: Lady Windermere’s Fan

        The hours when the mind is absorbed by beauty are the only hours when we really live.
        — Richard Jefferies: The Pageant of Summer

        If way to the Better there be, it exacts a full look at the Worst.
        — Thomas Hardy: In Tenebris

        Where you tend a rose, my lad, a thistle cannot grow.
        — Frances Hodgson Burnett: The Secret Garden
        """
}
