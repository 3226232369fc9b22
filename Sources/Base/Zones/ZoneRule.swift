import Journal

/// A yearly rule, the last line of a TZif file: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1-2017, 8.3 `TZ`, with the hours of RFC 8536,
/// 3.3.1). Times are seconds since 1970.
struct ZoneRule: Equatable, Sendable {
    /// Seconds east of UTC outside daylight saving time.
    let standard: Int
    private let daylight: Daylight?

    private struct Daylight: Equatable {
        let offset: Int
        let start: Turn
        let end: Turn
    }

    /// A time in each year, in the local time that it ends.
    private struct Turn: Equatable {
        enum Day: Equatable {
            /// 1 to 365, 29 February never counted.
            case common(Int)
            /// From 0, 29 February counted.
            case counted(Int)
            /// The `week`-th such weekday (0 = Sunday) of a month; 5 is the last.
            case weekday(month: Int, week: Int, weekday: Int)
        }
        let day: Day
        /// Seconds after midnight, possibly before it or on another day: up to 167 hours either way.
        let seconds: Int

        /// Seconds since 1970 in its local time.
        func local(year: Int) -> Int64 { Int64(number(in: year)) * 86_400 + Int64(seconds) }

        /// Days since 1970.
        private func number(in year: Int) -> Int {
            func first(_ month: Int) -> Int { LocalDay(year: year, month: month, day: 1)?.number ?? 0 }
            switch day {
            case .common(let day):
                let isLeap = LocalDay.length(ofMonth: 2, year: year) == 29
                return first(1) + day - (isLeap && day >= 60 ? 0 : 1)
            case .counted(let day): return first(1) + day
            case .weekday(let month, let week, let weekday):
                let start = first(month)
                // Day 0, 1970-01-01, was a Thursday.
                let earliest = start + ((weekday - start - 4) % 7 + 7) % 7
                let latest = start + LocalDay.length(ofMonth: month, year: year) - 1
                return earliest + min(week - 1, (latest - earliest) / 7) * 7
            }
        }
    }

    /// `nil` for a line that is no such rule.
    init?(_ line: some Collection<UInt8>) {
        var reader = Reader(rest: Array(line)[...])
        guard reader.skipName(), let west = reader.time(hours: 24) else { return nil }
        standard = -west
        if reader.rest.isEmpty {
            daylight = nil
            return
        }
        guard reader.skipName() else { return nil }
        var offset = standard + 3600
        if reader.rest.first != UInt8(ascii: ",") {
            guard let west = reader.time(hours: 24) else { return nil }
            offset = -west
        }
        guard let start = reader.turn(), let end = reader.turn(), reader.rest.isEmpty else { return nil }
        daylight = Daylight(offset: offset, start: start, end: end)
    }

    /// Seconds east of UTC.
    func offset(at time: Int64) -> Int {
        guard let daylight else { return standard }
        return isDaylight(daylight, at: time) ? daylight.offset : standard
    }

    /// Whether the clocks are ahead: if the rule's daylight saving time is below its standard time, outside it.
    func isSummer(at time: Int64) -> Bool {
        guard let daylight else { return false }
        return isDaylight(daylight, at: time) == (daylight.offset > standard)
    }

    private func isDaylight(_ daylight: Daylight, at time: Int64) -> Bool {
        // The calendar with its weekdays repeats every 400 years: the years from 2000 on give the same changes as any others.
        let (start, era): (Int64, Int64) = (946_684_800, 146_097 * 86_400)
        let time = start + floorDivide(time &- start, by: era).remainder
        let year = LocalDay(number: Int(clamping: (time + Int64(standard)) / 86_400))?.year ?? 2000
        // The latest change applies, possibly of a neighboring year; of two at once, daylight saving time has begun.
        for year in [year + 1, year, year - 1] {
            let start = daylight.start.local(year: year) - Int64(standard)
            let end = daylight.end.local(year: year) - Int64(daylight.offset)
            if start <= time { return start >= end || time < end }
            if end <= time { return false }
        }
        return false
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        /// Three letters or more, or anything between `<` and `>`.
        mutating func skipName() -> Bool {
            if take("<") {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
                rest = rest[(end + 1)...]
                return true
            }
            let name = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
            rest = rest.dropFirst(name.count)
            return name.count >= 3
        }

        /// `[+-]h[:m[:s]]` in seconds.
        mutating func time(hours limit: Int) -> Int? {
            let sign = take("-") ? -1 : 1
            if sign == 1 { _ = take("+") }
            guard let hours = count(0...limit) else { return nil }
            var seconds = hours * 3600
            for unit in [60, 1] where take(":") {
                guard let value = count(0...59) else { return nil }
                seconds += value * unit
            }
            return sign * seconds
        }

        /// `,date[/time]`, at two o'clock where no time is given.
        mutating func turn() -> Turn? {
            guard take(","), let day = day() else { return nil }
            guard take("/") else { return Turn(day: day, seconds: 7200) }
            return time(hours: 167).map { Turn(day: day, seconds: $0) }
        }

        private mutating func day() -> Turn.Day? {
            if take("J") { return count(1...365).map(Turn.Day.common) }
            guard take("M") else { return count(0...365).map(Turn.Day.counted) }
            guard let month = count(1...12), take("."), let week = count(1...5), take("."), let weekday = count(0...6) else {
                return nil
            }
            return .weekday(month: month, week: week, weekday: weekday)
        }

        private mutating func take(_ letter: Character) -> Bool {
            guard let first = rest.first, first == letter.asciiValue else { return false }
            rest = rest.dropFirst()
            return true
        }

        private mutating func count(_ range: ClosedRange<Int>) -> Int? {
            let digits = rest.prefix(while: isDigit)
            guard (1...3).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return range.contains(value) ? value : nil
        }
    }
}
