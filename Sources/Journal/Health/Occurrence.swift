/// One dose that a schedule asks for.
package struct Occurrence: Hashable, Sendable {
    /// Which one it is; the same on every device.
    package let name: Name
    /// Of which medicine.
    package let medication: RecordLink
    /// When it is due.
    package let due: Instant
    /// The civil day and time that the wall shows then by the schedule's own reckoning.
    package let day: LocalDay
    /// The time of that day.
    package let time: TimeOfDay
    /// How much.
    package let amount: Amount
    /// Taken before or after this it is late: ± min(2 h, a quarter of the way to the neighbouring dose).
    package let window: ClosedRange<Instant>
    /// From here on an unsettled dose counts as missed: half of the way to the next dose, at least 15 minutes and at most 6 hours after it was due.
    package let missedAt: Instant

    /// Names one dose of one schedule.
    package struct Name: Hashable, Comparable, Sendable {
        /// The schedule.
        package let schedule: RecordLink
        /// Which of its doses: `2026-11-20T08:00`, the day and time of its own wall, so that a journey or a clock change makes
        /// neither a second one of it nor none; of one that counts hours the number of the dose, `#17`.
        package let key: String

        package init(schedule: RecordLink, key: String) { (self.schedule, self.key) = (schedule, key) }

        package static func < (a: Name, b: Name) -> Bool { (a.schedule, a.key) < (b.schedule, b.key) }
    }

    package init(
        name: Name, medication: RecordLink, due: Instant, day: LocalDay, time: TimeOfDay, amount: Amount,
        window: ClosedRange<Instant>, missedAt: Instant
    ) {
        (self.name, self.medication, self.due, self.day, self.time) = (name, medication, due, day, time)
        (self.amount, self.window, self.missedAt) = (amount, window, missedAt)
    }
}
