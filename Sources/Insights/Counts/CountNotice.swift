/// A count that a person asked for: "3 mornings this week with level 7 or more".
///
/// The bare count says nothing about chance: with a mean of 4, four of five people reach it within a year. So it is a plain
/// notice at a threshold that the person sets, and a cue only if the week is a surprise (`isSurprise`).
package struct CountNotice: Hashable, Sendable {
    package let question: Question
    /// The numbers of the seven civil days.
    package let days: ClosedRange<Int>
    /// The number of days on which the level was reached.
    package let count: Int
    package let observed: Int
    /// The probability of a week at least as high, by the weeks before it; `nil` before there are `leastWeeks` of them.
    package let p: Double?
    /// Whether it is unusual for this person, and there was no surprise within the last 28 days.
    package let isSurprise: Bool

    /// What a person wants to be told about.
    package struct Question: Hashable, Sendable {
        package let outcome: Outcome.Name
        /// The part of the day whose mean counts.
        package let slot: DaySlot
        /// The level that counts, reached or passed.
        package let level: Double
        /// The number of days out of seven from which there is a notice, at least 1.
        package let days: Int

        package init(_ outcome: Outcome.Name, _ slot: DaySlot = .morning, level: Double = 7, days: Int = 3) {
            (self.outcome, self.slot, self.level, self.days) = (outcome, slot, level, max(days, 1))
        }
    }

    /// How many weeks with a level a surprise needs before it, and how many are looked at.
    package static let (leastWeeks, mostWeeks) = (8, 26)
    /// The probability below which a week is a surprise.
    package static let limit = 0.001
    /// The days after a surprise without another one.
    package static let pause = 28

    /// The notice of the seven days that end with `last`; `nil` if the count is not reached.
    /// - Parameter lastSurprise: the last day of the latest week that was a surprise, if any.
    package init?(_ question: Question, in outcome: Outcome, through last: Int, lastSurprise: Int? = nil) {
        guard outcome.name == question.outcome else { return nil }
        let weeks = CountNotice.weeks(question, in: outcome, through: last)
        guard let week = weeks.first, week.count >= question.days else { return nil }
        self.question = question
        days = (last - 6)...last
        (count, observed) = (week.count, week.observed)
        p = CountNotice.surprise(week, after: Array(weeks.dropFirst()))
        let waits = lastSurprise.map { last > $0 - CountNotice.pause && last < $0 + CountNotice.pause } ?? false
        isSurprise = !waits && (p ?? 1) <= CountNotice.limit
    }

    /// In one week: the days on which something happened, and the days on which it could have.
    package struct Week: Hashable, Sendable {
        /// Days on which it happened.
        package let count: Int
        /// Days on which that is known.
        package let observed: Int

        package init(_ count: Int, of observed: Int) {
            (self.count, self.observed) = (min(max(count, 0), max(observed, 0)), max(observed, 0))
        }
    }

    /// The probability of a week with at least this count, by a beta-binomial distribution whose mean and overdispersion come
    /// from the weeks before; `nil` before there are eight of them with something known. Also used for doses that were missed
    /// more than usual.
    ///
    /// The overdispersion is that of the weeks (by the method of moments), shrunk towards .40 as if by ten more weeks, and never
    /// below .25: with less, one in twenty years of people whose levels persist from day to day would have a false surprise.
    package static func surprise(_ week: Week, after baseline: [Week]) -> Double? {
        let used = baseline.filter { $0.observed > 0 }.prefix(mostWeeks)
        guard used.count >= leastWeeks, week.observed > 0 else { return nil }
        let count = used.reduce(0) { $0 + $1.count }
        let observed = used.reduce(0) { $0 + $1.observed }
        let mean = (Double(count) + 0.5) / (Double(observed) + 1)
        let trust = Double(used.count) / (Double(used.count) + 10)
        let own = overdispersion(Array(used), count: count, observed: observed)
        let spread = max(0.25, trust * own + (1 - trust) * 0.40)
        return Distributions.betaBinomialTail(atLeast: week.count, of: week.observed, mean: mean, overdispersion: spread)
    }

    /// The intraclass correlation of days of the same week by the method of moments (Kleinman 1973, with weights n): the excess
    /// of the variance between weeks over the binomial one, 0 … 1.
    static func overdispersion(_ weeks: [Week], count: Int, observed: Int) -> Double {
        let mean = Double(count) / Double(observed)
        let free = mean * (1 - mean)
        guard free > 0, weeks.count > 1 else { return 0 }
        let total = Double(observed)
        var (between, squares) = (0.0, 0.0)
        for week in weeks {
            let size = Double(week.observed)
            let away = Double(week.count) / size - mean
            between += size * away * away
            squares += size * size
        }
        let degrees = Double(weeks.count - 1)
        let excess = total - squares / total - degrees
        guard excess > 0 else { return 0 }
        return min(max((between / free - degrees) / excess, 0), 1)
    }

    /// The week that ends with `last`, and the 26 before it, the newest first.
    private static func weeks(_ question: Question, in outcome: Outcome, through last: Int) -> [Week] {
        let length = (mostWeeks + 1) * 7
        var sums = [Double](repeating: 0, count: length)
        var parts = [Int](repeating: 0, count: length)
        for reading in outcome.readings where reading.slot == question.slot {
            let (back, overflow) = last.subtractingReportingOverflow(reading.day)
            guard !overflow, (0..<length).contains(back) else { continue }
            sums[back] += reading.value
            parts[back] += 1
        }
        return (0...mostWeeks).map { week in
            let days = (week * 7)..<(week * 7 + 7)
            let observed = days.filter { parts[$0] > 0 }
            return Week(observed.count { sums[$0] / Double(parts[$0]) >= question.level }, of: observed.count)
        }
    }
}
