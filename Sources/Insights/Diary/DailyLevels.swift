/// The level of each civil day of a span: the mean of the means of its slots. A day without a reading is missing, never 0.
package struct DailyLevels: Hashable, Sendable {
    /// The numbers of the days that are covered.
    package let days: ClosedRange<Int>
    /// One for each day of `days`; not a number where nothing was written down.
    package let values: [Double]
    /// How many readings each day has.
    package let counts: [Int]

    /// The levels of an outcome.
    package init(of outcome: Outcome, days: ClosedRange<Int>) { self.init(SlotMeans(of: outcome, days: days)) }

    /// The levels of days whose parts are known already.
    init(_ slots: SlotMeans) {
        days = slots.days
        values = (0..<days.count).map { slots.mean(of: $0) }
        counts = (0..<days.count).map { slots.counts(of: $0) }
    }

    /// Levels that are known already, one for each day; not a number where a day has none.
    package init(days: ClosedRange<Int>, values: [Double]) {
        precondition(values.count == days.count, "one level for each day")
        (self.days, self.values) = (days, values)
        counts = values.map { $0.isNaN ? 0 : 1 }
    }

    /// The level of a day; `nil` outside the span and where nothing was written down.
    package subscript(day: Int) -> Double? {
        guard days.contains(day) else { return nil }
        let value = values[day - days.lowerBound]
        return value.isNaN ? nil : value
    }

    /// On how many days something was written down.
    package var observed: Int { values.count { !$0.isNaN } }

    /// The days of a part of the span.
    package func within(_ part: ClosedRange<Int>) -> DailyLevels {
        let part = part.clamped(to: days)
        let first = part.lowerBound - days.lowerBound
        return DailyLevels(days: part, values: Array(values[first..<(first + part.count)]))
    }

    /// The mean of the observed days among the last `length`, for each day; not a number where fewer than `least` of them were
    /// observed. Shown over 7 days (at least 4) and 28 (at least 14).
    package func rolling(_ length: Int, least: Int) -> [Double] {
        var (sum, count) = (0.0, 0)
        return values.indices.map { index in
            if !values[index].isNaN { (sum, count) = (sum + values[index], count + 1) }
            let gone = index - length
            if gone >= 0, !values[gone].isNaN { (sum, count) = (sum - values[gone], count - 1) }
            return count >= max(least, 1) ? sum / Double(count) : .nan
        }
    }
}
