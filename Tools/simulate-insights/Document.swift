/// The texts around the tables. docs/insights-figures.md has the rows that a promise rests on.
package enum Document {
    /// What is simulated and how it is counted; before the tables.
    /// - Parameter command: the command that produces the page again.
    package static func opening(command: String, diaries: Int) -> String {
        """
        # How often Insights is wrong, and how often it finds what is there

        Written by `\(command)` (\(diaries) made-up people a row); the same command gives the same page on any machine and with any
        number of threads. The comments in `Sources/Insights` explain the methods.

        ## Who is simulated

        Each person writes down one symptom, 0 to 10, rounded, one to three times a day: the level of a day has mean 4 and standard
        deviation 2 and hangs together with that of the day before (ρ); within a day it wanders and forgets in four hours. Every fifth
        day is missing, and about every 90 days a run of five to ten. After four of five high moments (5 or more) "how is it now?" is
        answered two hours later.

        Everybody has ten tags that come on a fifth to a half of the days and last or not, a medicine as needed that is taken the more
        often the worse it is, and, from a bad spell on, a medicine for every day of which some doses are missed. None of them has any
        effect, except the first tag where an effect is planted. So all five families have something to ask, and each cue is wrong.

        - *noise*: as said.
        - *weekend rhythm*: weekends are 1 point worse, and half of the tags come more often on weekends. Finding that weekends are
          worse is right, and not counted.
        - *weekday rhythm*: one day of the week is 2 points worse, and half of the tags come on nine of ten days of one weekday and
          on one of ten others: choir on Thursdays, migraine on Mondays. Finding that weekends differ is right, and not counted.
        - *life changes*: on some day the level goes up or down by 1.5 points for good; each tag changes how often it comes on a day of
          its own. Finding that the level changed (course) is right, and not counted; nor is the daily medicine, which was begun in a
          bad spell that in truth never ended: no look can tell these two apart, and the cue says so.

        - *noted on bad days*: of what there was, 36 % is noted on a day of level 2, 62 % at 4, and 88 % at 6: each tag for itself, all
          tags of a day or none, the day itself, or one suspected tag alone. The last can't be known from the days: it has no bound.
        - *three tags*: only three of the ten are ever written down.
        - *companion*: the second tag has no effect, and comes on 80 % of the days of the first, which has one, and on 10 % of others.

        Tags are known on written days only, except where an effect is planted and nothing else is said.

        ## How it is counted

        *One* look is a report over the whole diary: amber at .01 in a family. *Every 14 days* is the way of the app: what stands out is
        watched, and amber once later days have confirmed it (factors 28 to 112 of them, other families 42); counted is whether a year
        showed anybody any amber at all. The size is that of the days after the confirmation, at the end of the year; “not
        seen since” is how many cues about what is there were put aside because 0 lies in it.
        Shares have their 95 % interval (Wilson). A bound is broken when the whole interval lies beyond it.


        """
    }

    /// What the frontier compares.
    package static let frontier = """
        The same people under several rules, asked about factors only: those without a pattern (noise), and those with one of 1 SD the
        day after, factors known on written days only (ρ 0.5). Where there are several tests, there is one every 14 days.


        """
}
