/// The days meant by a phrase, without its time of day.
struct RelativeDate {
    var days: ClosedRange<LocalDay>
    var isPeriod = false
    var secondsAgo: Int?
    var otherReading: LocalDay?
    var hasYear = false

    private init(_ day: LocalDay) { days = day...day }

    private init(period days: ClosedRange<LocalDay>) {
        self.days = days
        isPeriod = true
    }

    /// `nil` if there are no words besides the time; throws if they are not understood.
    static func read(_ spoken: SpokenWhen, today: LocalDay, nowMinutes: Int) throws(WhenError) -> RelativeDate? {
        let words = spoken.words
        guard !words.isEmpty else { return nil }
        if let days = try named(words, isPartOfDay: spoken.isPartOfDay, today: today) { return RelativeDate(days) }
        if let found = try counted(words, today: today, nowMinutes: nowMinutes) { return found }
        if let period = try period(words, today: today) { return RelativeDate(period: period) }
        guard let written = try WrittenDate.read(words, today: today) else { throw .notUnderstood(spoken.text) }
        var found = RelativeDate(period: written.days)
        (found.isPeriod, found.otherReading) = (written.isPeriod, written.otherReading)
        found.hasYear = written.hasYear
        return found
    }

    /// `yesterday`, `last friday` and the like.
    private static func named(
        _ words: [String], isPartOfDay: Bool, today: LocalDay
    ) throws(WhenError) -> LocalDay? {
        switch words {
        case ["today"]: return today
        case ["yesterday"]: return try moved(today, -1)
        case ["tomorrow"]: return try moved(today, 1)
        case ["day", "before", "yesterday"]: return try moved(today, -2)
        case ["day", "after", "tomorrow"]: return try moved(today, 2)
        case ["this"] where isPartOfDay: return today
        case ["last"] where isPartOfDay: return try moved(today, -1)
        default: break
        }
        guard words.count <= 2, let last = words.last, let weekday = weekdayNumber(last) else { return nil }
        let back = (today.weekday - weekday + 7) % 7
        switch words.count == 1 ? "" : words[0] {
        case "": return try moved(today, -back)
        case "last", "past": return try moved(today, back == 0 ? -7 : -back)
        case "this": return try moved(today, weekday - today.weekday)
        case "next": return try moved(today, 7 - back)
        default: return nil
        }
    }

    /// `3 days ago`, `a month ago`, `90m ago`, `now`.
    private static func counted(
        _ words: [String], today: LocalDay, nowMinutes: Int
    ) throws(WhenError) -> RelativeDate? {
        if words == ["now"] { return try elapsed(0, today: today, nowMinutes: nowMinutes) }
        guard words.count >= 2, words.last == "ago" else { return nil }
        if words.count == 3, let count = wholeNumber(words[0]), let days = calendarDay(today, back: count, words[1]) {
            return RelativeDate(try inCalendar(days))
        }
        let span: Timespan
        do throws(TimespanError) {
            span = try Timespan.parse(words.dropLast().joined(separator: " "))
        } catch {
            if case .tooLong = error { throw .outsideCalendar }
            return nil
        }
        return try elapsed(span.seconds, today: today, nowMinutes: nowMinutes)
    }

    /// `last week`, `this month`, `past 30 days`.
    private static func period(_ words: [String], today: LocalDay) throws(WhenError) -> ClosedRange<LocalDay>? {
        let steps = ["last": -1, "this": 0, "next": 1]
        if words.count == 2, let step = steps[words[0]] {
            switch words[1] {
            case "week": return try moved(today, step * 7).week
            case "month": return LocalMonth(containing: try inCalendar(today.adding(months: step))).days
            case "year":
                let year = today.year + step
                let first = try inCalendar(LocalDay(year: year, month: 1, day: 1))
                return first...(try inCalendar(LocalDay(year: year, month: 12, day: 31)))
            default: return nil
            }
        }
        guard words.count == 3, words[0] == "last" || words[0] == "past", let count = wholeNumber(words[1]), count > 0,
            let start = calendarDay(today, back: count, words[2])
        else { return nil }
        return try moved(try inCalendar(start), 1)...today
    }

    /// The outer `nil`: not a unit of the calendar; the inner: outside the calendar.
    private static func calendarDay(_ today: LocalDay, back count: Int, _ unit: String) -> LocalDay?? {
        // The calendar has fewer days than this; 366 times as many still fit in 32 bits.
        let count = min(count, 4_000_000)
        return switch unit {
        case "day", "days": .some(today.adding(days: -count))
        case "week", "weeks": .some(today.adding(days: -count * 7))
        case "month", "months": .some(today.adding(months: -count))
        case "year", "years": .some(today.adding(months: -count * 12))
        default: .none
        }
    }

    private static func elapsed(
        _ seconds: Int, today: LocalDay, nowMinutes: Int
    ) throws(WhenError) -> RelativeDate {
        let (moment, overflow) = (nowMinutes * 60).subtractingReportingOverflow(seconds)
        guard !overflow else { throw .outsideCalendar }
        let (days, _) = floorDivide(Int64(moment), by: 86_400)
        var found = RelativeDate(try moved(today, Int(clamping: days)))
        found.secondsAgo = seconds
        return found
    }

    private static func moved(_ day: LocalDay, _ days: Int) throws(WhenError) -> LocalDay {
        try inCalendar(day.adding(days: days))
    }

    private static func inCalendar(_ day: LocalDay?) throws(WhenError) -> LocalDay {
        guard let day else { throw .outsideCalendar }
        return day
    }
}
