extension Schedule {
    /// The last day that may have a dose: its end, or that of its taper, whichever is first; `nil` for no end.
    package var lastDay: LocalDay? {
        let ends = [end, taperEnd].compactMap { $0 }
        return ends.min()
    }

    /// The last day of the last step; `nil` without a taper, without an end, and beyond the calendar.
    private var taperEnd: LocalDay? {
        guard !steps.isEmpty, steps.last?.days != nil else { return nil }
        return start.adding(days: steps.reduce(-1) { $0 + Schedule.length($1) })
    }

    /// The first day with doses on or after a day, and the amount at a time; `nil` if none is left. Days without doses are
    /// skipped, so the cost does not depend on the time since the start. Only for a schedule without fault.
    func dueDay(onOrAfter number: Int) -> (day: LocalDay, amount: Amount)? {
        var number = max(number, start.number)
        let last = lastDay?.number ?? Int.max
        while number <= last {
            let found = cadence.day(onOrAfter: number, start: start)
            guard found <= last, let day = LocalDay(number: found) else { return nil }
            let step = step(on: found)
            if step.amount > .none { return (day, step.amount) }
            guard let end = step.end else { return nil }
            number = end + 1
        }
        return nil
    }

    /// The amount for a day of its course, whether or not it has a dose, and the last day with this amount; zero outside the
    /// course.
    func step(on number: Int) -> (amount: Amount, end: Int?) {
        guard number >= start.number, number <= lastDay?.number ?? Int.max else { return (.none, nil) }
        if steps.isEmpty { return (amount, nil) }
        var next = start.number
        for step in steps {
            guard step.days != nil else { return (step.amount, nil) }
            next += Schedule.length(step)
            if number < next { return (step.amount, next - 1) }
        }
        return (.none, nil)
    }

    private static func length(_ step: Step) -> Int { min(max(step.days ?? 0, 0), stepDays.upperBound) }
}

extension Schedule.Cadence {
    /// The first day with a dose on or after a day that is not before the start; every day if hours are counted.
    package func day(onOrAfter number: Int, start: LocalDay) -> Int {
        let gone = number - start.number
        switch self {
        case .everyHours: return number
        case .everyDays(let days): return number + (days - gone % days) % days
        case .cycle(let on, let off):
            let place = gone % (on + off)
            return place < on ? number : number + on + off - place
        case .everyWeeks(let weeks, let weekdays):
            let monday = start.number - (start.weekday - 1)
            let week = (number - monday) / 7
            let weekday = (number - monday) % 7 + 1
            if week % weeks == 0, let next = weekdays.filter({ $0 >= weekday }).min() { return number + next - weekday }
            let nextWeek = week + weeks - week % weeks
            return monday + nextWeek * 7 + (weekdays.min() ?? 1) - 1
        case .everyMonths(let months, let day):
            guard let from = LocalDay(number: number) else { return .max }
            func index(_ month: LocalMonth) -> Int { month.year * 12 + month.month - 1 }
            let gone = index(from.month) - index(start.month)
            var next = index(start.month) + gone + (months - gone % months) % months
            while let month = LocalMonth(year: next / 12, month: next % 12 + 1) {
                let found = min(month.days.lowerBound.number + day - 1, month.days.upperBound.number)
                if found >= number { return found }
                next += months
            }
            return .max
        }
    }
}
