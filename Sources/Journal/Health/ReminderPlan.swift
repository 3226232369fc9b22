/// What to show at an instant, and when to look again.
///
/// Each reminder is shown once, and once more each time it was put off. One whose time passed while nobody looked, because the
/// machine slept, was off or had another time, is shown late as long as it makes sense.
package struct ReminderPlan: Hashable, Sendable {
    /// To be shown now, in the order of their times.
    package let due: [Reminder]
    /// When the next one is to be shown; `nil` when none is in sight.
    package let next: Instant?

    /// The plan for what is open.
    package init(_ open: some Sequence<Reminder>, marks: ReminderMarks, now: Instant) {
        let known = Dictionary(marks.list.map { ($0.name, $0) }) { $1 }
        var due: [Reminder] = []
        var next: Instant?
        for reminder in open {
            guard let span = reminder.span(mark: known[reminder.name], now: now), now < span.upperBound else { continue }
            if span.lowerBound <= now {
                due.append(reminder)
            } else {
                next = min(next ?? span.lowerBound, span.lowerBound)
            }
        }
        self.due = due.sorted { ($0.due, $0.name.text) < ($1.due, $1.name.text) }
        self.next = next
    }
}

extension Reminder {
    /// How long one that was put off stays open at least, when its time comes.
    private static let snoozedTime: Int64 = 30 * 60_000

    /// When it may be shown; `nil` when it was shown and not put off.
    fileprivate func span(mark: ReminderMarks.Mark?, now: Instant) -> Range<Instant>? {
        guard let mark else { return due..<max(due, until) }
        guard let again = mark.again else { return nil }
        // The clock was set back since it was put off: rather some minutes early than hours late.
        let start = now < mark.set ? now : again
        return start..<max(until, start.moved(by: Reminder.snoozedTime))
    }
}
