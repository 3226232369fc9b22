import Base
import Journal

extension LocalDay {
    /// A day written as `2026-03-14` in a test.
    package static func of(_ iso: String) -> LocalDay {
        guard let day = LocalDay(iso: iso) else { preconditionFailure("a test names a day that does not exist") }
        return day
    }
}

extension TimeOfDay {
    /// A time written as `21:05` in a test.
    package static func of(_ clock: String) -> TimeOfDay {
        let parts = clock.split(separator: ":").compactMap { Int($0) }
        guard parts.count >= 2, let time = TimeOfDay(hour: parts[0], minute: parts[1], second: parts.count > 2 ? parts[2] : 0)
        else {
            preconditionFailure("a test names a time that does not exist")
        }
        return time
    }
}

/// `21:05`, `21:05:30`; `-` for none.
package func shown(_ time: TimeOfDay?) -> String {
    guard let time else { return "-" }
    return time.clock + (time.second == 0 ? "" : ":" + padded(time.second, to: 2))
}

extension Journal.Tag {
    /// A tag that a test takes for granted.
    package static func of(_ name: String) -> Journal.Tag {
        guard let tag = Journal.Tag(name) else { preconditionFailure("a test names a tag that cannot be") }
        return tag
    }
}

extension Mood {
    /// A mood that a test takes for granted.
    package static func of(_ name: String) -> Mood {
        guard let mood = Mood(name) else { preconditionFailure("a test names a mood that cannot be") }
        return mood
    }
}

extension Amount {
    /// An amount that a test takes for granted.
    package static func of(_ text: String) -> Amount {
        guard let amount = Amount(text) else { preconditionFailure("a test names an amount that cannot be") }
        return amount
    }
}
