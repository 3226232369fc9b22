import Base
import Foundation
import Journal

/// The time form of an event (RFC 5545, 3.3.5).
enum CalendarForm: Hashable, Sendable {
    /// Local time, wherever its reader is.
    case floating
    /// Local time in one zone.
    case zoned(CivilTime)
    /// Universal time.
    case universal

    static func == (a: CalendarForm, b: CalendarForm) -> Bool {
        a.zone?.zone.identifier == b.zone?.zone.identifier && a.rank == b.rank
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(zone?.zone.identifier)
        hasher.combine(rank)
    }

    var zone: CivilTime? { if case .zoned(let civil) = self { civil } else { nil } }

    private var rank: Int {
        switch self {
        case .floating: 0
        case .zoned: 1
        case .universal: 2
        }
    }
}

/// Dates and times in iCalendar form.
enum CalendarStamp {
    /// `20261120T080000`.
    static func local(_ day: LocalDay, _ time: TimeOfDay) -> String {
        day.iso.filter { $0 != "-" } + "T" + two(time.hour) + two(time.minute) + two(time.second)
    }

    /// `20261120T070000Z`.
    static func universal(_ instant: Instant) -> String {
        guard let (day, time) = civil(instant.milliseconds) else { preconditionFailure("an instant is in the calendar") }
        return local(day, time) + "Z"
    }

    /// `+0130`, with seconds if there are any.
    static func offset(_ seconds: Int) -> String {
        let size = abs(seconds)
        let text = (seconds < 0 ? "-" : "+") + two(size / 3600) + two(size / 60 % 60)
        return size % 60 == 0 ? text : text + two(size % 60)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
