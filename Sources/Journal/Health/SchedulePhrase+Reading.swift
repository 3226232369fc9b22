extension SchedulePhrase {
    /// Reads one phrase. The result is always valid for a schedule.
    /// - Parameter kept: the days and times that are meant if only a first day or a length is said.
    package static func parse(
        _ text: some StringProtocol, keeping kept: SchedulePhrase? = nil
    ) throws(SchedulePhraseError) -> SchedulePhrase {
        guard text.utf8.count <= 400 else { throw .tooLong }
        var reader = SchedulePhraseReader(words: words(of: text), kept: kept)
        guard !reader.words.isEmpty else { throw .empty }
        return try reader.read()
    }

    /// Words in lower case. A dash between letters is a word, so that `mon-fri` is three words; a dash between digits keeps them
    /// together, so that a date never becomes times.
    private static func words(of text: some StringProtocol) -> [String] {
        var plain = ""
        for character in text {
            let isSign = character == "&" || character == ";" || (character == "/" && !(plain.last.map(isASCIIDigit) ?? false))
            plain.append(isSign ? " " : character)
        }
        return SpokenWhen.split(plain).flatMap { word -> [String] in
            let parts = word.split(whereSeparator: { $0 == "-" || $0 == "–" }).map(String.init)
            guard parts.count == 2, parts.allSatisfy({ SchedulePhraseReader.weekday($0) != nil }) else { return [word] }
            return [parts[0], "to", parts[1]]
        }
    }
}

/// Reads the words of a phrase once, from left to right.
private struct SchedulePhraseReader {
    let words: [String]
    private var index = 0
    private var rhythm: Rhythm?
    private var weekdays: Set<Int> = []
    private var monthDay: Int?
    private var times: [TimeOfDay] = []
    /// The announced number of times a day, or days a week.
    private var timesSaid: Int?
    private var daysSaid: Int?
    /// `any time`, `reminded at`, and `after the last one`.
    private var (isAnyTime, isReminded, isFromLast) = (false, false, false)
    /// After `at` or `from`, or between times: a number alone is an hour.
    private var expectsHour = false
    private var length: SchedulePhrase.Length?
    private var start: String?
    private let kept: SchedulePhrase?
    /// The last part, and whether it had changed before: `mon at 9 fri at 10` gives each day its own times.
    private var lastPart: Part?
    private var hasChanged = false

    private enum Part { case days, times }
    private enum Rhythm { case days(Int), weeks(Int), months(Int), hours(Int), cycle(on: Int, off: Int) }

    init(words: [String], kept: SchedulePhrase?) { (self.words, self.kept) = (words, kept) }

    mutating func read() throws(SchedulePhraseError) -> SchedulePhrase {
        try refuseWeekdayOfMonth()
        while let word = word() {
            let isRead = try readAnyTime(word) ? true : readLast(word) ? true : try readLength(word) ? true : try readStart(word)
            if isRead {
                continue
            } else if try readDays(word) {
                expectsHour = false
            } else if ["at", "@"].contains(word) {
                expectsHour = true
                index += 1
            } else if ["and", "on", "then", "the", "of"].contains(word) {
                index += 1
            } else if try !readTime(word) {
                let part = ["before", "after", "with"].contains(word) ? self.word(1) ?? word : word
                throw SchedulePhraseReader.partsOfDay.contains(part) ? .noClock(quoted(part)) : .notUnderstood(quoted(word))
            }
        }
        return try phrase()
    }

    static func weekday(_ word: String) -> Int? {
        weekdayNumber(word) ?? (word.hasSuffix("s") ? weekdayNumber(String(word.dropLast())) : nil)
    }

    private func word(_ ahead: Int = 0) -> String? {
        words.indices.contains(index + ahead) ? words[index + ahead] : nil
    }

    private func quoted(_ word: String) -> String { SpokenWhen.quotable(word) }

    // MARK: Parts

    /// What people say instead of a time, which differs from person to person.
    private static let partsOfDay: Set = [
        "bedtime", "bed", "breakfast", "lunch", "dinner", "supper", "meal", "meals", "food", "morning", "mornings", "afternoon",
        "evening", "evenings", "night", "nights", "nightly", "tonight", "waking", "sleep", "sunrise", "sunset",
    ]

    /// `first monday of the month` is no day of the month and no number of weeks; `every second monday` is one.
    private func refuseWeekdayOfMonth() throws(SchedulePhraseError) {
        let places: Set = ["first", "1st", "second", "2nd", "third", "3rd", "fourth", "4th", "last"]
        let isMonthly = words.contains { $0.hasPrefix("month") }
        for (index, (place, day)) in zip(words, words.dropFirst()).enumerated()
        where places.contains(place) && SchedulePhraseReader.weekday(day) != nil {
            let isCounted = index > 0 && ["every", "each"].contains(words[index - 1])
            if isMonthly || !isCounted { throw .weekdayOfMonth(quoted(place + " " + day)) }
        }
    }

    /// `for 10 days`, `for 2 weeks`, `for a month`, `for the next 10 days`, `until 1 december`.
    private mutating func readLength(_ word: String) throws(SchedulePhraseError) -> Bool {
        guard ["for", "until", "till"].contains(word) else { return false }
        guard length == nil else { throw .notUnderstood(quoted(word)) }
        if word == "for" {
            var place = 1
            while let filler = self.word(place), ["the", "next", "a", "an"].contains(filler) { place += 1 }
            var (count, unit, taken) = (1, self.word(place) ?? "", 1)
            if place == 1 || SchedulePhraseReader.lengths[unit] == nil {
                // What is no number with its unit has a better hint than a rhythm.
                guard let counted = try? countedUnit(at: place) else { throw .noLength(quoted(unit.isEmpty ? word : unit)) }
                (count, unit, taken) = counted
            }
            guard let (size, isMonths) = SchedulePhraseReader.lengths[unit] else { throw .noLength(quoted(unit)) }
            let (sum, overflow) = count.multipliedReportingOverflow(by: size)
            guard !overflow, isMonths ? (1...120).contains(sum) : Schedule.stepDays.contains(sum) else {
                throw .outOfRange(quoted(self.word(place) ?? ""))
            }
            length = isMonths ? .months(sum) : .days(sum)
            index += place + taken
        } else {
            length = .until(try day(after: 1))
        }
        expectsHour = false
        return true
    }

    private static let lengths: [String: (size: Int, isMonths: Bool)] = [
        "day": (1, false), "days": (1, false), "d": (1, false), "week": (7, false), "weeks": (7, false), "w": (7, false),
        "fortnight": (14, false), "fortnights": (14, false), "month": (1, true), "months": (1, true), "year": (12, true),
        "years": (12, true),
    ]

    /// The words of a day, which may be any but those that go on with the times.
    private mutating func day(after count: Int) throws(SchedulePhraseError) -> String {
        let ends: Set = ["at", "@", "every", "each", "daily", "for", "until", "till", "from", "starting", "beginning"]
        let rest = words[min(index + count, words.count)...].prefix { !ends.contains($0) && !$0.contains(":") }
        guard !rest.isEmpty else { throw .notUnderstood(quoted(words[index])) }
        if let part = rest.first(where: SchedulePhraseReader.partsOfDay.contains) { throw .noClock(quoted(part)) }
        index += count + rest.count
        return rest.joined(separator: " ")
    }

    /// `starting friday`, `from 1 december`, but no time: `from 06:00`, `starting at 6`.
    private mutating func readStart(_ word: String) throws(SchedulePhraseError) -> Bool {
        guard ["from", "starting", "beginning"].contains(word) else { return false }
        let count = ["on", "from"].contains(self.word(1)) ? 2 : 1
        guard let next = self.word(count) else { throw .notUnderstood(quoted(word)) }
        if saysTime(at: count) || ["at", "@"].contains(next) {
            (expectsHour, index) = (true, index + count)
        } else if SchedulePhraseReader.weekday(next) != nil, ["to", "until", "through"].contains(self.word(count + 1)),
            self.word(count + 2).flatMap(SchedulePhraseReader.weekday) != nil
        {
            // `from monday to friday` are its days.
            index += count
        } else {
            guard start == nil else { throw .notUnderstood(quoted(word)) }
            start = try day(after: count)
            expectsHour = false
        }
        return true
    }

    /// Whether a time follows, and not the day of a month.
    private func saysTime(at place: Int) -> Bool {
        guard let next = word(place) else { return false }
        if ["noon", "midday", "midnight"].contains(next) { return true }
        let after = word(place + 1) == "of" ? word(place + 2) : word(place + 1)
        if wholeNumber(next) != nil, after.flatMap(monthNumber) != nil { return false }
        do throws(WhenError) {
            return try ClockReading.read(words[(index + place)...], bareHour: true) != nil
        } catch {
            // A time that no clock shows is refused where times are read.
            return true
        }
    }

    /// `any time`, `at any time of the day`, `reminded at`.
    private mutating func readAnyTime(_ word: String) throws(SchedulePhraseError) -> Bool {
        let start = word == "at" && ["any", "anytime"].contains(self.word(1)) ? 1 : 0
        if word == "reminded" {
            // `daily at 8:00, reminded at 7:45` would be two doses.
            guard times.isEmpty, isAnyTime || timesSaid != nil else { throw .notUnderstood(quoted(word)) }
            isReminded = true
            index += 1
        } else if self.word(start) == "anytime" {
            index += start + 1
        } else if self.word(start) == "any", self.word(start + 1) == "time" {
            index += start + 2
            if ["of", "that"].contains(self.word()), ["the", "day"].contains(self.word(1)) {
                index += self.word(1) == "the" && self.word(2) == "day" ? 3 : 2
            }
        } else {
            return false
        }
        guard times.isEmpty else { throw .notUnderstood(quoted(word)) }
        isAnyTime = true
        return true
    }

    /// `after the last one`, `from the last dose taken`, `since the last`; then `the first at`.
    private mutating func readLast(_ word: String) -> Bool {
        if word == "first" {
            let length = ["one", "dose"].contains(self.word(1)) ? 2 : 1
            guard self.word(length) == "at" else { return false }
            index += length
            return true
        }
        var length = 1
        guard ["after", "from", "since"].contains(word) else { return false }
        if self.word(length) == "the" { length += 1 }
        guard self.word(length) == "last" else { return false }
        length += 1
        while let filler = self.word(length), ["one", "dose", "taken"].contains(filler) { length += 1 }
        index += length
        isFromLast = true
        return true
    }

    private mutating func readDays(_ word: String) throws(SchedulePhraseError) -> Bool {
        if try readEvery(word) { return true }
        if try readAdverb(word) { return true }
        if try readCycle() { return true }
        if try readCount(word) { return true }
        if try readMonthDay(word) { return true }
        return try readWeekdays(word)
    }

    /// `1st`, `15th of the month`, `last day of every month`.
    private mutating func readMonthDay(_ word: String) throws(SchedulePhraseError) -> Bool {
        if word == "month" {
            if rhythm == nil { try set(.months(1), word) }
            index += 1
            return true
        }
        var rest = word[...]
        let digits = takeDigits(&rest)
        let isLast = word == "last" && self.word(1) == "day"
        guard isLast || (!digits.isEmpty && ["st", "nd", "rd", "th"].contains(rest)) else { return false }
        guard monthDay == nil else { throw .twoRhythms(quoted(word)) }
        guard let day = isLast ? Schedule.Cadence.monthDayRange.upperBound : wholeNumber(digits),
            Schedule.Cadence.monthDayRange.contains(day)
        else { throw .outOfRange(quoted(word)) }
        monthDay = day
        try follow(.days, word)
        index += isLast ? 2 : 1
        return true
    }

    /// `every day`, `every other monday`, `every 3 days`, `each weekend`.
    private mutating func readEvery(_ word: String) throws(SchedulePhraseError) -> Bool {
        guard word == "every" || word == "each" else { return false }
        guard let next = self.word(1) else { throw .notUnderstood(quoted(word)) }
        if next == "weekday" || next == "weekend" || SchedulePhraseReader.weekday(next) != nil {
            // `every day, every monday`, but also `every monday and every friday`.
            if case .days = rhythm { throw .twoRhythms(quoted(next)) }
            if rhythm == nil { rhythm = .weeks(1) }
            index += 1
            return true
        }
        if next == "other" || next == "second" || next == "2nd" {
            guard let unit = self.word(2) else { throw .notUnderstood(quoted(next)) }
            if SchedulePhraseReader.weekday(unit) != nil {
                try set(.weeks(2), next)
                index += 2
            } else {
                try setUnit(unit, count: 2, said: next)
                index += 3
            }
            return true
        }
        if let (count, unit, length) = try countedUnit(at: 1) {
            try setUnit(unit, count: count, said: self.word(1) ?? next)
            index += 1 + length
            return true
        }
        try setUnit(next, count: 1, said: next)
        index += 2
        return true
    }

    private mutating func readAdverb(_ word: String) throws(SchedulePhraseError) -> Bool {
        switch word {
        case "daily", "everyday": try set(.days(1), word)
        case "hourly": try set(.hours(1), word)
        case "weekly": try set(.weeks(1), word)
        case "fortnightly": try set(.weeks(2), word)
        case "monthly": try set(.months(1), word)
        default: return false
        }
        index += 1
        return true
    }

    /// `21 days on 7 off`, `21 on 7 days off`.
    private mutating func readCycle() throws(SchedulePhraseError) -> Bool {
        guard let (on, next) = daysThen("on", from: 0) else { return false }
        var start = next
        while let filler = word(start), ["and", "then"].contains(filler) { start += 1 }
        guard let (off, end) = daysThen("off", from: start) else { return false }
        for (count, place) in [(on, 0), (off, start)] where !Schedule.Cadence.dayRange.contains(count) {
            throw .outOfRange(quoted(word(place) ?? ""))
        }
        // People also say `every day at 22:00, 21 days on, 7 days off`.
        if case .days(1) = rhythm { rhythm = nil }
        try set(.cycle(on: on, off: off), word() ?? "")
        index += end
        return true
    }

    private func daysThen(_ word: String, from start: Int) -> (count: Int, next: Int)? {
        guard let number = self.word(start).flatMap(wholeNumber) else { return nil }
        let hasUnit = ["day", "days"].contains(self.word(start + 1))
        let place = start + (hasUnit ? 2 : 1)
        return self.word(place) == word ? (number, place + 1) : nil
    }

    /// `3 times a day`, `twice daily`, `once a week`.
    private mutating func readCount(_ word: String) throws(SchedulePhraseError) -> Bool {
        var (count, length): (Int?, Int) = (["once": 1, "twice": 2][word], 1)
        if count == nil, self.word(1) == "times" { (count, length) = (wholeNumber(word), 2) }
        if count == nil, word.hasSuffix("x") { count = wholeNumber(String(word.dropLast())) }
        guard let count else { return false }
        guard (1...Schedule.mostTimes).contains(count) else { throw .outOfRange(quoted(word)) }
        let next = self.word(length) ?? ""
        let isEvery = next == "every" && !["day", "week"].contains(self.word(length + 1))
        if count == 1, isEvery {
            index += length
            return true
        }
        // `every monday, 2 times at any time`
        if ["any", "anytime"].contains(next == "at" ? self.word(length + 1) : next) {
            timesSaid = count
            index += length
            return true
        }
        let isPer = ["a", "per", "each", "every"].contains(next)
        switch isPer ? self.word(length + 1) ?? "" : next {
        case "day" where isPer, "daily": (rhythm, timesSaid) = (try joined(.days(1), word), count)
        case "week" where isPer, "weekly": (rhythm, daysSaid) = (try joined(.weeks(1), word), count)
        default: throw .notUnderstood(quoted(next.isEmpty ? word : next))
        }
        index += length + (isPer ? 2 : 1)
        return true
    }

    /// `mon`, `mondays`, `monday to friday`, `weekdays`.
    private mutating func readWeekdays(_ word: String) throws(SchedulePhraseError) -> Bool {
        var found: [Int] = []
        var length = 1
        switch word {
        case "weekday", "weekdays": found = [1, 2, 3, 4, 5]
        case "weekend", "weekends": found = [6, 7]
        default:
            guard let first = SchedulePhraseReader.weekday(word) else { return false }
            found = [first]
            if ["to", "until", "through"].contains(self.word(1)), let last = self.word(2).flatMap(SchedulePhraseReader.weekday) {
                found = (0...(last - first + 7) % 7).map { (first - 1 + $0) % 7 + 1 }
                length = 3
            }
        }
        switch rhythm {
        case nil, .weeks: weekdays.formUnion(found)
        default: throw .twoRhythms(quoted(word))
        }
        try follow(.days, word)
        index += length
        return true
    }

    private mutating func readTime(_ word: String) throws(SchedulePhraseError) -> Bool {
        if let hour = ["noon": 12, "midday": 12, "midnight": 0][word], let time = TimeOfDay(hour: hour, minute: 0) {
            try follow(.times, word)
            times.append(time)
            index += 1
            return true
        }
        let reading: ClockReading?
        do throws(WhenError) {
            reading = try ClockReading.read(words[index...], bareHour: expectsHour || !times.isEmpty)
        } catch {
            throw .noSuchTime(quoted(word))
        }
        guard let reading, reading.offset == nil else { return false }
        guard reading.time.milliseconds % 60_000 == 0 else { throw .noSuchTime(quoted(word)) }
        try follow(.times, word)
        times.append(reading.time)
        index += reading.wordCount
        return true
    }

    /// Days and times may come in either order, but not alternate.
    private mutating func follow(_ part: Part, _ word: String) throws(SchedulePhraseError) {
        if let lastPart, lastPart != part {
            if hasChanged { throw .twoRhythms(quoted(word)) }
            hasChanged = true
        }
        lastPart = part
    }

    // MARK: Rhythm

    /// A number and its unit at an index, `3 days`, `8h`, and how many words that took.
    private func countedUnit(at place: Int) throws(SchedulePhraseError) -> (count: Int, unit: String, length: Int)? {
        guard let word = word(place) else { return nil }
        if let count = wholeNumber(word) {
            guard let unit = self.word(place + 1) else { throw .notUnderstood(quoted(word)) }
            return (count, unit, 2)
        }
        var rest = word[...]
        let digits = takeDigits(&rest)
        guard !digits.isEmpty else { return nil }
        guard let count = wholeNumber(digits) else { throw .outOfRange(quoted(word)) }
        let isOrdinal = ["rd", "th", "st", "nd"].contains(rest)
        if isOrdinal, let unit = self.word(place + 1) { return (count, unit, 2) }
        guard rest.allSatisfy({ $0.isLetter }) else { throw .notUnderstood(quoted(word)) }
        return (count, String(rest), 1)
    }

    private mutating func setUnit(_ unit: String, count: Int, said: String) throws(SchedulePhraseError) {
        let (rhythm, range): (Rhythm, ClosedRange<Int>) =
            switch unit {
            case "day", "days", "d": (.days(count), Schedule.Cadence.dayRange)
            case "week", "weeks", "w", "wk", "wks": (.weeks(count), Schedule.Cadence.weekRange)
            case "month", "months": (.months(count), Schedule.Cadence.monthRange)
            case "hour", "hours", "h", "hr", "hrs": (.hours(count), Schedule.Cadence.hourRange)
            case _ where SchedulePhraseReader.partsOfDay.contains(unit): throw .noClock(quoted(unit))
            default: throw .notUnderstood(quoted(unit))
            }
        guard range.contains(count) else { throw .outOfRange(quoted(said)) }
        try set(rhythm, said)
    }

    private mutating func set(_ new: Rhythm, _ word: String) throws(SchedulePhraseError) { rhythm = try joined(new, word) }

    /// Sets the rhythm, which may be said only once; weeks may follow their days.
    private func joined(_ new: Rhythm, _ word: String) throws(SchedulePhraseError) -> Rhythm {
        guard rhythm == nil else { throw .twoRhythms(quoted(word)) }
        guard !weekdays.isEmpty else { return new }
        guard case .weeks = new else { throw .twoRhythms(quoted(word)) }
        return new
    }

    private mutating func phrase() throws(SchedulePhraseError) -> SchedulePhrase {
        if let kept, rhythm == nil, lastPart == nil, monthDay == nil, !isAnyTime, !isFromLast, timesSaid == nil,
            length != nil || start != nil
        {
            return SchedulePhrase(
                cadence: kept.cadence, times: kept.times, isAnyTime: kept.isAnyTime, length: length, start: start)
        }
        let sorted = times.sorted()
        if let twice = zip(sorted, sorted.dropFirst()).first(where: { $0 == $1 }) { throw .sameTimeTwice(twice.0.clock) }
        if monthDay != nil, rhythm == nil, weekdays.isEmpty { rhythm = .months(1) }
        let cadence: Schedule.Cadence =
            switch rhythm {
            case .months(let months): .everyMonths(months, day: monthDay ?? 0)
            case .days(let days): .everyDays(days)
            case .hours(let hours): .everyHours(hours, fromLast: isFromLast)
            case .cycle(let on, let off): .cycle(on: on, off: off)
            case .weeks(let weeks): .everyWeeks(weeks, weekdays: weekdays)
            case nil: weekdays.isEmpty ? .everyDays(1) : .everyWeeks(1, weekdays: weekdays)
            }
        if case .everyWeeks = cadence, weekdays.isEmpty { throw .needsWeekdays }
        if case .months = rhythm {
            if monthDay == nil { throw .needsMonthDay }
        } else if monthDay != nil {
            throw .twoRhythms("month")
        }
        if case .hours = rhythm {
            if isAnyTime { throw .notUnderstood("any") }
        } else if isFromLast {
            throw .notUnderstood("last")
        }
        // Whether each day is meant is not said by `any time` alone.
        if isAnyTime, rhythm == nil, weekdays.isEmpty, timesSaid == nil { throw .needsTimes }
        if isAnyTime, !times.isEmpty, !isReminded { throw .notUnderstood("any") }
        if times.isEmpty, isAnyTime || timesSaid != nil {
            return SchedulePhrase(
                cadence: cadence, times: SchedulePhrase.spread(timesSaid ?? 1), isAnyTime: true, length: length, start: start)
        }
        // When the first is due matters only if none was taken before.
        if times.isEmpty, isFromLast, let eight = TimeOfDay(hour: 8, minute: 0) { times = [eight] }
        guard !times.isEmpty else { throw .needsTimes }
        guard times.count <= Schedule.mostTimes else { throw .tooManyTimes }
        if case .everyHours = cadence, times.count != 1 { throw .needsOneTime }
        if let timesSaid, timesSaid != times.count { throw .countDiffers(said: timesSaid, named: times.count) }
        if let daysSaid, daysSaid != weekdays.count { throw .countDiffers(said: daysSaid, named: weekdays.count) }
        return SchedulePhrase(cadence: cadence, times: times.sorted(), isAnyTime: isAnyTime, length: length, start: start)
    }
}
