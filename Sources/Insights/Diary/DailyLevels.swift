/// The level of each civil day of a span: the mean of the means of its slots. A day without a reading is missing, never 0.
package struct DailyLevels: Hashable, Sendable {
    /// The numbers of the days that are covered.
    package let days: ClosedRange<Int>
    /// One for each day of `days`; not a number where nothing was written down.
    package let values: [Double]
    /// How many readings each day has.
    package let counts: [Int]

    /// The levels of an outcome.
    package init(of outcome: Outcome, days: ClosedRange<Int>) {
        var sums = [Double](repeating: 0, count: days.count * DaySlot.allCases.count)
        var parts = [Int](repeating: 0, count: sums.count)
        for reading in outcome.readings where days.contains(reading.day) {
            let place = (reading.day - days.lowerBound) * DaySlot.allCases.count + reading.slot.rawValue
            sums[place] += reading.value
            parts[place] += 1
        }
        var values = [Double](repeating: .nan, count: days.count)
        var counts = [Int](repeating: 0, count: days.count)
        for day in 0..<days.count {
            let slots = (day * DaySlot.allCases.count)..<((day + 1) * DaySlot.allCases.count)
            let used = slots.filter { parts[$0] > 0 }
            counts[day] = slots.reduce(0) { $0 + parts[$1] }
            if !used.isEmpty { values[day] = used.reduce(0) { $0 + sums[$1] / Double(parts[$1]) } / Double(used.count) }
        }
        (self.days, self.values, self.counts) = (days, values, counts)
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
