/// Doses that are as many intervals apart as their numbers are, of a schedule that counts hours: all of them or, counted from the
/// last one taken, those up to the next that was taken.
package struct HourlyRun: Sendable {
    /// The number of its first dose.
    let number: Int64
    package let due: Instant
    /// The interval in milliseconds.
    let step: Int64
    /// The dose that ends it, the last of the run; `nil` for no end.
    let next: Schedule.Taken?

    /// The runs of a schedule, ascending by number; none if its first dose has no instant.
    package static func all(of schedule: Schedule, every hours: Int, rules: some ZoneRules) -> [HourlyRun] {
        guard let time = schedule.times.first, var first = rules.instant(day: schedule.start, time: time) else { return [] }
        // A time that was over when the schedule was made is no dose to count from: no one took it.
        if schedule.countsFromLast, first < schedule.since, let made = rules.wall(at: schedule.since)?.day {
            let next = [made, made.adding(days: 1)].compactMap { $0.flatMap { rules.instant(day: $0, time: time) } }
            first = next.first { $0 >= schedule.since } ?? first
        }
        let (step, taken) = (Int64(hours) * Instant.hourMilliseconds, schedule.taken)
        let later = taken.indices.map { index in
            HourlyRun(
                number: taken[index].number + 1, due: taken[index].instant.moved(by: step), step: step,
                next: index + 1 < taken.count ? taken[index + 1] : nil)
        }
        return [HourlyRun(number: 0, due: first, step: step, next: taken.first)] + later
    }

    /// The number of its first dose that would be due at or after an instant.
    func number(from instant: Instant) -> Int64 {
        number + max(0, (instant.milliseconds - due.milliseconds + step - 1) / step)
    }

    /// When one of its doses is due. `nil` for a number that was passed over: the dose that ends the run was taken before that one
    /// would have been due. The dose that ends it was due when it was taken if by its number it would be so more than an interval
    /// later: numbers can jump where a time was corrected, or two devices counted apart.
    func due(of number: Int64) -> Instant? {
        guard let due = Instant(milliseconds: due.milliseconds + (number - self.number) * step) else { return nil }
        guard let next else { return due }
        if number < next.number { return due < next.instant ? due : nil }
        return due.milliseconds - next.instant.milliseconds > step ? next.instant : due
    }
}
