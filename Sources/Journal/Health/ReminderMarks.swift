/// Which reminders were shown on this device, and which are snoozed.
package struct ReminderMarks: Hashable, Sendable {
    package struct Mark: Hashable, Sendable {
        package let name: Reminder.Name
        /// When it was last shown or snoozed, by the clock at that time.
        package let set: Instant
        /// When it is shown again; `nil` if it is not.
        package let again: Instant?

        package init(name: Reminder.Name, set: Instant, again: Instant? = nil) {
            (self.name, self.set, self.again) = (name, set, again)
        }
    }

    /// In the order in which they were made, not by a clock that may have been wrong.
    package private(set) var list: [Mark]

    /// How many are stored: far more than can be open at a time; the oldest are dropped first.
    package static let most = 300

    package init(_ list: [Mark] = []) { self.list = Array(list.suffix(ReminderMarks.most)) }

    /// The mark of a reminder; `nil` if it was not shown.
    package subscript(name: Reminder.Name) -> Mark? { list.last { $0.name == name } }

    package mutating func show(_ name: Reminder.Name, at now: Instant) { put(Mark(name: name, set: now)) }

    /// Records that it is shown again after this many minutes.
    package mutating func snooze(_ name: Reminder.Name, minutes: Int, at now: Instant) {
        let wait = Int64(min(max(minutes, 1), ReminderMarks.snoozeRange.upperBound)) * 60_000
        put(Mark(name: name, set: now, again: now.moved(by: wait)))
    }

    /// Records that it was not shown after all, and restores an earlier mark.
    package mutating func takeBack(_ name: Reminder.Name, to earlier: Mark? = nil) {
        list.removeAll { $0.name == name }
        if let earlier { put(earlier) }
    }

    package static let snoozeRange = 1...720

    private mutating func put(_ mark: Mark) {
        list.removeAll { $0.name == mark.name }
        list.append(mark)
        if list.count > ReminderMarks.most { list.removeFirst(list.count - ReminderMarks.most) }
    }
}
