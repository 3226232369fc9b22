import Base
import Journal

/// A schedule's events that repeat in the same way: a first one, and a rule that every calendar program knows (`DAILY`,
/// `WEEKLY` and `MONTHLY` with an interval and an end).
struct CalendarSeries: Hashable, Sendable {
    /// Identifies it within its schedule; stays the same as long as the schedule does.
    let key: String
    /// The first of them.
    let first: Instant
    /// Its day in the calendar form.
    let day: LocalDay
    /// The time of that day, as in the schedule: if it is skipped, both sides use the offset before the gap.
    let time: TimeOfDay
    /// `FREQ=DAILY;INTERVAL=2`.
    let rule: String
    /// The last possible event; `nil` for no end.
    let end: End?
    let amount: Amount

    struct End: Hashable, Sendable {
        /// The last possible instant of an event.
        let instant: Instant
        let day: LocalDay
        let time: TimeOfDay
    }
}

/// Splits a schedule into series. Together they have exactly its doses; those of a long cycle up to a horizon.
struct CalendarSchedule {
    let schedule: Schedule
    /// The rules for calculating its days and times.
    let rules: CivilTime
    /// How far the blocks of a long cycle are written out.
    let horizon: LocalDay

    /// If a cycle has more days on than this, each of its blocks is a series; otherwise each of its days is one.
    private static let mostDaysOn = 31

    var form: CalendarForm {
        if case .everyHours = schedule.cadence { return .universal }
        return schedule.followsOwner ? .floating : .zoned(rules)
    }

    /// All series, in order; none of an invalid schedule.
    var series: [CalendarSeries] {
        guard schedule.fault == nil else { return [] }
        return stretches.enumerated().flatMap { index, stretch in
            if case .everyHours(let hours, _) = schedule.cadence { return hourly(hours, in: stretch, "\(index)") }
            return dayRules(in: stretch).flatMap { rule in
                schedule.times.compactMap { one(rule, at: $0, in: stretch, "\(index)") }
            }
        }
    }

    /// The series from before it was ended, under the same keys, including those of which nothing is left.
    var plannedSeries: [CalendarSeries] {
        var planned = schedule
        planned.until = nil
        return CalendarSchedule(schedule: planned, rules: rules, horizon: horizon).series
    }

    private struct Stretch {
        let first: Int
        let last: Int?
        let amount: Amount
    }

    /// The course of the schedule: one stretch, or the steps of its taper, without those that have no dose.
    private var stretches: [Stretch] {
        let end = schedule.end?.number
        func stretch(_ first: Int, _ last: Int?, _ amount: Amount) -> Stretch? {
            let last = [last, end].compactMap(\.self).min()
            return amount > .none && first <= last ?? .max ? Stretch(first: first, last: last, amount: amount) : nil
        }
        let start = schedule.start.number
        if schedule.steps.isEmpty { return [stretch(start, nil, schedule.amount)].compactMap(\.self) }
        var next = start
        return schedule.steps.compactMap { step in
            defer { next += step.days ?? 0 }
            return stretch(next, step.days.map { next + $0 - 1 }, step.amount)
        }
    }

    /// A rule for the days with a dose.
    private struct DayRule {
        let key: String
        let text: String
        let last: Int?
        /// The first day with a dose on or after a day.
        let next: (Int) -> Int
    }

    private func dayRules(in stretch: Stretch) -> [DayRule] {
        let start = schedule.start.number
        func every(_ days: Int, from first: Int, _ key: String, last: Int? = nil) -> DayRule {
            DayRule(key: key, text: "FREQ=DAILY;INTERVAL=\(days)", last: last) { day in
                day <= first ? first : day + (days - (day - first) % days) % days
            }
        }
        switch schedule.cadence {
        case .everyDays(let days): return [every(days, from: start, "d")]
        case .everyWeeks(let weeks, let weekdays): return [weekly(weeks, weekdays)]
        case .everyMonths(let months, let day):
            let days =
                day > 30 ? "-1" : day > 28 ? (28...day).map { String($0) }.joined(separator: ",") + ";BYSETPOS=-1" : String(day)
            return [
                DayRule(key: "m", text: "FREQ=MONTHLY;INTERVAL=\(months);BYMONTHDAY=\(days)", last: nil) {
                    schedule.cadence.day(onOrAfter: max($0, start), start: schedule.start)
                }
            ]
        case .cycle(let on, let off) where on <= CalendarSchedule.mostDaysOn:
            return (0..<on).map { every(on + off, from: start + $0, "c\($0)") }
        case .cycle(let on, let off):
            let end = min(stretch.last ?? .max, horizon.number)
            let blocks = stride(from: start, through: end, by: on + off).enumerated()
            return blocks.map { every(1, from: $1, "b\($0)", last: $1 + on - 1) }
        case .everyHours: return []
        }
    }

    private func weekly(_ weeks: Int, _ weekdays: Set<Int>) -> DayRule {
        let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        let days = weekdays.sorted().map { names[$0 - 1] }.joined(separator: ",")
        let monday = schedule.start.number - (schedule.start.weekday - 1)
        return DayRule(key: "w", text: "FREQ=WEEKLY;INTERVAL=\(weeks);BYDAY=\(days);WKST=MO", last: nil) { day in
            var day = max(day, schedule.start.number)
            while (day - monday) / 7 % weeks != 0 || !weekdays.contains((day - monday) % 7 + 1) { day += 1 }
            return day
        }
    }

    /// The doses at one time of day: from the first that is due after the schedule was created, to the last.
    private func one(_ rule: DayRule, at time: TimeOfDay, in stretch: Stretch, _ key: String) -> CalendarSeries? {
        let last = [stretch.last, rule.last].compactMap(\.self).min()
        // Two days earlier: what is due by its zone's clock may be on another day here.
        let sinceDay = (rules.wall(at: schedule.since.milliseconds)?.day.number ?? stretch.first) - 2
        var number = rule.next(max(stretch.first, sinceDay))
        while number <= last ?? .max, let day = LocalDay(number: number), let due = rules.instant(day: day, time: time) {
            if let until = schedule.until, due >= until { return nil }
            if due >= schedule.since {
                return CalendarSeries(
                    key: "\(key)\(rule.key)-\(time.clock.filter { $0 != ":" })", first: due, day: day, time: time,
                    rule: rule.text,
                    end: end(last: last), amount: stretch.amount)
            }
            number = rule.next(number + 1)
        }
        return nil
    }

    /// The last moment of a last day, or of the schedule.
    private func end(last: Int?) -> CalendarSeries.End? {
        let second: Int64 = 1000
        let lastOfDay = last.flatMap { LocalDay(number: $0 + 1) }.flatMap { rules.instant(day: $0, time: .midnight) }
        let ends = [lastOfDay, schedule.until].compactMap(\.self)
        guard let end = ends.min(), let instant = Instant(milliseconds: end.milliseconds - second),
            let wall = rules.wall(at: instant.milliseconds)
        else { return nil }
        // In local time the whole last day counts, even if a clock change falls in its last hour.
        if let last, end == lastOfDay, let day = LocalDay(number: last), let late = TimeOfDay(hour: 23, minute: 59, second: 59) {
            return CalendarSeries.End(instant: instant, day: day, time: late)
        }
        return CalendarSeries.End(instant: instant, day: wall.day, time: wall.time)
    }

    /// Every few hours in universal time: as many series as it takes until the times of day repeat.
    private func hourly(_ hours: Int, in stretch: Stretch, _ key: String) -> [CalendarSeries] {
        guard let anchor = HourlyRun.all(of: schedule, every: hours, rules: rules).last?.due,
            let day = LocalDay(number: stretch.first), let begin = rules.instant(day: day, time: .midnight)
        else { return [] }
        let step = Int64(hours) * 3_600_000
        let common = CalendarSchedule.commonDivisor(hours, 24)
        let from = max(begin, schedule.since, anchor)
        let gone = from.milliseconds - anchor.milliseconds
        let number = (gone + step - 1) / step
        let end = end(last: stretch.last)
        return (0..<24 / common).compactMap { index in
            guard let due = Instant(milliseconds: anchor.milliseconds + (number + Int64(index)) * step),
                due <= end?.instant ?? due, let (day, time) = civil(due.milliseconds)
            else { return nil }
            return CalendarSeries(
                key: "\(key)h\(index)", first: due, day: day, time: time, rule: "FREQ=DAILY;INTERVAL=\(hours / common)",
                end: end,
                amount: stretch.amount)
        }
    }

    private static func commonDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : commonDivisor(b, a % b) }
}
