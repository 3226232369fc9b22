import Journal

/// What a person wants to understand: how strong something was, at the times they logged it.
package struct Outcome: Hashable, Sendable {
    package let name: Name
    /// In order of time.
    package let readings: [Reading]

    package enum Name: Hashable, Sendable {
        /// The severity of a symptom, 0–10, by `SymptomEntry.key`.
        case symptom(String)
        /// The mood in numbers, 1–10, of check-ins and entries.
        case mood
        /// The craving of check-ins, 0–10.
        case craving
        /// A measure in its own unit, by `MeasureEntry.series`.
        case measure(String)

        /// Whether it is rated from 0 to 10, and high is bad: 7 and more is a high moment.
        package var isBurden: Bool {
            switch self {
            case .symptom, .craving: true
            case .mood, .measure: false
            }
        }
    }

    /// Sorts the readings.
    package init(_ name: Name, _ readings: [Reading]) {
        self.name = name
        self.readings = readings.sorted { ($0.instant, $0.minute, $0.value) < ($1.instant, $1.minute, $1.value) }
    }
}

/// One logged number, with its instant and local time.
package struct Reading: Hashable, Sendable {
    package let instant: Instant
    /// The number of the writer's civil day (`LocalDay.number`).
    package let day: Int
    /// The minute of the day on the writer's clock, 0 ..< 1440.
    package let minute: Int
    package let value: Double

    package init(instant: Instant, day: Int, minute: Int, value: Double) {
        (self.instant, self.day, self.minute, self.value) = (instant, day, min(max(minute, 0), 1439), value)
    }

    package var slot: DaySlot { DaySlot(minute: minute) }
}

/// The parts of a day. A day's level is the mean of their means, so that logging more often at bad times does not make the day
/// worse.
package enum DaySlot: Int, CaseIterable, Hashable, Sendable {
    /// 22:00–04:00; the hours after midnight belong to the new civil day.
    case night
    /// 04:00–12:00
    case morning
    /// 12:00–17:00
    case afternoon
    /// 17:00–22:00
    case evening

    /// The part of the day of a minute (0 ..< 1440).
    package init(minute: Int) {
        switch minute / 60 {
        case 4..<12: self = .morning
        case 12..<17: self = .afternoon
        case 17..<22: self = .evening
        default: self = .night
        }
    }
}
