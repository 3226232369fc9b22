extension Schedule {
    /// By how many days a schedule can be moved, but not by none.
    package static let shiftRange = -366...366

    /// The schedule with all coming days moved by some days: later, or earlier if negative. `nil` if that is no schedule, or none other:
    /// it is for every day, counts hours, or a day of the month would leave its month; of every few weeks, only some days would move
    /// into another week.
    ///
    /// Days before the next dose may move into the coming ones: the caller says from when the moved ones are due (`since`).
    /// `today` is the owner's day in the schedule's zone. The times of day and the amounts stay; the steps of a taper and the last day
    /// move too.
    package func shifted(by days: Int, today: LocalDay) -> Schedule? {
        guard Schedule.shiftRange.contains(days), days != 0, fault == nil, let moved = start.adding(days: days) else {
            return nil
        }
        var shifted = self
        shifted.start = moved
        switch cadence {
        case .everyHours: return nil
        case .everyDays(let every):
            if every == 1, steps.isEmpty, end == nil, start <= today { return nil }
        case .cycle: break
        case .everyWeeks(let every, let weekdays):
            /// Into how many weeks later a day of the week moves, 0 for its own.
            func weeks(_ weekday: Int) -> Int { Int(clamping: floorDivide(Int64(weekday - 1 + days), by: 7).quotient) }
            let ways = Set(weekdays.map(weeks))
            guard let later = ways.first, ways.count == 1 || every == 1 else { return nil }
            shifted.cadence = .everyWeeks(every, weekdays: Set(weekdays.map { $0 + days - 7 * weeks($0) }))
            // The weeks go on being counted from the one in which the first day was: if the moved first day is in a week between,
            // nothing is due before the next that counts.
            let gone = weeks(start.weekday) - later
            let ahead = (every - (gone % every + every) % every) % every
            if ahead > 0 {
                guard let monday = moved.adding(days: 7 * ahead - (moved.weekday - 1)) else { return nil }
                shifted.start = monday
            }
        case .everyMonths(let every, let day):
            // The 31st is the last day of each month, and so moves neither away nor there.
            guard (1..<Cadence.monthDayRange.upperBound).contains(day + days), day < Cadence.monthDayRange.upperBound,
                every == 1 || start <= today || moved.month == start.month
            else { return nil }
            shifted.cadence = .everyMonths(every, day: day + days)
            // The months are counted from the one of the first day.
            if start <= today { shifted.start = start }
        }
        if let end {
            guard let last = end.adding(days: days) else { return nil }
            shifted.end = last
        }
        return shifted.fault == nil ? shifted : nil
    }
}
