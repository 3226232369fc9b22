/// On which days and at which times, as people say it: `every 8 hours from 06:00`, `mon wed fri at 9`.
///
/// Times are read by the 24-hour clock unless `am` or `pm` is said; `at 8` is 08:00. Case, commas and `and` do not matter, nor the
/// order of days and times. What a phrase leaves open is refused and never guessed: `3 times a day` does not say when.
package struct SchedulePhrase: Hashable, Sendable {
    /// On which days, or every how many hours.
    package let cadence: Schedule.Cadence
    /// At which times, ascending, without doubles; of `everyHours` the time of the first dose.
    package let times: [TimeOfDay]

    package init(cadence: Schedule.Cadence, times: [TimeOfDay]) { (self.cadence, self.times) = (cadence, times) }

    /// As it is said; `parse` reads it back. Of a phrase that a schedule may not have, the nearest that can be said.
    package var words: String {
        let clocks = times.map { $0.clock }.spokenList
        let at = clocks.isEmpty ? "" : " at " + clocks
        switch cadence {
        case .everyHours(let hours):
            return SchedulePhrase.every(hours, "hour") + (clocks.isEmpty ? "" : " from " + clocks)
        case .everyDays(let days): return SchedulePhrase.every(days, "day") + at
        case .everyWeeks(let weeks, let weekdays): return SchedulePhrase.days(weekdays, every: weeks) + at
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

    private static func every(_ count: Int, _ unit: String) -> String {
        if count == 1 { return "every " + unit }
        return count == 2 && unit == "day" ? "every other day" : "every " + counted(count, unit)
    }

    /// `1 day`, `3 days`.
    static func counted(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
}
