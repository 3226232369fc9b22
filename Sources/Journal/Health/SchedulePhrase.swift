/// Days and times as people say them: `every 8 hours from 06:00`, `mon wed fri at 9`.
///
/// Times use the 24-hour clock unless `am` or `pm` is said; `at 8` is 08:00. Case, commas, `and` and the order of days and times
/// do not matter. `3 times a day` without times means at any time of the day; other incomplete phrases are refused, never guessed.
package struct SchedulePhrase: Hashable, Sendable {
    /// The days, or the interval in hours.
    package let cadence: Schedule.Cadence
    /// The times, ascending, without duplicates; for `everyHours` the time of the first dose.
    package let times: [TimeOfDay]
    /// Whether the times only remind (`Schedule.isAnyTime`).
    package let isAnyTime: Bool
    /// How long it goes on, if that was said. It is no part of `words`: the last day is the schedule's.
    package let length: Length?
    /// The first day in the words that were typed, if it was said; no part of `words` either.
    package let start: String?

    package enum Length: Hashable, Sendable {
        /// For so many days from the first, 1 to 3,660.
        case days(Int)
        /// For so many months from the first day, 1 to 120.
        case months(Int)
        /// To a day, in the words that were typed.
        case until(String)
    }

    package init(
        cadence: Schedule.Cadence, times: [TimeOfDay], isAnyTime: Bool = false, length: Length? = nil, start: String? = nil
    ) {
        (self.cadence, self.times, self.isAnyTime) = (cadence, times, isAnyTime)
        (self.length, self.start) = (length, start)
    }

    /// Whether a typed day has its year, so that no nearer day can be meant.
    package static func saysYear(_ day: String) -> Bool { day.split { !$0.isNumber }.contains { $0.count == 4 } }

    /// Whether a typed day is a day of the week alone.
    package static func isWeekday(_ day: String) -> Bool { weekdayNumber(trimmed(day).lowercased()) != nil }

    /// The times of day at which to remind of so many doses at any time: evenly from 08:00 to 20:00.
    package static func spread(_ count: Int) -> [TimeOfDay] {
        (0..<count).compactMap { TimeOfDay(milliseconds: (480 + 720 * $0 / max(count - 1, 1)) * 60_000) }
    }

    /// The phrase, which `parse` reads back. For a value that no schedule may have, the nearest one.
    package var words: String {
        let clocks = times.map { $0.clock }.spokenList
        let often = times.count == 1 ? "" : ", \(times.count) times"
        let at = clocks.isEmpty ? "" : isAnyTime ? "\(often) at any time, reminded at " + clocks : " at " + clocks
        switch cadence {
        case .everyHours(let hours, let fromLast):
            let every = SchedulePhrase.every(hours, "hour") + (fromLast ? " after the last one" : "")
            return every + (clocks.isEmpty ? "" : (fromLast ? ", the first at " : " from ") + clocks)
        case .everyDays(1) where isAnyTime && !times.isEmpty:
            return (times.count == 1 ? "once" : "\(times.count) times") + " a day at any time, reminded at " + clocks
        case .everyDays(let days): return SchedulePhrase.every(days, "day") + at
        case .everyWeeks(let weeks, let weekdays): return SchedulePhrase.days(weekdays, every: weeks) + at
        case .everyMonths(let months, let day):
            return SchedulePhrase.every(months, "month") + " on the \(SchedulePhrase.monthDay(day))" + at
        case .cycle(let on, let off):
            return "every day\(at), \(SchedulePhrase.counted(on, "day")) on, \(SchedulePhrase.counted(off, "day")) off"
        }
    }

    private static func days(_ weekdays: Set<Int>, every weeks: Int) -> String {
        let names = weekdays.sorted().filter((1...7).contains).map { LocalMonth.weekdayNames[$0 - 1] }
        switch weeks {
        case 1: return weekdays == [1, 2, 3, 4, 5] ? "every weekday" : "every " + names.spokenList
        case 2: return "every other " + names.spokenList
        default: return "every \(weeks) weeks on \(names.spokenList)"
        }
    }

    /// `1st`, `22nd`, `last day`.
    private static func monthDay(_ day: Int) -> String {
        if day == Schedule.Cadence.monthDayRange.upperBound { return "last day" }
        let suffix = (11...13).contains(day) ? "th" : [1: "st", 2: "nd", 3: "rd"][day % 10] ?? "th"
        return "\(day)\(suffix)"
    }

    private static func every(_ count: Int, _ unit: String) -> String {
        if count == 1 { return "every " + unit }
        return count == 2 && unit == "day" ? "every other day" : "every " + counted(count, unit)
    }

    /// `1 day`, `3 days`.
    static func counted(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
}
