/// A measurement by a device for one civil day: sleep, steps.
package struct HealthSample: Hashable, Sendable {
    package var measure: Measure
    /// The start of its time range.
    package var instant: Instant
    package var end: Instant
    /// IANA name of a zone, or an offset such as `+02:00` if the source has no more.
    package var zone: String
    /// The civil day it counts for; a night counts for the day of waking.
    package var day: LocalDay
    /// The value for that day, in `Measure.unit`.
    package var value: Double
    /// The name of its source: `Anna’s iPhone`.
    package var source: String
    /// Its parts by name, in the same unit: for sleep `core`, `deep`, `rem`, `awake`, `in bed`.
    package var parts: [String: Double]

    package enum Measure: String, CaseIterable, Sendable {
        case sleep
        case steps

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

    package static let valueRange = 0...1e7

    /// The first reason why it cannot be saved; `nil` if it can.
    package var fault: HealthFault? {
        guard HealthSample.valueRange.contains(value) else { return .outside(field: "value", least: "0", most: "10000000") }
        if parts.count > HealthLimits.list { return .tooMany(field: "parts", limit: HealthLimits.list) }
        return source.shortFault("source")
    }
}
