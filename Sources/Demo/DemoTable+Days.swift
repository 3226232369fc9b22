/// Scenes of the demo as `DemoScene.read` takes them: a line of what they fit, then the text, in which
/// `{slot}` is filled and one of `<this|that>` is taken. Line ends in the text are blanks, but for lists.
extension DemoTable {
    static let mornings = """
        @ morning mood:relaxed #sleep #morning
        Awake before the alarm after {sleep} hours, and for once not annoyed about it. Sat with {drink} and
        watched {sky}.

        @ morning mood:tired #sleep #biscuit
        {sleep} hours of sleep, in pieces. The cat decided at half past four that the wardrobe needed
        guarding.

        @ morning mood:anxious #sleep #dream
        Dreamed that I had to hand in an exam in a language I <don't speak|once spoke|had just invented>. Woke
        up relieved to be merely late.

        @ morning mood:relaxed #morning #writing
        Wrote <two|three|four> pages by hand before looking at the phone. It does make a difference, I just
        forget every few weeks.

        @ morning mood:happy #sleep
        Slept through, all {sleep} hours. <I had forgotten how quiet the inside of a head can be|Even the bins
        did not wake me|The world looks freshly washed>.

        @ morning mood:anxious #sleep #worry
        Lay awake from three with the same two sentences going round. Got up at five, made {drink}, wrote them
        down, and they stopped.

        @ morning mood:happy #morning #music
        Cold kitchen, warm bread, {music} very low. If every morning began like this I would be a better
        person.

        @ morning mood:relaxed #morning #biscuit
        <Ten|Fifteen|Five honest> minutes of stretching on the rug, with the cat walking underneath as if I
        were a bridge.

        @ morning #morning #weather
        Outside: {sky}. Inside: one clean mug left. Starting the day anyway.

        @ morning #coffee #note
        Note to self: <the second coffee before nine is what makes the meetings feel like emergencies|answer
        letters the day they come|buy the good bread, it is not that much dearer|the umbrella lives by the
        door>.

        @ morning workdays mood:happy #walk
        Missed the early bus and walked instead. {minutes} minutes, {sky}, and I arrived in a better mood than
        the bus has ever given me.

        @ morning weekends mood:relaxed #reading #slow
        No plans until noon. Read in bed, which felt like getting away with something.

        @ morning weekends mood:happy #food
        <Pancakes|Waffles|Eggs and the last of {fruit}>. That is the whole entry.
        """

    static let work = """
        @ noon evening workdays mood:anxious #work
        {colleague} asked whether {task} could be ready by {weekday}. I said yes too quickly and have been
        doing sums ever since.

        @ noon evening workdays mood:happy #work
        Finished {task}! Sent it off, closed everything, and stood at the window for a minute like a ship's
        captain.

        @ noon evening workdays mood:tired #work #meetings
        {few} meetings, and I could not tell you what was decided in any of them.

        @ noon workdays mood:relaxed #work #lunch
        Lunch on the bench behind the office with {colleague}. We agreed not to talk about {task} and managed
        nearly ten minutes.

        @ noon evening workdays mood:angry #work
        Somebody changed {task} without a word to anyone, and I found out in front of the whole group. I was
        polite. I was not calm.

        @ evening workdays mood:happy #work #focus
        A good day's work, the old-fashioned kind: one thing, door closed, {few} hours, done.

        @ noon evening workdays mood:relaxed #work #boundaries
        Said no to an extra project. <My voice did something strange|I had practised in the lift|{colleague}
        blinked>, but the no came out, and the sky stayed where it was.

        @ evening workdays mood:sad #work
        Feedback on {task}: kind, long, and correct, which is the hardest sort. Will look at it again tomorrow
        with a fresh head.

        @ noon workdays winter autumn #work
        Half the office is out with a cold. It was so quiet that I heard <the clock in the kitchen|the printer
        think|my own typing>.

        @ noon evening workdays winter autumn mood:sad #work #change
        {colleague} is leaving in the spring. We went out for {drink} and pretended it was about something
        else.

        @ morning evening workdays mood:relaxed #commute #reading
        The train stood still for {minutes} minutes between two fields. Nobody complained. I read {book} and
        was almost sorry when it moved.

        @ evening workdays #work
        Spent the afternoon looking for a mistake in {task} and the mistake was mine, from {weekday}. Laughed
        in the end.

        @ noon workdays mood:happy #work #biscuit
        Worked from the kitchen table. The cat attended two calls and was the best prepared of all of us.

        @ evening workdays mood:relaxed #work #list
        Things that went well this week:
        - {task} is out of my hands
        - I left on time on {weekday}
        - nobody needed me on the phone
        """

    static let outdoors = """
        @ noon evening mood:relaxed #walk #birds
        Walked {way}, {minutes} minutes. Saw {bird} and told nobody until now.

        @ evening mood:relaxed #walk
        Took the long way home, {way}. With {sky} it looked like somewhere I would travel to.

        @ morning evening mood:happy #run
        First run in weeks. Slow, red in the face, overtaken by <a man with a pushchair|two nuns|a dog with a
        stick>. Glad I went.

        @ morning evening mood:happy #run
        Ran {way} and for one stretch, maybe {few} minutes, it was effortless. The rest was as usual.

        @ noon evening weekends spring summer autumn mood:relaxed #garden
        The allotment: weeded one bed, talked over the fence about slugs, carried home {fruit}.

        @ noon evening spring mood:happy #garden
        Planted the <beans|peas|courgettes> too early again. I know. But the soil was warm and I couldn't
        wait.

        @ morning evening summer mood:happy #swim
        Swam in the lake. The first minute was <an argument|a shock|all swearing>, after that I didn't want to
        come out.

        @ noon evening summer #heat #weather
        Too hot to think. Wet cloth on the neck, curtains closed, {fruit} for dinner.

        @ morning noon winter mood:happy #snow #neighbours
        Snow overnight, and the whole street was out with shovels <talking to people it never talks
        to|throwing some of it|being kind>.

        @ evening winter mood:sad #winter
        Dark at half past four. <I keep taking it personally|Lamps on, soup on|Counting the days to the turn
        of it>.

        @ noon evening autumn mood:relaxed #autumn #walk
        Gathered <chestnuts|acorns|red leaves> with no plan for them. They are in every coat pocket I own.

        @ noon evening #walk #weather
        It rained from the moment I left until the moment I got back. Not sorry. {bird}, too, seemed fine with
        it.

        @ noon evening mood:relaxed #outside #quiet
        Sat by the water for {minutes} minutes with nothing in my hands. The thoughts came, found no chair,
        and left.

        @ noon evening spring summer mood:happy #bicycle
        Bicycle out of the cellar, tyres pumped, {chore} forgotten. Rode {way} just to hear the wheels.

        @ evening mood:relaxed #walk #light
        Stood on the hill when the light went. {sky}, then all at once the lamps in the valley.
        """

    static let people = """
        @ evening mood:happy #friends
        {friend} came by with {fruit} and stayed until eleven. We solved nothing and I feel much better.

        @ evening #friends #call
        Long call with {friend}. I talked too much about myself, noticed, and asked properly in the second
        half.

        @ noon evening mood:angry #friends
        {friend} forgot that we were to meet. I waited {minutes} minutes at {place}, first worried, then
        cross, then hungry.

        @ evening mood:happy #friends #food
        Cooked {dish} for {friend}. Too much salt, second helpings all the same.

        @ noon evening mood:anxious #family
        My sister rang about Dad's <knee|driving|back>. He says it's nothing, which is what he says about
        everything.

        @ evening mood:happy #family
        Dad sounded well today, and told the story of the <goat|flood|borrowed tractor> again. I wrote it down
        this time.

        @ evening mood:angry #family
        Sharp words with my sister over nothing, over <who rings whom|Dad's boxes|a birthday>. I will call
        tomorrow. I'd like her to call first.

        @ evening mood:happy #family
        My niece <lost a tooth and showed me the gap|learned to whistle and showed me|built a bridge of spoons
        and showed me> on the screen for five minutes without a break.

        @ noon evening mood:sad #family #mum
        Saw someone at {place} who walked just like Mum. It took me the rest of the way home.

        @ evening mood:sad #mum #food
        Mum's recipe for {dish}, in her handwriting, with "enough" as the amount for everything. I miss her
        most in the kitchen.

        @ evening workdays mood:happy #choir #music
        Choir tonight. We were dreadful until the last <ten|five|twenty> minutes and then, suddenly, we were a
        choir.

        @ noon evening mood:happy #neighbours
        Helped the neighbour carry a shelf up {few} floors. Paid in plum cake and the history of the house.

        @ evening weekends #friends #party
        Crowded evening at {friend}'s. I liked everyone, one at a time, and was glad of the cold air
        afterwards.

        @ evening mood:sad #lonely #phone
        Nobody wrote today and I noticed how often I looked. <Put the phone in the bread tin|Wrote to {friend}
        instead|Went for a walk with nobody, then>.

        @ noon evening mood:happy #friends
        {friend} said that I seem <lighter than last year|more myself|less in a hurry>. I hadn't thought so
        until it was said.

        @ morning noon mood:happy #friends #post
        Postcard from {friend}, four lines, one of them about the weather. On the fridge it goes.
        """
}
