/// Scenes of the demo as `DemoScene.read` takes them: a line of what they fit, then the text, in which
/// `{slot}` is filled and one of `<this|that>` is taken. Line ends in the text are blanks, but for lists.
extension DemoTable {
    static let home = """
        @ noon evening mood:relaxed #home
        Dealt with {chore}, which took twenty minutes after {few} weeks of dreading it. There is a lesson here
        that I will not learn.

        @ evening mood:relaxed #food #music
        Made {dish} from what was left. Ate it standing up, with {music} on.

        @ morning evening winter autumn mood:anxious #home
        The <boiler|gutter|fridge> made the noise again. Then it stopped, and the silence was worse.

        @ noon weekends mood:happy #market #food
        Market: {fruit}, bread, flowers I hadn't meant to buy. The man with the cheese remembered my name.

        @ noon evening mood:anxious #money
        Looked at the account and did the sums for the month. <It will do|Tight, but it will do|Better than I
        feared>. It always looks worse from a distance.

        @ noon evening mood:angry #money #home
        A letter from the landlord. The rent goes up in {few} months. I have read it often enough now.

        @ evening mood:happy #biscuit
        Biscuit brought me a <moth|sock|feather|beetle> as a present and watched until I had thanked him.

        @ noon #biscuit
        Took Biscuit to the vet. <He weighs too much and I was told so in front of him|He bit nobody, which
        was noted|Ears clean, pride hurt>.

        @ noon evening weekends mood:relaxed #reading
        Spent the whole afternoon with {book} under a blanket while {sky} went on outside.

        @ evening mood:happy #reading
        Finished {book}. Sat there a while. I'd like to have written the last page.

        @ noon evening weekends mood:sad #home #photos
        Tidied one shelf and found photographs. Two hours later: one shelf, no tidier, and I was {few}
        different ages.

        @ noon evening weekends mood:happy #food #baking
        Bread, <second|third|umpteenth> attempt. It rose. I keep walking past it.

        @ evening mood:happy #home
        The bulb in the <hall|kitchen> gave up, then the one in the <bath|cellar>. Changed both and felt able
        to do anything.

        @ evening weekends mood:relaxed #slow
        Did nothing useful from breakfast until dark, on purpose, and only felt guilty <twice|once|around
        four>.

        @ noon evening spring summer #plants #home
        Repotted the <fig|fern|lemon tree>. It looks offended, but it did the last time as well.
        """

    static let health = """
        @ morning headaches mood:sad #headache #sleep
        Woke with the band round the head again, left side, after {sleep} hours. Curtains, water, tablet at
        seven.

        @ morning headaches mood:sad #headache #sleep
        Headache since before it got light. Slept {sleep} hours, and badly. Cancelled the morning.

        @ morning headaches mood:anxious #headache #aura
        The flickering at the edge of things, so I knew. Took the tablet early this time. {sleep} hours of
        sleep cannot have helped.

        @ morning noon headaches mood:angry #headache
        Head like a bell. Every cup put down in the next <room|flat> is a decision somebody made against me.

        @ noon headaches mood:sad #headache #migraine
        Migraine, level <six|seven|five> I'd say, sunglasses indoors. Ate dry toast in the dark like a monk.

        @ noon headaches #headache #work
        Went home at noon. <Lying flat, the ice pack from the freezer on the left eye|Curtains drawn, peas on
        the forehead|Slept two hours like a stone>. It's easing, slowly.

        @ noon evening headaches mood:relaxed #headache
        Pain down to <a two|a one|almost nothing> by the afternoon. It leaves me feeling washed and a bit
        stupid, but it has left.

        @ evening headaches mood:sad #headache #triggers
        A lost day. Headache from waking until eight. For the record: short night, <no breakfast|red wine|a
        change in the weather>, <bright screen|too much coffee>.

        @ evening headaches mood:relaxed #headache
        It's over. I can look at the lamp. Made {dish}, ate slowly, grateful for dull things.

        @ noon evening workdays #shoulder
        Physio: the shoulder is better than in the spring, the exercises are <boring|boring and
        short|working>, both facts are connected.

        @ evening mood:happy #headache
        Counted: {few} weeks without a bad headache. Writing it very quietly so that nothing hears me.

        @ noon evening workdays #doctor
        Doctor's appointment, across town. She asked what a good week looks like, and I had no
        answer ready. Thinking about it.

        @ evening winter autumn mood:tired #cold
        A cold. Everything tastes of cardboard, even {dish}. Bed by nine.

        @ evening workdays mood:relaxed #yoga
        Yoga in the parish hall. I was the <stiffest|loudest at breathing|least folded> in the room by a
        comfortable margin and enjoyed it.

        @ evening mood:relaxed #habits
        No alcohol this month, and the evenings have grown by an hour. <I don't know what I did with it
        before|Mostly spent on reading|Sleep is better too>.
        """

    static let evenings = """
        @ evening mood:happy #gratitude
        Three good things: {fruit}, a message from {friend}, {minutes} minutes of {music}.

        @ evening mood:relaxed #slow
        Nothing happened, <in a good way|and I was there for all of it|slowly>.

        @ evening mood:anxious #worry
        Tense all day and I can't say about what. Wrote a list, <the list was short, so it isn't the
        list|crossed out half of it|and felt the shoulders come down a little>.

        @ evening mood:happy #mood
        Something has lifted since <the weekend|the rain stopped|that walk>. I'm not going to ask what.

        @ evening mood:sad #mood
        Low. Not about anything. <Going to wash the dishes and be early in bed, which has worked before|Rang
        {friend}, who talked about drains for an hour, bless them|A walk, then tea, then we'll see>.

        @ evening mood:happy #film
        Watched the old film {friend} keeps on about. It is as good as that, and I will have to say so.

        @ evening #phone #habits
        Too long on the screen, and I knew it while I was doing it. <Eyes like sand|Past midnight, again|And
        for what>. Tomorrow the phone stays in the hall.

        @ evening weekends mood:happy #music #concert
        Concert at the church: {music}, {few} musicians, one child who clapped in all the silences and was
        right.

        @ evening mood:happy #gratitude #small-things
        What I want to remember of today: {bird} on the wall, the smell of {dish} on the stairs, {friend}'s
        laugh on the phone.

        @ evening mood:angry #news
        Furious at the news, then at myself for reading it at ten in the evening. Put on {music}. It took a
        while.

        @ evening mood:happy #cello #music
        Practised the cello, {minutes} minutes. One bar sounded like the recording. I played that bar quite
        often.

        @ evening workdays mood:anxious #work #talk
        Tomorrow is the <talk|interview|review>. Slides done, shirt ironed, stomach in knots. I've done this
        before and lived.

        @ evening mood:sad #drawing
        A question for later: when did I stop <drawing|drawing|drawing people>? Found the box with the
        pencils. They are all still sharp.

        @ evening weekends mood:relaxed #drawing #biscuit
        Drew the cat. He moved. Drew the <chair|kettle|place where he had been> instead.

        @ evening mood:relaxed #slow #reading
        Candle, {drink}, {book}, {sky} against the glass. Early night.

        @ evening #thoughts
        I keep measuring the days by what got done. Today: {chore}. Also {bird}, which nobody had to do.
        """
}
