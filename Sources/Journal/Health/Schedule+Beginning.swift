extension Schedule {
    /// The same schedule, begun with its first whole day if it starts today: tomorrow if a time of today has passed, since a taper with
    /// an incomplete first day would lose a dose of its first step, and any other schedule whose times have all passed starts
    /// tomorrow in effect. If hours are counted from a first dose, that is the next one: no one took those before.
    package func startingWhole(today: LocalDay, now: TimeOfDay) -> Schedule {
        if case .everyHours(let hours, let fromLast) = cadence, steps.isEmpty {
            return fromLast || start != today ? self : startingWithNext(every: hours, now: now)
        }
        let isPast = steps.isEmpty ? times.allSatisfy { $0 <= now } : times.contains { $0 <= now }
        guard start == today, isPast, let tomorrow = today.adding(days: 1), end.map({ $0 >= tomorrow }) ?? true else {
            return startingOnItsDay
        }
        var schedule = self
        schedule.start = tomorrow
        return schedule.startingOnItsDay
    }

    /// The same schedule, begun on the first of its days: the weeks and months of `every 2 weeks on tuesday` are counted from there, and
    /// not from a week whose tuesday was over.
    package var startingOnItsDay: Schedule {
        let each: Cadence
        switch cadence {
        case .everyWeeks(let weeks, let weekdays) where weeks > 1: each = .everyWeeks(1, weekdays: weekdays)
        case .everyMonths(let months, let day) where months > 1: each = .everyMonths(1, day: day)
        default: return self
        }
        guard fault == nil, let first = LocalDay(number: each.day(onOrAfter: start.number, start: start)),
            end.map({ $0 >= first }) ?? true
        else { return self }
        var schedule = self
        schedule.start = first
        return schedule
    }

    private func startingWithNext(every hours: Int, now: TimeOfDay) -> Schedule {
        let (step, day) = (Int64(hours) * Instant.hourMilliseconds, Instant.dayMilliseconds)
        guard fault == nil, let time = times.first, time <= now else { return self }
        let next = Int64(time.milliseconds) + ((Int64(now.milliseconds) - Int64(time.milliseconds)) / step + 1) * step
        guard let first = start.adding(days: Int(clamping: next / day)),
            let time = TimeOfDay(milliseconds: Int(clamping: next % day)),
            end.map({ $0 >= first }) ?? true
        else { return self }
        var schedule = self
        (schedule.start, schedule.times) = (first, [time])
        return schedule
    }
}
