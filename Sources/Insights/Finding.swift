/// What the data says to one question.
package struct Finding: Hashable, Sendable {
    /// The question.
    package let hypothesis: Hypothesis
    /// How much higher the level was with than without (lower when negative); of a trend, over the whole window.
    package let difference: Double
    /// Where that lies with 95 % confidence.
    package let interval: ClosedRange<Double>
    /// Days (of `asNeeded`: high moments; of `weekend` and `timeOfDay`: weeks) with it.
    package let with: Int
    /// The same without it.
    package let without: Int
    /// The numbers of the first and the last civil day that were looked at.
    package let window: ClosedRange<Int>
    /// Standard deviation of the daily levels in that window.
    package let spread: Double
    /// Two-sided, of this question alone.
    package let p: Double
    /// Two-sided, adjusted for all questions of its family that were asked at once.
    package let adjusted: Double

    package init(
        _ hypothesis: Hypothesis, difference: Double, interval: ClosedRange<Double>, with: Int, without: Int,
        window: ClosedRange<Int>, spread: Double, p: Double, adjusted: Double
    ) {
        (self.hypothesis, self.difference, self.interval) = (hypothesis, difference, interval)
        (self.with, self.without, self.window, self.spread) = (with, without, window, spread)
        (self.p, self.adjusted) = (p, adjusted)
    }

    /// Whether it is large enough to matter to somebody: a point of ten, and half a standard deviation.
    package var isLarge: Bool { abs(difference) >= max(1, spread / 2) }
}

/// What one family found at one look.
package struct FamilyLook: Hashable, Sendable {
    /// The family.
    package let family: Family
    /// How many questions the data could answer.
    package let asked: Int
    /// What it says to them, the surest first.
    package let findings: [Finding]
    /// Questions for which there is not enough yet.
    package let waiting: [Waiting]

    /// A question that cannot be answered yet.
    package struct Waiting: Hashable, Sendable {
        /// The question; of a factor the one of lag 0 stands for all lags.
        package let hypothesis: Hypothesis
        /// Why.
        package let need: Need

        /// What is missing.
        package enum Need: Hashable, Sendable {
            /// So many more days with a level.
            case days(Int)
            /// So many more days (of `asNeeded`: treated moments) with it.
            case with(Int)
            /// So many more without it.
            case without(Int)
            /// So many more high moments with an answer to "how is it now?".
            case moments(Int)
            /// Every high moment was treated: nothing can be compared.
            case alwaysTreated
        }

        package init(_ hypothesis: Hypothesis, _ need: Need) { (self.hypothesis, self.need) = (hypothesis, need) }
    }

    package init(_ family: Family, asked: Int, findings: [Finding], waiting: [Waiting]) {
        (self.family, self.asked, self.findings, self.waiting) = (family, asked, findings, waiting)
    }
}
