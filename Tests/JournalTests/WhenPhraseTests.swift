import Journal
import SeededChance
import Testing

/// Saturday, 14 March 2026, 15:30.
@Suite struct WhenPhraseTests {
    private func parse(_ text: String, today: String = "2026-03-14", nowMinutes: Int = 930) throws -> WhenPhrase {
        try WhenPhrase.parse(text, today: day(today), nowMinutes: nowMinutes)
    }

    /// The meaning in one line: `2026-03-14`, `2026-03-14 21:00:05.250`, `2026-03-01...2026-03-31`, `7200 s
    /// ago 2026-03-14`.
    private func summary(_ phrase: WhenPhrase) -> String {
        switch phrase.meaning {
        case .day(let day, let time):
            guard let time else { return day.iso }
            let thousandths = time.milliseconds % 1000
            let seconds = time.milliseconds % 60_000 == 0 ? "" : ":" + padded(time.second, to: 2)
            return day.iso + " " + time.clock + seconds + (thousandths == 0 ? "" : "." + padded(thousandths, to: 3))
        case .instant(let instant, let offset, let day):
            return instant.rfc3339(offset: offset) + " on " + day.iso
        case .ago(let seconds, let day): return "\(seconds) s ago " + day.iso
        case .period(let days): return days.lowerBound.iso + "..." + days.upperBound.iso
        }
    }

    @Test(arguments: [
        ("today", "2026-03-14"), ("yesterday", "2026-03-13"), ("tomorrow", "2026-03-15"), ("Today", "2026-03-14"),
        ("  YESTERDAY  ", "2026-03-13"), ("the day before yesterday", "2026-03-12"),
        ("day after tomorrow", "2026-03-16"),
        ("saturday", "2026-03-14"), ("friday", "2026-03-13"), ("sunday", "2026-03-08"), ("on Friday", "2026-03-13"),
        ("fri", "2026-03-13"), ("Thurs.", "2026-03-12"), ("last friday", "2026-03-13"), ("last saturday", "2026-03-07"),
        ("past tuesday", "2026-03-10"), ("this sunday", "2026-03-15"), ("this monday", "2026-03-09"),
        ("next saturday", "2026-03-21"), ("next sunday", "2026-03-15"), ("3 days ago", "2026-03-11"),
        ("a day ago", "2026-03-13"), ("two weeks ago", "2026-02-28"), ("a month ago", "2026-02-14"),
        ("1 year ago", "2025-03-14"), ("0 days ago", "2026-03-14"), ("12 months ago", "2025-03-14"),
    ])
    func `a day is named from today`(text: String, meaning: String) throws {
        #expect(try summary(parse(text)) == meaning)
    }

    @Test(arguments: [
        ("2026-03-14", "2026-03-14"), ("2026-3-4", "2026-03-04"), ("2026/03/14", "2026-03-14"),
        ("2026.03.14", "2026-03-14"),
        ("0001-01-01", "0001-01-01"), ("9999-12-31", "9999-12-31"), ("1660-01-01", "1660-01-01"),
        ("3/14/26", "2026-03-14"), ("3/14/2026", "2026-03-14"), ("03/14/2026", "2026-03-14"),
        ("14/3/2026", "2026-03-14"),
        ("14/3/26", "2026-03-14"), ("14.3.2026", "2026-03-14"), ("14.03.26", "2026-03-14"), ("14.3.26.", "2026-03-14"),
        ("3.4.2026", "2026-04-03"), ("3.14.2026", "2026-03-14"), ("14-03-2026", "2026-03-14"),
        ("03-14-2026", "2026-03-14"),
        ("1/1/00", "2000-01-01"), ("12/31/68", "2068-12-31"), ("1/1/69", "1969-01-01"), ("1/1/99", "1999-01-01"),
        ("14 March 2026", "2026-03-14"), ("March 14, 2026", "2026-03-14"), ("14th of March", "2026-03-14"),
        ("the 14th of March, 2026", "2026-03-14"), ("Mar 14", "2026-03-14"), ("MARCH 14TH", "2026-03-14"),
        ("Mar. 14, 2026", "2026-03-14"), ("14 mar 26", "2026-03-14"), ("2026 March 14", "2026-03-14"),
        ("sept 1 2025", "2025-09-01"), ("1st sep 2025", "2025-09-01"), ("2nd of June 2024", "2024-06-02"),
        ("29 february 2024", "2024-02-29"), ("Saturday, 14 March 2026", "2026-03-14"), ("sat 3/14/26", "2026-03-14"),
        ("15 March", "2025-03-15"), ("Mar 15", "2025-03-15"), ("1 jan", "2026-01-01"), ("dec 31", "2025-12-31"),
        ("29 feb", "2024-02-29"), ("feb 28", "2026-02-28"), ("3/14", "2026-03-14"), ("3/15", "2025-03-15"),
        ("14/3", "2026-03-14"),
    ])
    func `a written date is a day`(text: String, meaning: String) throws {
        #expect(try summary(parse(text)) == meaning)
    }

    @Test(arguments: [
        ("yesterday 9pm", "2026-03-13 21:00"), ("9pm yesterday", "2026-03-13 21:00"),
        ("yesterday at 9 PM", "2026-03-13 21:00"),
        ("9am", "2026-03-14 09:00"), ("09:05", "2026-03-14 09:05"), ("9.05", "2026-03-14 09:05"),
        ("12:00", "2026-03-14 12:00"),
        ("9:30 am", "2026-03-14 09:30"), ("9:30am", "2026-03-14 09:30"), ("9:30 a.m.", "2026-03-14 09:30"),
        ("2 p.m.", "2026-03-14 14:00"), ("2p.m.", "2026-03-14 14:00"), ("12am", "2026-03-14 00:00"),
        ("12pm", "2026-03-14 12:00"), ("12:30am", "2026-03-14 00:30"), ("noon", "2026-03-14 12:00"),
        ("midnight", "2026-03-14 00:00"), ("at 9", "2026-03-14 09:00"), ("at 15", "2026-03-14 15:00"),
        ("9 o'clock", "2026-03-14 09:00"), ("today 21:00:05", "2026-03-14 21:00:05"),
        ("today at 9pm", "2026-03-14 21:00"),
        ("tomorrow 21.00", "2026-03-15 21:00"), ("friday at 7pm", "2026-03-13 19:00"),
        ("friday, noon", "2026-03-13 12:00"),
        ("last friday at midnight", "2026-03-13 00:00"), ("3 days ago at 9:15", "2026-03-11 09:15"),
        ("2026-03-14 21:00", "2026-03-14 21:00"), ("2026-03-14T21:00", "2026-03-14 21:00"),
        ("2026-03-14t21:00:05.25", "2026-03-14 21:00:05.250"), ("2026-03-14 23:59:59.9999", "2026-03-14 23:59:59.999"),
        ("14.3.2026 21.00", "2026-03-14 21:00"), ("jan 5 2025 at 9", "2025-01-05 09:00"),
        ("3/14/26, 9pm", "2026-03-14 21:00"),
        ("at 9pm on March 13th", "2026-03-13 21:00"), ("this morning", "2026-03-14 09:00"),
        ("yesterday evening", "2026-03-13 19:00"), ("last night", "2026-03-13 21:00"), ("tonight", "2026-03-14 21:00"),
        ("in the afternoon", "2026-03-14 15:00"), ("friday night", "2026-03-13 21:00"),
    ])
    func `a day may have a time`(text: String, meaning: String) throws {
        #expect(try summary(parse(text)) == meaning)
    }

    @Test(arguments: [
        ("15:31", 930, "2026-03-14 15:31"), ("16:30", 930, "2026-03-14 16:30"), ("16:31", 930, "2026-03-13 16:31"),
        ("9pm", 930, "2026-03-13 21:00"), ("11pm", 30, "2026-03-13 23:00"), ("23:59", 1439, "2026-03-14 23:59"),
        ("today 9pm", 930, "2026-03-14 21:00"), ("1am", 0, "2026-03-14 01:00"), ("1:01am", 0, "2026-03-13 01:01"),
    ])
    func `a time alone is never more than an hour ahead`(text: String, nowMinutes: Int, meaning: String) throws {
        #expect(try summary(parse(text, nowMinutes: nowMinutes)) == meaning)
    }

    @Test(arguments: [
        ("2026-03-14T21:00:00+01:00", "2026-03-14T21:00:00+01:00 on 2026-03-14"),
        ("2026-03-14T21:00:00Z", "2026-03-14T21:00:00Z on 2026-03-14"),
        ("2026-03-14T21:00:00.250z", "2026-03-14T21:00:00.250Z on 2026-03-14"),
        ("2026-03-14 21:00-0330", "2026-03-14T21:00:00-03:30 on 2026-03-14"),
        ("2026-03-14T00:30+14", "2026-03-14T00:30:00+14:00 on 2026-03-14"),
        ("3/14/26 21:00+01:00", "2026-03-14T21:00:00+01:00 on 2026-03-14"),
        ("0001-01-01T00:00Z", "0001-01-01T00:00:00Z on 0001-01-01"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z on 9999-12-31"),
    ])
    func `an offset makes an instant`(text: String, meaning: String) throws {
        #expect(try summary(parse(text)) == meaning)
    }

    @Test(arguments: [
        ("now", 930, "0 s ago 2026-03-14"), ("2 hours ago", 930, "7200 s ago 2026-03-14"),
        ("an hour ago", 59, "3600 s ago 2026-03-13"), ("an hour ago", 60, "3600 s ago 2026-03-14"),
        ("90m ago", 930, "5400 s ago 2026-03-14"), ("1h30m ago", 930, "5400 s ago 2026-03-14"),
        ("one hour and ten minutes ago", 930, "4200 s ago 2026-03-14"),
        ("48 hours ago", 930, "172800 s ago 2026-03-12"),
        ("1 day 2 hours ago", 60, "93600 s ago 2026-03-12"),
    ])
    func `hours ago are counted on the clock`(text: String, nowMinutes: Int, meaning: String) throws {
        #expect(try summary(parse(text, nowMinutes: nowMinutes)) == meaning)
    }

    @Test(arguments: [
        ("2026", "2026-01-01...2026-12-31"), ("2026-03", "2026-03-01...2026-03-31"),
        ("2024-2", "2024-02-01...2024-02-29"),
        ("2026/03", "2026-03-01...2026-03-31"), ("3/2026", "2026-03-01...2026-03-31"),
        ("03.2026", "2026-03-01...2026-03-31"),
        ("March 2026", "2026-03-01...2026-03-31"), ("2026 march", "2026-03-01...2026-03-31"),
        ("in march, 2026", "2026-03-01...2026-03-31"), ("March of 2026", "2026-03-01...2026-03-31"),
        ("march", "2026-03-01...2026-03-31"), ("april", "2025-04-01...2025-04-30"), ("Feb.", "2026-02-01...2026-02-28"),
        ("last week", "2026-03-02...2026-03-08"), ("this week", "2026-03-09...2026-03-15"),
        ("next week", "2026-03-16...2026-03-22"), ("this month", "2026-03-01...2026-03-31"),
        ("last month", "2026-02-01...2026-02-28"), ("next month", "2026-04-01...2026-04-30"),
        ("this year", "2026-01-01...2026-12-31"), ("last year", "2025-01-01...2025-12-31"),
        ("last 7 days", "2026-03-08...2026-03-14"), ("past two weeks", "2026-03-01...2026-03-14"),
        ("the last 3 months", "2025-12-15...2026-03-14"), ("9999", "9999-01-01...9999-12-31"),
        ("0001", "0001-01-01...0001-12-31"), ("12/9999", "9999-12-01...9999-12-31"),
    ])
    func `a period is its days, and no moment`(text: String, meaning: String) throws {
        let phrase = try parse(text)
        #expect(summary(phrase) == meaning)
        #expect(try WhenPhrase.parseDays(text, today: day("2026-03-14")).days == phrase.days)
        #expect(throws: WhenError.notOneDay(phrase.days)) {
            try WhenPhrase.parseMoment(text, today: day("2026-03-14"), nowMinutes: 930)
        }
    }

    @Test(arguments: [
        ("3/4/26", "2026-03-04", "2026-04-03"), ("03-04-2026", "2026-03-04", "2026-04-03"),
        ("3/4", "2026-03-04", "2025-04-03"),
        ("12/11/2025 9pm", "2025-12-11", "2025-11-12"), ("3/4/26 9:00Z", "2026-03-04", "2026-04-03"),
    ])
    func `a date that can be read in two ways says so`(text: String, taken: String, other: String) throws {
        let phrase = try parse(text)
        #expect(try phrase.days == day(taken)...day(taken))
        #expect(try phrase.otherReading == day(other))
    }

    @Test(arguments: [
        "3/3/26", "3/14/26", "14/3/26", "3.4.26", "2026/3/4", "2026-03-04", "4 march 26", "march 4", "3/2026",
    ])
    func `a date that can be read in one way does not`(text: String) throws {
        #expect(try parse(text).otherReading == nil)
    }

    @Test(arguments: [
        ("", WhenError.empty), ("   ", .empty), (" ,\n\t", .empty), ("\0", .empty),
        ("0000-01-01", .yearOutOfRange("0000")), ("99999-01-01", .yearOutOfRange("99999")),
        ("3/14/0", .yearOutOfRange("0")),
        ("3/14/0000", .yearOutOfRange("0000")), ("3/14/99999", .yearOutOfRange("99999")),
        ("0000", .yearOutOfRange("0000")),
        ("99999", .yearOutOfRange("99999")), ("14 March 0", .yearOutOfRange("0")),
        ("14 March 99999", .yearOutOfRange("99999")),
        ("March 0000", .yearOutOfRange("0000")), ("March 10000", .yearOutOfRange("10000")),
        ("10000-01", .yearOutOfRange("10000")),
        ("99999999999999999999-01-01", .yearOutOfRange("99999999999999999999")),
        ("0000-01-01T00:00Z", .yearOutOfRange("0000")),
        ("2026-13-01", .noSuchMonth(13)), ("2026-00-01", .noSuchMonth(0)), ("2026-13", .noSuchMonth(13)),
        ("13/13/26", .noSuchMonth(13)), ("0/14/26", .noSuchMonth(0)), ("13/2026", .noSuchMonth(13)),
        ("14/0", .noSuchMonth(0)),
        ("2026-02-31", .noSuchDay(year: 2026, month: 2, day: 31)),
        ("2026-02-29", .noSuchDay(year: 2026, month: 2, day: 29)),
        ("31 February", .noSuchDay(year: nil, month: 2, day: 31)), ("feb 30", .noSuchDay(year: nil, month: 2, day: 30)),
        ("31/2/26", .noSuchDay(year: 2026, month: 2, day: 31)), ("march 0", .noSuchDay(year: nil, month: 3, day: 0)),
        ("32 march 2026", .noSuchDay(year: 2026, month: 3, day: 32)),
        ("29 feb 1900", .noSuchDay(year: 1900, month: 2, day: 29)),
        ("31.4.2026", .noSuchDay(year: 2026, month: 4, day: 31)), ("4/31", .noSuchDay(year: nil, month: 4, day: 31)),
        ("2026-02-31T21:00Z", .noSuchDay(year: 2026, month: 2, day: 31)),
        ("25:00", .noSuchTime("25:00")), ("24:00", .noSuchTime("24:00")), ("21:60", .noSuchTime("21:60")),
        ("21:00:60", .noSuchTime("21:00:60")), ("13pm", .noSuchTime("13pm")), ("0am", .noSuchTime("0am")),
        ("at 24", .noSuchTime("24")), ("100:00", .noSuchTime("100:00")),
        ("99999999999:00", .noSuchTime("99999999999:00")),
        ("yesterday 25:00", .noSuchTime("25:00")), ("2026-03-14T21:00+24:00", .noSuchTime("+24:00")),
        ("2026-03-14T21:00+01:60", .noSuchTime("+01:60")), ("2026-03-14T24:00:00Z", .noSuchTime("24:00:00z")),
        ("10000000 days ago", .outsideCalendar), ("999999999 years ago", .outsideCalendar),
        ("999999999 weeks and 1 hour ago", .outsideCalendar), ("99999999999 hours ago", .outsideCalendar),
        ("0001-01-01T00:00+01:00", .outsideCalendar), ("9999-12-31T23:59:59-01:00", .outsideCalendar),
    ])
    func `what no calendar or clock has is refused and named`(text: String, error: WhenError) {
        #expect(throws: error) { try parse(text) }
    }

    @Test(arguments: [
        "soon", "whenever", "14", "0", "-5", "9", "999", "20260314", "1.2.3", "3/14/5", "3/14/500", "500-01-01",
        "0-01-01",
        "26-03-14", "2026-03-14-05", "2026-", "-2026", "2026--03", "//", "3//26", "3/14/26/1", "14.3", "14:3",
        "9:", ":30",
        "9:3pm", "9pmx", "9pm 10pm", "noon midnight", "march march", "14 march 2026 2027", "14 march april",
        "14 of", "friday saturday", "last", "this", "next", "last 14 march", "last days", "last 0 days", "3 days",
        "days ago", "ago", "3 ago", "-3 days ago", "3.5 days ago", "3 fortnights ago", "2 hours ago at 9pm", "now 9pm",
        "in 3 days", "the", "on", "at", "+01:00", "21:00+01:00", "yesterday 21:00Z", "21:00+1", "21:00+01:0",
        "21:00+01:00:00", "9pm+01:00", "2026-03-14T", "T21:00", "2026-03-14TT21:00", "2026-03-14T21:00Zulu",
        "٢٠٢٦-٠٣-١٤", "２０２６-03-14", "2026-03-1\u{301}4", "14e3", "1½", "0x7ea", "14rd2 march", "marchs", "tod",
        "montag",
        "2026-W11", "2026-073", "14-mar-2026", "<script>", "'; drop table", "😀",
    ])
    func `what is no date is refused and shown back`(text: String) {
        #expect(throws: WhenError.notUnderstood(text)) { try parse(text) }
    }

    @Test func `a weekday that does not fit is refused`() throws {
        #expect(try throwing { try parse("friday, 14 march 2026") } == .wrongWeekday(day("2026-03-14")))
        #expect(try throwing { try parse("mon 2024-02-29") } == .wrongWeekday(day("2024-02-29")))
    }

    @Test(arguments: ["march 9pm", "2026 at noon", "last week 21:00", "2026-03 9am"])
    func `a time beside a period is refused`(text: String) throws {
        guard case .notOneDay = try throwing({ try parse(text) }) else {
            Issue.record("\(text) should need one day")
            return
        }
    }

    @Test(arguments: ["yesterday 9pm", "9pm", "2 hours ago", "now", "2026-03-14T21:00:00Z", "2026-03-14 21:00", "noon"])
    func `where only days count a time is refused`(text: String) throws {
        #expect(throws: WhenError.timeNotWanted(text)) { try WhenPhrase.parseDays(text, today: day("2026-03-14")) }
    }

    @Test(arguments: ["yesterday", "3 days ago", "friday", "14 march", "3/14/26"])
    func `where only days count a day is one day`(text: String) throws {
        let phrase = try WhenPhrase.parseDays(text, today: day("2026-03-14"))
        #expect(phrase.days.lowerBound == phrase.days.upperBound)
        #expect(try WhenPhrase.parseMoment(text, today: day("2026-03-14"), nowMinutes: 0) == phrase)
    }

    @Test(arguments: [
        ("yesterday", "0001-01-01"), ("last week", "0001-01-07"), ("last month", "0001-01-31"),
        ("last year", "0001-12-31"),
        ("friday", "0001-01-01"), ("march", "0001-01-01"), ("2 february", "0001-01-01"), ("29 feb", "0001-12-31"),
        ("23:00", "0001-01-01"), ("1 hour ago", "0001-01-01"), ("tomorrow", "9999-12-31"), ("next week", "9999-12-31"),
        ("next year", "9999-12-31"), ("next month", "9999-12-01"), ("this sunday", "9999-12-31"),
    ])
    func `a phrase that leads out of the calendar is refused`(text: String, today: String) {
        #expect(throws: WhenError.outsideCalendar) { try parse(text, today: today, nowMinutes: 0) }
    }

    @Test func `an error shows no control characters and not more than a hundred characters`() {
        #expect(throws: WhenError.notUnderstood("so[31mon")) { try parse("so\u{1B}[31mon\0") }
        #expect(throws: WhenError.notUnderstood(String(repeating: "x", count: 100))) {
            try parse(String(repeating: "x", count: 1_000_000))
        }
    }

    @Test func `the long name of any day is read back`() throws {
        var generator = SplitMix64(seed: 7)
        let numbers = try day("1000-01-01").number...day("9999-12-31").number
        for _ in 0..<500 {
            let found = try #require(LocalDay(number: Int.random(in: numbers, using: &generator)))
            #expect(try summary(parse(found.longName)) == found.iso, "seed 7")
            #expect(try summary(parse(found.iso)) == found.iso, "seed 7")
        }
    }

    @Test func `a date without a year is never in the future, whatever day it is`() throws {
        var today = try day("2024-01-01")
        for _ in 0..<800 {
            for text in ["29 feb", "friday", "last friday", "march 14", "3/14", "1 jan", "dec 31"] {
                let found = try WhenPhrase.parseDays(text, today: today).days.lowerBound
                #expect(found <= today, "\(text) on \(today.iso)")
            }
            #expect(try WhenPhrase.parseDays("march", today: today).days.lowerBound <= today)
            today = try #require(today.adding(days: 1))
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `no text makes the parser trap, and what it reads is in the calendar`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let today = try day("2026-03-14")
        for _ in 0..<4000 {
            let text = generator.awkwardText(upTo: 8)
            guard let phrase = try? WhenPhrase.parse(text, today: today, nowMinutes: 930) else { continue }
            #expect((1...9999).contains(phrase.days.lowerBound.year), "seed \(seed): \(text.debugDescription)")
            _ = try? Timespan.parse(text)
        }
    }

    private func throwing(_ body: () throws -> WhenPhrase) throws -> WhenError? {
        do {
            _ = try body()
            return nil
        } catch let error as WhenError {
            return error
        }
    }
}
