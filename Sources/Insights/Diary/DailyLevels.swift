/// The level of each civil day of a span: the mean of its slots' means. A day without a reading is missing, never 0.
package struct DailyLevels: Hashable, Sendable {
    /// The numbers of the days covered.
    package let days: ClosedRange<Int>
    /// One for each day of `days`; NaN for days without a reading.
    package let values: [Double]
    package let counts: [Int]

    package init(of outcome: Outcome, days: ClosedRange<Int>) { self.init(SlotMeans(of: outcome, days: days)) }

    init(_ slots: SlotMeans) {
        days = slots.days
        values = (0..<days.count).map { slots.mean(of: $0) }
        counts = (0..<days.count).map { slots.counts(of: $0) }
    }

    /// From known levels, one for each day; NaN if a day has none.
    package init(days: ClosedRange<Int>, values: [Double]) {
        precondition(values.count == days.count, "one level for each day")
        (self.days, self.values) = (days, values)
        counts = values.map { $0.isNaN ? 0 : 1 }
    }

    /// The level of a day; `nil` outside the span and without a reading.
    package subscript(day: Int) -> Double? {
        guard days.contains(day) else { return nil }
        let value = values[day - days.lowerBound]
        return value.isNaN ? nil : value
    }

    package var observed: Int { values.count { !$0.isNaN } }

    package func within(_ part: ClosedRange<Int>) -> DailyLevels {
        let part = part.clamped(to: days)
        let first = part.lowerBound - days.lowerBound
        return DailyLevels(days: part, values: Array(values[first..<(first + part.count)]))
    }

    /// For each day, the mean of the observed days among the last `length`; NaN if fewer than `least` of them were observed.
    /// Shown over 7 days (at least 4) and 28 (at least 14).
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
