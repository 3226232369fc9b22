/// What to show at an instant, and when to check again.
///
/// Each reminder is shown once, and once more after each snooze; that of a dose again and again if its owner wishes. One that was due while the machine slept, was off or had another
/// time is shown late, unless it has expired.
package struct ReminderPlan: Hashable, Sendable {
    /// To be shown now, by time.
    package let due: [Reminder]
    /// When the next one is due; `nil` if none is in sight.
    package let next: Instant?

    /// The plan for what is open.
    /// - Parameter repeatMinutes: after which a dose is shown again, until it is logged; `nil` for once.
    /// - Parameter quiet: ascending stretches in which nothing is shown: what would be, is shown at their end.
    package init(
        _ open: some Sequence<Reminder>, marks: ReminderMarks, now: Instant, repeatMinutes: Int? = nil,
        quiet: [Range<Instant>] = []
    ) {
        let known = Dictionary(marks.list.map { ($0.name, $0) }) { $1 }
        var due: [Reminder] = []
        var next: Instant?
        for reminder in open {
            guard let span = reminder.span(mark: known[reminder.name], now: now, repeatMinutes: repeatMinutes) else { continue }
            let moment = max(span.lowerBound, now)
            let start = quiet.first { $0.contains(moment) }?.upperBound ?? span.lowerBound
            guard max(start, now) < span.upperBound else { continue }
            if start <= now {
                due.append(reminder)
            } else {
                next = min(next ?? start, start)
            }
        }
        self.due = due.sorted { ($0.due, $0.name.text) < ($1.due, $1.name.text) }
        self.next = next
    }
}

extension Reminder {
    /// How long a snoozed one stays open at least.
    private static let snoozedTime: Int64 = 30 * 60_000

    /// When it may be shown; `nil` if it was shown and not snoozed.
    fileprivate func span(mark: ReminderMarks.Mark?, now: Instant, repeatMinutes: Int?) -> Range<Instant>? {
        guard let mark else { return due..<max(due, until) }
        guard let again = mark.again else {
            guard let repeatMinutes, kind == .dose else { return nil }
            let start = min(mark.set, now).moved(by: Int64(repeatMinutes) * 60_000)
            return start < until ? start..<until : nil
        }
        // The clock was set back since the snooze: better some minutes early than hours late.
        let start = now < mark.set ? now : again
        return start..<max(until, start.moved(by: Reminder.snoozedTime))
    }
}
