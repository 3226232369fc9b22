extension Schedule {
    /// Its doses due in `from ..< to`, ascending by `due`, then by name; none for an invalid schedule.
    ///
    /// `rules` are those of the owner's zone if the schedule follows its owner, otherwise those of `zone`. However time is split
    /// into queries, each dose is in exactly one of them. A time that a clock change skips is read with the offset before it, even if
    /// another dose is due then; but of a day that the date line took away, only what the next day has no dose of its own for.
    /// The cost depends on the range, not on when the schedule began.
    /// - Parameter openHours: for how many hours an unlogged dose can be taken (`Medication.openHours`).
    package func occurrences(
        _ id: RecordID, from: Instant, to: Instant, rules: some ZoneRules, openHours: Int? = nil
    ) -> [Occurrence] {
        let (lower, upper) = (max(from, since), min(to, until ?? to))
        guard lower < upper, fault == nil else { return [] }
        let allowed = openHours.map { min(Int64($0) * Instant.hourMilliseconds, Schedule.longestWait) }
        // Counted from the last one, a dose is not too late before the next one would be due.
        let wait = allowed ?? (countsFromLast ? Schedule.longestWait : nil)
        // Neighbors farther away than this do not change the window or when a dose is missed.
        let reach = max(2 * Schedule.usualWait, (wait ?? 0) + Schedule.widestWindow)
        let around = lower.moved(by: -reach)..<upper.moved(by: reach)
        let doses = doses(in: around, rules: rules).sorted { ($0.due, $0.key) < ($1.due, $1.key) }
        return doses.indices.compactMap { index -> Occurrence? in
            let dose = doses[index]
            guard dose.due >= lower, dose.due < upper, let wall = rules.wall(at: dose.due) else { return nil }
            let before = doses[..<index].last { $0.due < dose.due }?.due
            let after = doses[index...].first { $0.due > dose.due }?.due
            var (window, missedAt) = (
                Schedule.window(of: dose.due, after: before, before: after),
                Schedule.missedAt(dose.due, before: after, wait: wait)
            )
            if isAnyTime, let midnight = rules.instant(day: wall.day, time: .midnight),
                let next = wall.day.adding(days: 1).flatMap({ rules.instant(day: $0, time: .midnight) }), midnight < next
            {
                (window, missedAt) = (midnight...next.moved(by: -1), next)
            }
            return Occurrence(
                name: .init(schedule: id, key: dose.key), medication: medication, due: dose.due, day: wall.day, time: wall.time,
                amount: dose.amount, window: window, missedAt: missedAt, isAnyTime: isAnyTime)
        }
    }

    /// Its first dose due after an instant; `nil` if none is left. Of several at one instant, the first by name.
    package func next(_ id: RecordID, after: Instant, rules: some ZoneRules) -> Occurrence? {
        guard fault == nil else { return nil }
        var lower = max(after.moved(by: 1), since)
        let limit = until ?? .last
        var span = Instant.dayMilliseconds
        while lower < limit {
            let upper = lower.moved(by: span)
            if let found = occurrences(id, from: lower, to: upper, rules: rules).first { return found }
            guard upper < .last, let day = dueDay(onOrAfter: upper.utcDay - Schedule.slack)?.day else { return nil }
            let near = Int64(day.number - Schedule.slack) * Instant.dayMilliseconds
            lower = max(upper, Instant(milliseconds: near) ?? upper)
            // A week and a day: a schedule that counts hours has a dose in it.
            span = 8 * Instant.dayMilliseconds
        }
        return nil
    }

    /// A dose before its neighbors are known.
    private struct Dose {
        let key: String
        let due: Instant
        let amount: Amount
        /// Its day is not in the calendar of its zone: it is due at the same time of the next day.
        var isDisplaced = false
    }

    /// How many days an instant's day in UTC and the day in a schedule's zone can differ: one by the offset, another if a zone
    /// skips a day at the date line.
    private static let slack = 2

    /// The longest time until an unlogged dose counts as missed, in milliseconds: if its medicine says so.
    package static let longestWait = Int64(Medication.openRange.upperBound) * Instant.hourMilliseconds
    /// The longest time if it says nothing.
    private static let usualWait = 12 * Instant.hourMilliseconds
    private static let shortestWait: Int64 = 15 * 60_000
    private static let widestWindow = 2 * Instant.hourMilliseconds

    private static func window(of due: Instant, after previous: Instant?, before next: Instant?) -> ClosedRange<Instant> {
        let back = previous.map { (due.milliseconds - $0.milliseconds) / 4 } ?? widestWindow
        let ahead = next.map { ($0.milliseconds - due.milliseconds) / 4 } ?? widestWindow
        return due.moved(by: -min(back, widestWindow))...due.moved(by: min(ahead, widestWindow))
    }

    private static func missedAt(_ due: Instant, before next: Instant?, wait: Int64?) -> Instant {
        let gap = next.map { $0.milliseconds - due.milliseconds }
        let end = min(
            wait ?? min(gap.map { $0 / 2 } ?? usualWait, usualWait), gap.map { $0 - min($0 / 4, widestWindow) } ?? longestWait)
        return due.moved(by: max(end, shortestWait))
    }

    /// The doses of its whole course in a range of time, ignoring `since` and `until`.
    private func doses(in stretch: Range<Instant>, rules: some ZoneRules) -> [Dose] {
        if case .everyHours(let hours, _) = cadence { return hourlyDoses(every: hours, in: stretch, rules: rules) }
        var doses: [Dose] = []
        var number = stretch.lowerBound.utcDay - Schedule.slack
        let last = stretch.upperBound.utcDay + Schedule.slack
        while let (day, amount) = dueDay(onOrAfter: number), day.number <= last {
            let date = day.iso + "T"
            for time in times {
                guard let due = rules.instant(day: day, time: time), stretch.contains(due) else { continue }
                let isDisplaced = rules.wall(at: due).map { $0.day != day && $0.time == time } ?? false
                doses.append(Dose(key: date + time.clock, due: due, amount: amount, isDisplaced: isDisplaced))
            }
            number = day.number + 1
        }
        guard doses.contains(where: { $0.isDisplaced }) else { return doses }
        // A day that the date line takes away takes its doses away, if the next day has its own at that time.
        let own = Set(doses.filter { !$0.isDisplaced }.map { $0.due })
        return doses.filter { !$0.isDisplaced || !own.contains($0.due) }
    }

    private func hourlyDoses(every hours: Int, in stretch: Range<Instant>, rules: some ZoneRules) -> [Dose] {
        var doses: [Dose] = []
        for run in HourlyRun.all(of: self, every: hours, rules: rules) {
            var count = run.number(from: stretch.lowerBound)
            while count < run.next?.number ?? .max, let due = run.due(of: count), due < stretch.upperBound,
                let day = rules.wall(at: due)?.day
            {
                let amount = step(on: day.number).amount
                if amount > .none { doses.append(Dose(key: "#\(count)", due: due, amount: amount)) }
                count += 1
                guard amount == .none else { continue }
                guard let next = dueDay(onOrAfter: day.number - Schedule.slack)?.day,
                    let near = Instant(milliseconds: Int64(next.number - Schedule.slack) * Instant.dayMilliseconds)
                else { break }
                count = max(count, run.number(from: near))
            }
            if let last = run.next?.number, last >= run.number, let due = run.due(of: last), stretch.contains(due),
                let amount = rules.wall(at: due).map({ step(on: $0.day.number).amount }), amount > .none
            {
                doses.append(Dose(key: "#\(last)", due: due, amount: amount))
            }
        }
        return doses
    }
}
