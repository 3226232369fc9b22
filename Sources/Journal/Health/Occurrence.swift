package struct Occurrence: Hashable, Sendable {
    /// Its name, the same on every device.
    package let name: Name
    package let medication: RecordID
    package let due: Instant
    /// The civil day in the schedule's own zone.
    package let day: LocalDay
    package let time: TimeOfDay
    package let amount: Amount
    /// Outside this window it is early or late: ± min(2 h, a quarter of the time to the neighboring dose).
    package let window: ClosedRange<Instant>
    /// When an unlogged dose counts as missed: halfway to the next dose and at most 12 hours after it was due, or after the hours
    /// that the medicine allows (`Medication.openHours`), but when the window of the next dose opens; at least after 15 minutes.
    /// At any time of its day (`Schedule.isAnyTime`), both are that day.
    package let missedAt: Instant
    /// Whether it may be taken at any time of its day; `due` is then when its owner is reminded.
    package let isAnyTime: Bool

    /// Whether a dose was taken in time that was due at `due` where its owner was then (default: where the owner is now).
    package func timing(of instant: Instant, due: Instant? = nil) -> Intake.Timing {
        let instant = instant.moved(by: self.due.milliseconds - (due ?? self.due).milliseconds)
        return instant < window.lowerBound ? .early : instant > window.upperBound ? .late : .inTime
    }

    package struct Name: Hashable, Comparable, Sendable {
        package let schedule: RecordID
        /// Which of its doses: `2026-11-20T08:00`, the day and time in its own zone, so that travel or a clock change neither
        /// duplicates nor drops it; if hours are counted, the number of the dose, `#17`.
        package let key: String

        /// The number of a dose of a schedule that counts hours, 0 to 2³¹ − 1; `nil` for the name of another dose, and for what is none.
        package var number: Int64? { Name.number(ofKey: key) }

        static func number(ofKey key: String) -> Int64? {
            let digits = key.dropFirst()
            guard key.first == "#", let number = Int32(digits), number >= 0, String(number) == digits else { return nil }
            return Int64(number)
        }

        package init(schedule: RecordID, key: String) { (self.schedule, self.key) = (schedule, key) }

        package static func < (a: Name, b: Name) -> Bool { (a.schedule, a.key) < (b.schedule, b.key) }
    }

    package init(
        name: Name, medication: RecordID, due: Instant, day: LocalDay, time: TimeOfDay, amount: Amount,
        window: ClosedRange<Instant>, missedAt: Instant, isAnyTime: Bool = false
    ) {
        (self.name, self.medication, self.due, self.day, self.time) = (name, medication, due, day, time)
        (self.amount, self.window, self.missedAt, self.isAnyTime) = (amount, window, missedAt, isAnyTime)
    }
}
