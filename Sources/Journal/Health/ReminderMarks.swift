/// Which reminders were shown on this device, and which are to come again.
package struct ReminderMarks: Hashable, Sendable {
    /// What is known of one reminder.
    package struct Mark: Hashable, Sendable {
        /// Which one.
        package let name: Reminder.Name
        /// When it was shown or put off last, by the clock of that time.
        package let set: Instant
        /// When it is to be shown again; `nil` when it is not.
        package let again: Instant?

        package init(name: Reminder.Name, set: Instant, again: Instant? = nil) {
            (self.name, self.set, self.again) = (name, set, again)
        }
    }

    /// The oldest first, by the order in which they were made, not by a clock that may have been wrong.
    package private(set) var list: [Mark]

    /// How many are kept. Far more than can be open at a time; the oldest go first.
    package static let most = 300

    package init(_ list: [Mark] = []) { self.list = Array(list.suffix(ReminderMarks.most)) }

    /// What is known of a reminder; `nil` where it was not shown.
    package subscript(name: Reminder.Name) -> Mark? { list.last { $0.name == name } }

    /// Notes that it was shown.
    package mutating func show(_ name: Reminder.Name, at now: Instant) { put(Mark(name: name, set: now)) }

    /// Notes that it is to be shown again so many minutes later.
    package mutating func snooze(_ name: Reminder.Name, minutes: Int, at now: Instant) {
        let wait = Int64(min(max(minutes, 1), ReminderMarks.snoozeRange.upperBound)) * 60_000
        put(Mark(name: name, set: now, again: now.moved(by: wait)))
    }

    /// Notes that it was not shown after all; an earlier mark comes back in its place.
    package mutating func takeBack(_ name: Reminder.Name, to earlier: Mark? = nil) {
        list.removeAll { $0.name == name }
        if let earlier { put(earlier) }
    }

    /// For how many minutes a reminder can be put off.
    package static let snoozeRange = 1...720

    private mutating func put(_ mark: Mark) {
        list.removeAll { $0.name == mark.name }
        list.append(mark)
        if list.count > ReminderMarks.most { list.removeFirst(list.count - ReminderMarks.most) }
    }
}
