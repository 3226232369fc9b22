/// A date in numbers or with the name of its month.
///
/// - `2026-03-14`, `2026/3/14`: year first, if it has four digits; `2026-03` and `3/2026` are months, `2026` a year.
/// - `3/14/26`, `3-14-2026`: month first, as in the United States, unless only the day can be first (`14/3/2026`). If both are
///   possible, the other reading is reported.
/// - `14.3.2026`: with full stops the day is first, unless only the month can be.
/// - `14 March 2026`, `March 14th, 2026`, `Sat 14 Mar 26`, `March 2026`, `March`, `Mar 14`.
///
/// A year has four digits, or two: 00 to 68 are 2000 to 2068 and 69 to 99 are 1969 to 1999 (the rule of POSIX strptime); with
/// hyphens only four, because 26-03-14 is ambiguous. A date without a year is the last one not after today.
struct WrittenDate {
    var days: ClosedRange<LocalDay>
    var isPeriod = false
    /// The day with month and day exchanged.
    var otherReading: LocalDay?
    var hasYear = true
    /// Whether plain words in a search count as this date: not a lone year or month, nor numbers without a year.
    var isPlain = true

    private init(days: ClosedRange<LocalDay>) { self.days = days }

    private init(_ day: LocalDay) { days = day...day }

    private init(period days: ClosedRange<LocalDay>) {
        self.days = days
        isPeriod = true
    }

    /// The date formed by all of the words (from `SpokenWhen.split`, without `of` and the like); `nil` for other words. Throws
    /// for a date that does not exist.
    static func read(_ words: [String], today: LocalDay) throws(WhenError) -> WrittenDate? {
        if words.count > 1, let weekday = weekdayNumber(words[0]) {
            guard let date = try read(Array(words.dropFirst()), today: today), !date.isPeriod else { return nil }
            guard date.days.lowerBound.weekday == weekday else { throw .wrongWeekday(date.days.lowerBound) }
            return date
        }
        if words.count == 1 { return try single(words[0], today: today) }
        guard words.count <= 3, let place = words.firstIndex(where: { monthNumber($0) != nil }),
            let month = monthNumber(words[place])
        else { return nil }
        var others = words
        others.remove(at: place)
        if others.count == 1 {
            if others[0].count > 2, others[0].allSatisfy(isASCIIDigit) {
                return try wholeMonth(others[0], month)
            }
            guard let day = dayNumber(others[0]) else { return nil }
            return try undated(month: month, day: day, today: today)
        }
        if place == 1, others[0].count > 2, others[0].allSatisfy(isASCIIDigit) { others.reverse() }
        guard let day = dayNumber(others[0]), let year = try yearNumber(others[1]) else { return nil }
        return WrittenDate(try exact(year, month, day))
    }

    private static func single(_ word: String, today: LocalDay) throws(WhenError) -> WrittenDate? {
        if let month = monthNumber(word) {
            let (year, current, _) = today.parts
            guard let past = LocalMonth(year: month > current ? year - 1 : year, month: month) else {
                throw .outsideCalendar
            }
            var date = WrittenDate(period: past.days)
            (date.hasYear, date.isPlain) = (false, false)
            return date
        }
        if word.allSatisfy(isASCIIDigit) {
            guard (4...6).contains(word.count), let year = try yearNumber(word) else { return nil }
            guard let first = LocalMonth(year: year, month: 1), let last = LocalMonth(year: year, month: 12) else {
                return nil
            }
            var date = WrittenDate(period: first.days.lowerBound...last.days.upperBound)
            date.isPlain = false
            return date
        }
        guard let mark = word.first(where: { !isASCIIDigit($0) }), mark == "/" || mark == "." || mark == "-" else {
            return nil
        }
        let parts = word.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isASCIIDigit) }) else { return nil }
        return parts.count == 2 ? try twoNumbers(parts, mark, today: today) : try threeNumbers(parts, mark)
    }

    private static func twoNumbers(
        _ parts: [String], _ mark: Character, today: LocalDay
    ) throws(WhenError) -> WrittenDate? {
        if parts[0].count > 2 {
            guard mark != ".", parts[1].count <= 2, let month = wholeNumber(parts[1]) else { return nil }
            return try wholeMonth(parts[0], month)
        }
        if parts[1].count > 2 {
            guard let month = wholeNumber(parts[0]) else { return nil }
            return try wholeMonth(parts[1], month)
        }
        guard mark == "/", let first = wholeNumber(parts[0]), let second = wholeNumber(parts[1]) else { return nil }
        let dayFirst = first > 12 && second <= 12
        let (month, day) = dayFirst ? (second, first) : (first, second)
        var date = try undated(month: month, day: day, today: today)
        if first != second, (1...12).contains(first), (1...12).contains(second) {
            date.otherReading = try undated(month: second, day: first, today: today).days.lowerBound
        }
        date.isPlain = false
        return date
    }

    private static func threeNumbers(_ parts: [String], _ mark: Character) throws(WhenError) -> WrittenDate? {
        guard parts.count == 3, parts[1].count <= 2 else { return nil }
        if parts[0].count > 2 {
            guard parts[2].count <= 2, let year = try yearNumber(parts[0]),
                let month = wholeNumber(parts[1]), let day = wholeNumber(parts[2])
            else { return nil }
            return WrittenDate(try exact(year, month, day))
        }
        guard mark != "-" || parts[2].count > 2, let year = try yearNumber(parts[2]),
            let first = wholeNumber(parts[0]), let second = wholeNumber(parts[1])
        else { return nil }
        let dayFirst = mark == "." ? !(second > 12 && first <= 12) : first > 12 && second <= 12
        let (month, day) = dayFirst ? (second, first) : (first, second)
        var date = WrittenDate(try exact(year, month, day))
        if mark != ".", first != second, (1...12).contains(first), (1...12).contains(second) {
            date.otherReading = LocalDay(year: year, month: second, day: first)
        }
        return date
    }

    private static func exact(_ year: Int, _ month: Int, _ day: Int) throws(WhenError) -> LocalDay {
        guard (1...12).contains(month) else { throw .noSuchMonth(month) }
        guard let found = LocalDay(year: year, month: month, day: day) else {
            throw .noSuchDay(year: year, month: month, day: day)
        }
        return found
    }

    private static func wholeMonth(_ year: String, _ month: Int) throws(WhenError) -> WrittenDate? {
        guard let year = try yearNumber(year) else { return nil }
        guard let found = LocalMonth(year: year, month: month) else { throw .noSuchMonth(month) }
        return WrittenDate(period: found.days)
    }

    /// The last such day up to today; 29 February may be up to eight years back.
    private static func undated(month: Int, day: Int, today: LocalDay) throws(WhenError) -> WrittenDate {
        guard (1...12).contains(month) else { throw .noSuchMonth(month) }
        guard (1...LocalDay.length(ofMonth: month, year: 2000)).contains(day) else {
            throw .noSuchDay(year: nil, month: month, day: day)
        }
        for back in 0...8 {
            if let found = LocalDay(year: today.year - back, month: month, day: day), found <= today {
                var date = WrittenDate(found)
                date.hasYear = false
                return date
            }
        }
        throw .outsideCalendar
    }
}
