import Journal

/// A moment at which something was as high as one would treat it, and whether a medicine was taken then.
package struct HighMoment: Hashable, Sendable {
    /// When.
    package let instant: Instant
    /// The number of its civil day.
    package let day: Int
    /// The part of the day.
    package let slot: DaySlot
    /// How high.
    package let level: Double
    /// Whether a dose was taken from 15 minutes before to one hour after.
    package let treated: Bool
    /// The mean of what was written down in the 24 hours before; `nil` where nothing was.
    package let before: Double?
    /// The mean of what was written down one to five hours later; `nil` where nothing was.
    package let after: Double?
}

extension HighMoment {
    /// The level from which on a moment is a high one.
    package static let least = 5.0
    private static let minute: Int64 = 60_000
    private static let hour = 60 * minute
    /// People take a tablet and then write: a dose shortly before belongs to the moment, for nothing works as fast.
    static let grace = 15 * minute

    /// The high moments of the days of `window`, in their order, with no dose in the six hours before.
    /// `doses` ascend.
    ///
    /// Treated is what got a dose before the answer begins to count, one hour later; a dose after that leaves a moment
    /// untreated. Such moments stay in: to drop them is to look into the future (a moment that got worse is treated later),
    /// and shows harm where there is none in a third of diaries. Answers after the window do not count, so that a look at a
    /// day is the same whenever it is made.
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

    /// Whether a dose lies in a span; `doses` ascend.
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
