/// A local time of day, to the millisecond, without zone or day.
package struct TimeOfDay: Hashable, Comparable, Sendable {
    /// Milliseconds since 00:00, 0 ..< 86,400,000.
    package let milliseconds: Int

    /// `nil` outside one day of 24 hours.
    package init?(milliseconds: Int) {
        guard (0..<86_400_000).contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    /// `nil` for an hour outside 0–23, a minute or second outside 0–59 (a leap second too), a millisecond
    /// outside 0–999.
    package init?(hour: Int, minute: Int, second: Int = 0, millisecond: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second),
            (0...999).contains(millisecond)
        else { return nil }
        self.milliseconds = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
    }

    /// 0–23.
    package var hour: Int { milliseconds / 3_600_000 }

    /// 0–59.
    package var minute: Int { milliseconds / 60_000 % 60 }

    /// 0–59.
    package var second: Int { milliseconds / 1000 % 60 }

    /// For display: hours and minutes on the 24-hour clock, `21:05`.
    package var clock: String { padded(hour, to: 2) + ":" + padded(minute, to: 2) }

    package static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.milliseconds < b.milliseconds }
}

extension TimeOfDay {
    /// 00:00.
    package static var midnight: TimeOfDay {
        guard let time = TimeOfDay(milliseconds: 0) else { preconditionFailure("a day has a midnight") }
        return time
    }

    /// 12:00: used when only the day of a moment is known.
    package static var noon: TimeOfDay {
        guard let time = TimeOfDay(hour: 12, minute: 0) else { preconditionFailure("a day has a noon") }
        return time
    }
}
