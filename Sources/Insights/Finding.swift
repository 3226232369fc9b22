/// The answer of the data to one question.
package struct Finding: Hashable, Sendable {
    package let hypothesis: Hypothesis
    /// How much higher the level was with than without (lower when negative); of a trend, over the whole window.
    package let difference: Double
    /// Its 95 % confidence interval.
    package let interval: ClosedRange<Double>
    /// The number of days (for `asNeeded` high moments; for `weekend` and `timeOfDay` weeks) with it.
    package let with: Int
    package let without: Int
    /// The numbers of the first and the last civil day that were looked at.
    package var window: ClosedRange<Int>
    /// Standard deviation of the daily levels in that window.
    package let spread: Double
    /// Two-sided, for this question alone.
    package let p: Double
    /// Two-sided, adjusted for all questions of its family that were asked together.
    package let adjusted: Double
    /// Other factors that mostly come with this one: the days cannot tell which of them it is.
    package var together: [Factor.Name] = []

    package init(
        _ hypothesis: Hypothesis, difference: Double, interval: ClosedRange<Double>, with: Int, without: Int,
        window: ClosedRange<Int>, spread: Double, p: Double, adjusted: Double, together: [Factor.Name] = []
    ) {
        (self.hypothesis, self.difference, self.interval) = (hypothesis, difference, interval)
        (self.with, self.without, self.window, self.spread) = (with, without, window, spread)
        (self.p, self.adjusted, self.together) = (p, adjusted, together)
    }

    /// Whether it is large enough to matter: half a standard deviation of the person's own days, however narrow their range is.
    package var isLarge: Bool { difference != 0 && abs(difference) >= spread / 2 }
}

package struct FamilyLook: Hashable, Sendable {
    package let family: Family
    /// The number of questions that the data could answer.
    package let asked: Int
    /// The answers, the most certain first.
    package let findings: [Finding]
    /// Questions without enough data yet.
    package let waiting: [Waiting]

    package struct Waiting: Hashable, Sendable {
        /// The question; for a factor, the one of lag 0 represents all lags.
        package let hypothesis: Hypothesis
        package let need: Need

        package enum Need: Hashable, Sendable {
            /// More days with a level.
            case days(Int)
            /// More days (for `asNeeded`: treated moments) with it.
            case with(Int)
            /// More days without it.
            case without(Int)
            /// More high moments with an answer to "how is it now?".
            case moments(Int)
            /// Every high moment was treated: nothing can be compared.
            case alwaysTreated
            /// More names of this kind than usual are written down on such days. Needed are days on which the factor is known to be
            /// absent.
            case evenness
            /// Days with only one of the two: it goes along with the other factor, which explains the days better.
            case apart(from: Factor.Name)
        }

        package init(_ hypothesis: Hypothesis, _ need: Need) { (self.hypothesis, self.need) = (hypothesis, need) }
    }

    package init(_ family: Family, asked: Int, findings: [Finding], waiting: [Waiting]) {
        (self.family, self.asked, self.findings, self.waiting) = (family, asked, findings, waiting)
    }
}
