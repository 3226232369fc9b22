/// What a device measured on one civil day: how long somebody slept, how many steps they took.
package struct HealthSample: Hashable, Sendable {
    /// What was measured.
    package var measure: Measure
    /// The first instant that it covers.
    package var instant: Instant
    /// The last.
    package var end: Instant
    /// IANA name of a zone, or an offset such as `+02:00` where the source knew no more.
    package var zone: String
    /// The civil day it counts for; a night counts for the day of waking.
    package var day: LocalDay
    /// The value for that day, in `Measure.unit`.
    package var value: Double
    /// Where it came from, as the source names itself: `Anna’s iPhone`.
    package var source: String
    /// Pieces of it by name, in the same unit: of sleep `core`, `deep`, `rem`, `awake`, `in bed`.
    package var parts: [String: Double]

    /// The kinds that are kept.
    package enum Measure: String, CaseIterable, Sendable {
        case sleep
        case steps

        /// What the value counts.
        package var unit: String {
            switch self {
            case .sleep: "min"
            case .steps: "count"
            }
        }
    }

    package init(
        measure: Measure, instant: Instant, end: Instant, zone: String, day: LocalDay, value: Double, source: String,
        parts: [String: Double] = [:]
    ) {
        (self.measure, self.instant, self.end, self.zone, self.day) = (measure, instant, end, zone, day)
        (self.value, self.source, self.parts) = (value, source, parts)
    }

    /// What a value, or a part of it, may be.
    package static let valueRange = 0...1e7

    /// What keeps it from being saved, the first thing found; `nil` when it may be.
    package var fault: HealthFault? {
        guard HealthSample.valueRange.contains(value) else { return .outside(field: "value", least: "0", most: "10000000") }
        if parts.count > HealthLimits.list { return .tooMany(field: "parts", limit: HealthLimits.list) }
        return source.shortFault("source")
    }
}
