import Journal

/// A moment with a level high enough to treat, and whether a medicine was taken then.
package struct HighMoment: Hashable, Sendable {
    package let instant: Instant
    /// The number of its civil day.
    package let day: Int
    package let slot: DaySlot
    package let level: Double
    /// Whether a dose was taken from 15 minutes before to one hour after.
    package let treated: Bool
    /// The mean of the readings in the 24 hours before; `nil` without readings.
    package let before: Double?
    /// The mean of the readings one to five hours later; `nil` without readings.
    package let after: Double?
}

extension HighMoment {
    /// The level from which a moment is high.
    package static let least = 5.0
    private static let minute: Int64 = 60_000
    private static let hour = 60 * minute
    /// People take a tablet and then write: a dose shortly before belongs to the moment, since nothing works that fast.
    static let grace = 15 * minute

    /// The high moments of the days of `window`, in their order, without a dose in the six hours before. `doses` ascend.
    ///
    /// A moment is treated if there was a dose before the answer begins to count, one hour later; a dose after that leaves it
    /// untreated. Such moments stay in: dropping them would use the future (a moment that got worse is treated later), and would
    /// show harm where there is none in a third of diaries. Answers after the window do not count, so that a look at a day is the
    /// same whenever it is made.
    package static func all(of outcome: Outcome, doses: [Instant], window: ClosedRange<Int>) -> [HighMoment] {
        let readings = outcome.readings
        return readings.indices.compactMap { index in
            let reading = readings[index]
            guard window.contains(reading.day), reading.value >= least else { return nil }
            let now = reading.instant.milliseconds
            guard !contains(doses, (now - 6 * hour)..<(now - grace)) else { return nil }
            return HighMoment(
                instant: reading.instant, day: reading.day, slot: reading.slot, level: reading.value,
                treated: contains(doses, (now - grace)..<(now + hour)), before: mean(before: index, in: readings),
                after: mean(after: index, in: readings, through: window.upperBound))
        }
    }

    /// Whether there is a dose in a span; `doses` ascend.
    private static func contains(_ doses: [Instant], _ span: Range<Int64>) -> Bool {
        let first = doses.partitioningIndex { $0.milliseconds >= span.lowerBound }
        return first < doses.count && doses[first].milliseconds < span.upperBound
    }

    private static func mean(before index: Int, in readings: [Reading]) -> Double? {
        let now = readings[index].instant.milliseconds
        let span = readings[..<index].reversed().prefix { $0.instant.milliseconds >= now - 24 * hour }
        return meanOf(span.filter { $0.instant.milliseconds < now }.map { $0.value })
    }

    private static func mean(after index: Int, in readings: [Reading], through last: Int) -> Double? {
        let now = readings[index].instant.milliseconds
        let span = readings[index...].prefix { $0.instant.milliseconds <= now + 5 * hour }
        return meanOf(span.filter { $0.instant.milliseconds >= now + hour && $0.day <= last }.map { $0.value })
    }

    private static func meanOf(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
}
