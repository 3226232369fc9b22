extension Reminder {
    /// One for each block that begins on one of `days`: from the trial's time until that day ends (at least two hours), or until
    /// the day is answered. In the owner's local time.
    package static func open(
        trials: some Sequence<(id: RecordID, trial: Trial)>, on days: ClosedRange<LocalDay>, rules: some ZoneRules
    ) -> [Reminder] {
        let numbers = days.lowerBound.number...days.upperBound.number
        return trials.flatMap { id, trial -> [Reminder] in
            guard let time = trial.remindAt, trial.stopped == nil else { return [] }
            return numbers.compactMap(LocalDay.init(number:)).compactMap { day in
                guard let block = trial.block(on: day), block.days.lowerBound == day.number, trial.answers[day] == nil,
                    let due = rules.instant(day: day, time: time), let next = day.adding(days: 1),
                    let end = rules.instant(day: next, time: .midnight)
                else { return nil }
                let least = due.moved(by: 2 * Instant.hourMilliseconds)
                return Reminder(name: .trial(id, block: block.number), due: due, until: max(end, least))
            }
        }
    }
}
