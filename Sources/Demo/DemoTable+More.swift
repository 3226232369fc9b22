/// Scenes of the demo as `DemoScene.read` takes them: a line of what they fit, then the text, in which
/// `{slot}` is filled and one of `<this|that>` is taken. Line ends in the text are blanks, but for lists.
extension DemoTable {
    static let moments = """
        @ morning mood:relaxed #morning
        <Fog|Light|A blackbird|The bin lorry> at the window, {drink} in the good mug, nobody awake yet but me
        and the cat.

        @ morning mood:tired #sleep
        {sleep} hours, <and I felt each of them|with a gap in the middle|and still not enough>. <Slow
        start|Second coffee|Long shower>.

        @ morning workdays mood:anxious #work
        Today is the meeting about {task}. I have read it <twice|three times|on the train> and understand it
        <less|differently> each time.

        @ morning mood:happy #birds #morning
        {bird} in the yard this morning. <Stood there in slippers|Forgot the toast|Late because of it>, no
        regrets.

        @ morning weekends mood:happy #market
        Up early for the market with {friend}. Came home with {fruit} and <a crooked basket|too much cheese|a
        story about a goat>.

        @ morning mood:sad #dream #mum
        Dreamed of <the old house|Mum's kitchen|the summer by the sea>. It was so plain and ordinary that
        waking up took a while.

        @ morning #plan
        Today, in this order: {chore}, {task}, <something green|a proper lunch|twenty minutes of nothing>.

        @ morning mood:relaxed #walk
        Round the block before breakfast. {sky}, <the baker's light|an early tram|wet bicycles>, and my head
        in order by the third corner.

        @ morning headaches mood:sad #headache
        <Left|Right|Left again> side, from the neck up. {sleep} hours of sleep. <Dark glasses and toast|Ice,
        water, patience|Cancelled what I could>.

        @ morning noon headaches mood:anxious #headache #triggers
        Head is <tight|humming|thick> and I'm going through the list: sleep, water, <wine|screen|weather>, the
        usual suspects.

        @ noon headaches #headache
        Took the tablet at <ten|eleven|noon>. <An hour later|Two hours later> it is <half as bad|down to a
        three|duller, at least>. Lying down next.

        @ noon evening headaches mood:sad #headache #friends
        Had to call off {friend} because of my head. <Kind about it, as always|A good friend, and I hate
        it|We'll try {weekday}>.

        @ noon workdays mood:relaxed #lunch
        Lunch at {place}: {dish}, <a window seat|no phone|a newspaper from yesterday>. <The best half hour so
        far|Ought to do that weekly>.

        @ noon workdays mood:happy #work
        {colleague} laughed at my joke about {task} in front of everyone. <It wasn't even that good|Small
        things carry a week>.

        @ noon workdays mood:tired #work
        {few} hours on {task} and the cursor is blinking at me <like a tired eye|out of pity>. <Walk first,
        then again|Soup first>.

        @ noon mood:anxious #waiting
        Still no word from <the landlord|the doctor's office|the insurance>. I jump at every
        <envelope|ring|message>.

        @ noon mood:happy #letter
        A parcel from {friend}: {fruit}, <a pressed leaf|a bad drawing|a new song on a slip of paper>. <Cried
        a bit|Grinned all through lunch>.

        @ noon weekends mood:relaxed #friends #walk
        Out with {friend}, {way}. We talked about <work|parents|where to live later|nothing much> and shared
        one umbrella.

        @ noon weekends mood:happy #swim
        The pool with my niece. She <dived|sank|splashed> with great seriousness and we had chips afterwards.

        @ noon weekends mood:relaxed #home
        Washing on the line, {music} from the window, {sky}. <Weekend proper|A day with soft edges>.

        @ noon mood:sad #friends
        Ran into {friend}'s old flatmate at {place}. <Everyone is moving away|Strange how years stack up>, it
        seems.

        @ evening workdays mood:tired #work
        Late again because of {task}. <Ate crackers over the sink|The bus was empty|Home by nine>, and that
        was the day.

        @ evening workdays mood:relaxed #work #boundaries
        Closed the laptop at <five|half past five|ten past five> on purpose. {minutes} minutes {way} instead.
        The world did not end.

        @ evening workdays mood:angry #work #meetings
        {colleague} presented {task} as if it had grown on a tree. <I did most of it|I said nothing|Will say
        something on {weekday}>.

        @ evening mood:happy #friends #games
        Cards with {friend}. Lost <all rounds|nobly|by one point> and <want a rematch|blame the lamp|ate most
        of the nuts>.

        @ evening mood:relaxed #reading
        {minutes} minutes of {book}. <One sentence I read three times|Nodded off twice|Nearly missed my stop
        yesterday because of it>.

        @ evening mood:happy #food
        {dish} from the new recipe. <Better than expected|Needs lemon|Even the burnt corner was good>.
        <Leftovers for tomorrow|None left>.

        @ evening mood:anxious #family
        Dad's test results come on {weekday}. Talked about <football|the goat|the garden> for an hour so as
        not to talk about them.

        @ evening mood:relaxed #family
        Dad is fine. <Exhaled|I sat down on the stairs|Washed every window> and only then noticed how
        <tight|loud> everything had been.

        @ evening mood:sad #lonely
        Everybody <has plans|is away|is with somebody> and I told {friend} that I like it quiet. <Half true|It
        was true until eight>.

        @ evening mood:happy #cello #music
        The cello again: <scales|the slow piece|duet with the radio>, {minutes} minutes. My <fingers
        hurt|neighbour clapped once|bow arm is learning>.

        @ evening mood:happy #choir
        Sang in the <back|second> row tonight, next to a man with a voice like <gravel|honey|a cupboard door>.
        Walked home humming.

        @ evening mood:relaxed #bath
        Hot bath, {music}, <the window open a crack|no lamp|a pear on the edge of the tub>. Can recommend.

        @ evening mood:angry #neighbours
        Drilling above until <nine|half past nine>. Went up. <They were so sorry|They hadn't heard me knock|It
        was a cot they were building>, and now I'm cross with nobody.

        @ evening mood:anxious #money
        The washing machine <died|leaks|hums but won't turn>. Sums on the back of an envelope: <it will
        do|tight|not this month>.

        @ evening #thoughts
        Wondering about <a smaller flat|fewer hours|the course in the spring|the north>. Not deciding. Just
        walking round it, {few} times.

        @ evening mood:sad #mood
        A grey sort of day inside, whatever it was outside ({sky}, in fact). <Soup|A short walk|Clean sheets>
        helped a little.

        @ evening mood:happy #small-things
        {friend} sent a photo of {bird}. <No words with it|"Yours," it said|Blurred, perfect>. That was
        enough.

        @ evening mood:relaxed #habits
        {few} days in a row with <the stretches|no screen after nine|a page written>. I don't trust it yet,
        but I've noticed.

        @ evening mood:happy summer #friends #outside
        Sat on {friend}'s balcony until the bats came. {fruit}, <cold wine|lemonade>, bare feet. <Remember
        this in January|Summer, finally>.

        @ evening mood:relaxed winter #home
        Stew on the stove since <three|four>, windows steamed over, <a letter half written|Biscuit on the
        radiator>. Winter can have this one.

        @ evening mood:relaxed autumn #walk
        Leaves up to the ankle {way}. <Kicked through all of it|A child showed me how it's done|Found a glove
        and hung it on a fence>.

        @ evening mood:happy spring #outside
        First evening without a coat. <Everybody was out|Ice cream, obviously|Stayed on the bridge until it
        was dark>.

        @ evening mood:anxious #sleep
        Afraid of the night again, after {sleep} hours last time. <Phone in the hall|Camomile|The boring
        podcast>, and no bargaining with the clock.

        @ evening weekends mood:relaxed #trip
        Day out by train with {friend}: <a castle|a lake|a town with one street>, {dish} at an inn, {sky} on
        the way back.

        @ evening weekends mood:tired #home
        Painted the <hall|bathroom|shelf>. <There's some on the cat|It is greener than on the tin|My shoulder
        has opinions>.

        @ evening weekends mood:sad #sunday
        That late-weekend feeling, earlier each time. Ironed a shirt and called it <courage|preparation>.
        """

    static let codas = """
        @ evening
        Bed now.

        @ evening
        Early night, I hope.

        @ evening
        The cat is asleep on my foot, so I'll stay where I am.

        @ evening
        And {sky}, all day.

        @ evening
        Supper was {dish}, for the record.

        @ evening noon
        Must ring {friend} back.

        @ noon evening
        Still have to see to {chore}.

        @ morning noon
        More tonight, perhaps.

        @ morning
        Off now, with {sky} to walk through.

        @ morning
        Let's see what the day does with that.

        @ morning workdays
        Bus in four minutes.

        @ noon workdays
        Back to {task}.

        @ noon weekends
        The afternoon is my own.

        @ noon morning headaches
        Drink more water.

        @ morning noon headaches
        Writing this with one eye shut.

        @ evening
        I'd call that a day.

        @ evening
        Reading a little more of {book} before the light goes out.

        @ evening spring summer
        Windows open, someone practising scales across the yard.

        @ evening winter autumn
        The radiator is ticking like a clock.

        @ morning noon
        The kettle is calling.
        """
}
