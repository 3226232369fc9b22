/// How long the stock lasts if every scheduled dose is taken.
package struct StockForecast: Hashable, Sendable {
    /// Whole days from today that are covered, 0 to 730.
    package let days: Int
    /// The last day with enough for each of its doses; `nil` if today is not covered, and without an end.
    package var enoughUntil: LocalDay? { days > 0 ? runsOut?.adding(days: -1) : nil }
    /// The first day with a dose that is not covered; `nil` if the next two years are.
    package let runsOut: LocalDay?
    package let doses: Int
    /// The day of the last dose, if all schedules end and there is enough for all of their doses; otherwise `nil`.
    package let end: LocalDay?
    /// What is left after the last dose that is covered.
    package let over: Amount

    /// The forecast's range, in days.
    package static let horizon = 730

    /// Calculates it from the stock; `nil` if no dose is scheduled, as for medicines only taken as needed.
    ///
    /// `schedules` are those of one medicine; `settled` names the doses already taken or skipped, so that one taken early is not
    /// counted again. A dose that is due and not missed counts; `openHours` says how long it is. `here` are the rules of the
    /// owner's zone, which determine the days.
    package init?(
        left: Amount, schedules: [(id: RecordID, schedule: Schedule)], settled: Set<Occurrence.Name>, now: Instant,
        openHours: Int? = nil, here: some ZoneRules, rules: (Schedule) -> some ZoneRules
    ) {
        guard let today = here.wall(at: now)?.day else { return nil }
        let (month, lookBack) = (30 * Instant.dayMilliseconds, Schedule.longestWait)
        let end = now.moved(by: Int64(StockForecast.horizon) * Instant.dayMilliseconds)
        var (rest, covered, last) = (left.thousandths, 0, LocalDay?.none)
        var from = now.moved(by: -lookBack)
        while from < end {
            let to = min(from.moved(by: month), end)
            let doses = schedules.flatMap {
                $0.schedule.occurrences($0.id, from: from, to: to, rules: rules($0.schedule), openHours: openHours)
            }
            for dose in doses.sorted(by: { ($0.due, $0.name) < ($1.due, $1.name) })
            where dose.missedAt > now && !settled.contains(dose.name) {
                rest -= dose.amount.thousandths
                if rest < 0 {
                    let day = max(here.wall(at: dose.due)?.day ?? dose.day, today)
                    (days, runsOut, self.doses) = (day.number - today.number, day, covered)
                    (self.end, over) = (nil, Amount(clamped: rest + dose.amount.thousandths))
                    return
                }
                covered += 1
                last = max(here.wall(at: dose.due)?.day ?? dose.day, today)
            }
            from = to
        }
        guard covered > 0 else { return nil }
        (days, runsOut, doses) = (StockForecast.horizon, nil, covered)
        let horizon = today.number + StockForecast.horizon
        let isEnding = schedules.allSatisfy { $0.schedule.lastDay.map { $0.number < horizon } ?? false }
        (self.end, over) = (isEnding ? last : nil, Amount(clamped: rest))
    }
}
