import Journal

/// What a person wants to understand: how strong something was, by the moments at which they said so.
package struct Outcome: Hashable, Sendable {
    /// What it is.
    package let name: Name
    /// In the order of their moments.
    package let readings: [Reading]

    /// What can be asked about.
    package enum Name: Hashable, Sendable {
        /// The severity of a symptom, 0–10, by `SymptomEntry.key`.
        case symptom(String)
        /// The mood score of check-ins, 1–10.
        case mood
        /// The craving of check-ins, 0–10.
        case craving
    }

    /// Sorts the readings.
    package init(_ name: Name, _ readings: [Reading]) {
        self.name = name
        self.readings = readings.sorted { ($0.instant, $0.minute, $0.value) < ($1.instant, $1.minute, $1.value) }
    }
}

/// One number that a person wrote down, and when it was on the wall where they were.
package struct Reading: Hashable, Sendable {
    /// When it was.
    package let instant: Instant
    /// The number of the civil day that the writer saw (`LocalDay.number`).
    package let day: Int
    /// Minutes that the writer's clock showed, 0 ..< 1440.
    package let minute: Int
    /// How much.
    package let value: Double

    package init(instant: Instant, day: Int, minute: Int, value: Double) {
        (self.instant, self.day, self.minute, self.value) = (instant, day, min(max(minute, 0), 1439), value)
    }

    /// The part of the day it lies in.
    package var slot: DaySlot { DaySlot(minute: minute) }
}

/// The parts of a day whose means make up its level, so that somebody who logs more often when it is bad has no worse days by that.
package enum DaySlot: Int, CaseIterable, Hashable, Sendable {
    /// 22:00–04:00; the hours after midnight belong to the civil day that has begun.
    case night
    /// 04:00–12:00
    case morning
    /// 12:00–17:00
    case afternoon
    /// 17:00–22:00
    case evening

    /// The part in which a minute of the day (0 ..< 1440) lies.
    package init(minute: Int) {
        switch minute / 60 {
        case 4..<12: self = .morning
        case 12..<17: self = .afternoon
        case 17..<22: self = .evening
        default: self = .night
        }
    }
}
