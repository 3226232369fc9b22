import Journal
import SeededChance
import Testing

@Suite struct SchedulePhraseTests {
    /// What is typed, the cadence in the notation of `ScheduleTable`, and the times.
    @Test(arguments: [
        ("every 8 hours from 06:00", "h8", "06:00"), ("every 8 hours from 6", "h8", "06:00"),
        ("every 8h from 6:30am", "h8", "06:30"),
        ("Every 12 hrs at 8 pm", "h12", "20:00"), ("every hour from midnight", "h1", "00:00"),
        ("hourly from 8:00", "h1", "08:00"),
        ("every six hours starting at 06.00", "h6", "06:00"), ("from 6 every 8 hours", "h8", "06:00"),
        ("every 168 hours at 9", "h168", "09:00"),
        ("every 8 hours starting 06:00", "h8", "06:00"),
        ("daily at 8:00 and 20:00", "d1", "08:00,20:00"), ("every day at 8am, 8pm", "d1", "08:00,20:00"),
        ("8am and 8pm", "d1", "08:00,20:00"),
        ("at 8 and 20", "d1", "08:00,20:00"), ("at 8, 14 and 20", "d1", "08:00,14:00,20:00"),
        ("daily 20:00 8:00", "d1", "08:00,20:00"),
        ("each day at noon", "d1", "12:00"), ("everyday at midnight", "d1", "00:00"), ("DAILY AT 8 A.M.", "d1", "08:00"),
        ("at 9 o'clock every day", "d1", "09:00"), ("daily at 12 am", "d1", "00:00"), ("daily at 12pm", "d1", "12:00"),
        ("07:05", "d1", "07:05"),
        ("daily at 8 & 20", "d1", "08:00,20:00"), ("daily at 8 / 14 / 20", "d1", "08:00,14:00,20:00"),
        ("every day at 8; 20", "d1", "08:00,20:00"),
        ("3 times a day at 8, 14 and 20", "d1", "08:00,14:00,20:00"), ("twice daily at 8 and 20", "d1", "08:00,20:00"),
        ("once a day at 8", "d1", "08:00"), ("2x daily 8:00 20:00", "d1", "08:00,20:00"),
        ("three times per day 8:00 12:00 18:00", "d1", "08:00,12:00,18:00"),
        ("at 8 and 20, twice a day", "d1", "08:00,20:00"), ("once every 3 days at 9", "d3", "09:00"),
        ("every other day at 9", "d2", "09:00"), ("every second day at 9", "d2", "09:00"), ("every 2nd day at 9", "d2", "09:00"),
        ("every 3 days at 21:30", "d3", "21:30"), ("every three days at 21:30", "d3", "21:30"),
        ("every 3rd day at 9", "d3", "09:00"),
        ("every 366 days at 9", "d366", "09:00"), ("at 9 every 3 days", "d3", "09:00"), ("every 1 day at 9", "d1", "09:00"),
        ("mon wed fri at 9", "w1:135", "09:00"), ("Monday, Wednesday and Friday at 9", "w1:135", "09:00"),
        ("mondays at 9", "w1:1", "09:00"),
        ("on mon/wed/fri at 9", "w1:135", "09:00"), ("every monday at 9", "w1:1", "09:00"),
        ("every mon and every thu at 9", "w1:14", "09:00"),
        ("tues thurs at 7:15 pm", "w1:24", "19:15"), ("at 9 on sundays", "w1:7", "09:00"),
        ("9:00 21:00 on sat and sun", "w1:67", "09:00,21:00"),
        ("weekdays at 7", "w1:12345", "07:00"), ("every weekday at 7", "w1:12345", "07:00"), ("weekends at 10", "w1:67", "10:00"),
        ("every weekend at 10", "w1:67", "10:00"), ("mon-fri at 7", "w1:12345", "07:00"),
        ("monday to friday at 7", "w1:12345", "07:00"),
        ("fri–mon at 7", "w1:1567", "07:00"), ("monday through wednesday and sat at 7", "w1:1236", "07:00"),
        ("mon-mon at 7", "w1:1", "07:00"),
        ("every 2 weeks on tuesday at 10", "w2:2", "10:00"), ("every other week on mon and thu at 9", "w2:14", "09:00"),
        ("every other monday and thursday at 9", "w2:14", "09:00"), ("tuesday every 2 weeks at 10", "w2:2", "10:00"),
        ("fortnightly on fri at 9", "w2:5", "09:00"), ("weekly on tuesday at 10", "w1:2", "10:00"),
        ("every week on sun at 10", "w1:7", "10:00"),
        ("once a week on tuesday at 10", "w1:2", "10:00"), ("twice a week on mon and thu at 9", "w1:14", "09:00"),
        ("every 52 weeks on sun at 10", "w52:7", "10:00"), ("every 2nd tuesday at 10", "w2:2", "10:00"),
        ("21 days on 7 off at 22:00", "c21/7", "22:00"), ("21 on 7 off at 22:00", "c21/7", "22:00"),
        ("21 days on, 7 days off, at 10pm", "c21/7", "22:00"),
        ("at 22:00, 21 days on then 7 days off", "c21/7", "22:00"),
        ("every day at 22:00, 21 days on, 7 days off", "c21/7", "22:00"),
        ("1 day on 1 day off at 9", "c1/1", "09:00"), ("21 on / 7 off at 22", "c21/7", "22:00"),
        ("every 12 hours, first at 8", "h12", "08:00"), ("every 12 hours, the first dose at 20:00", "h12", "20:00"),
        ("every second monday at 8", "w2:1", "08:00"), ("from monday to friday at 8", "w1:12345", "08:00"),
    ])
    func `a phrase is read`(text: String, cadenceText: String, times: String) throws {
        let found = try SchedulePhrase.parse(text)
        #expect(found.cadence == (try cadence(cadenceText)))
        #expect(found.times.map(\.clock).joined(separator: ",") == times)
        #expect(try SchedulePhrase.parse(found.words) == found, "\(found.words)")
    }

    /// What is typed, the cadence in the notation of `ScheduleTable`, and the times.
    @Test(arguments: [
        ("3 times a day", "d1", "08:00,14:00,20:00"), ("once a day", "d1", "08:00"), ("twice daily", "d1", "08:00,20:00"),
        ("4x a day", "d1", "08:00,12:00,16:00,20:00"), ("every monday at any time", "w1:1", "08:00"),
        ("every other day anytime", "d2", "08:00"), ("mon wed 2 times at any time", "w1:13", "08:00,20:00"),
        ("3 times a day at any time, reminded at 9, 15 and 21:30", "d1", "09:00,15:00,21:30"),
        ("every month on the 3rd at any time of the day", "m1:3", "08:00"),
        ("any time of day, 21 days on, 7 off", "c21/7", "08:00"), ("daily at any time", "d1", "08:00"),
        ("3 times a day, reminded at 9, 15 and 21:30", "d1", "09:00,15:00,21:30"), ("24 times a day", "d1", nil),
    ])
    func `a number of times a day without times is at any time of the day`(
        text: String, cadenceText: String, times: String?
    ) throws {
        let found = try SchedulePhrase.parse(text)
        #expect(found.isAnyTime)
        #expect(found.cadence == (try cadence(cadenceText)))
        if let times { #expect(found.times.map(\.clock).joined(separator: ",") == times) }
        #expect(zip(found.times, found.times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(try SchedulePhrase.parse(found.words) == found, "\(found.words)")
    }

    @Test(arguments: [
        "every 12 hours after the last one, the first at 8", "every 12h from the last dose taken, first at 8am",
        "every 12 hours since the last, from 08:00", "every 12 hours after last dose at 8",
    ])
    func `hours are counted from the last dose if one says so`(text: String) throws {
        let found = try SchedulePhrase.parse(text)
        #expect(found.cadence == .everyHours(12, fromLast: true))
        #expect(found.times.map(\.clock) == ["08:00"] && !found.isAnyTime)
        #expect(try SchedulePhrase.parse(found.words) == found, "\(found.words)")
    }

    @Test(arguments: [
        ("", SchedulePhraseError.empty), ("  , ;", .empty), (".", .empty), (String(repeating: "x", count: 401), .tooLong),
        ("daily", .needsTimes), ("every day", .needsTimes), ("every 8 hours", .needsTimes), ("3 times a week", .needsWeekdays),
        ("every 8 hours any time from 6", .notUnderstood("any")), ("daily after the last one at 8", .notUnderstood("last")),
        ("once at 20:00", .notUnderstood("at")), ("daily at 8:00, reminded at 7:45", .notUnderstood("reminded")),
        ("daily at 8 and any time", .notUnderstood("any")), ("any time", .needsTimes),
        ("daily, any time, at 8", .notUnderstood("any")),
        ("every 12 hours after the last one, reminded at 8", .notUnderstood("reminded")),

        ("weekdays", .needsTimes), ("21 days on 7 off", .needsTimes), ("mon wed fri", .needsTimes),
        ("every 2 weeks on tue", .needsTimes),
        ("every 2 weeks at 10", .needsWeekdays), ("weekly at 10", .needsWeekdays), ("fortnightly", .needsWeekdays),
        ("once a week at 9", .needsWeekdays),
        ("3 times a day at 8 and 20", .countDiffers(said: 3, named: 2)),
        ("once a day at 8 and 20", .countDiffers(said: 1, named: 2)),
        ("twice a week on mon at 9", .countDiffers(said: 2, named: 1)), ("25 times a day at 8", .outOfRange("25")),
        ("0 times a day at 8", .outOfRange("0")),
        ("3 times at 8", .notUnderstood("at")), ("3 times", .notUnderstood("3")),
        ("3 times a month at 8", .notUnderstood("a")),
        ("every 0 days at 9", .outOfRange("0")), ("every 367 days at 9", .outOfRange("367")),
        ("every 53 weeks on mon at 9", .outOfRange("53")),
        ("every 0 hours at 9", .outOfRange("0")), ("every 169 hours from 6", .outOfRange("169")),
        ("every 999h from 6", .outOfRange("999h")),
        ("every 99999999999999999999 days at 9", .outOfRange("99999999999999999999")),
        ("0 days on 7 off at 22", .outOfRange("0")), ("21 on 400 off at 22", .outOfRange("400")),
        ("every 8 hours at 6 and 14", .needsOneTime), ("daily at 8 and 8:00", .sameTimeTwice("08:00")),
        ("8pm 20:00", .sameTimeTwice("20:00")),
        ("daily at 25:00", .noSuchTime("25:00")), ("daily at 24:00", .noSuchTime("24:00")),
        ("daily at 8:60", .noSuchTime("8:60")),
        ("daily at 13pm", .noSuchTime("13pm")), ("daily at 0 am", .noSuchTime("0")), ("daily at 8:00:30", .noSuchTime("8:00:30")),
        ("daily at 8:00:00.5", .noSuchTime("8:00:00.5")), ("daily at 24", .noSuchTime("24")),
        ("daily at 8:00+02:00", .notUnderstood("8:00+02:00")), ("daily at 08:00z", .notUnderstood("08:00z")),
        ("daily at 8-10", .notUnderstood("8-10")),
        ("daily at 8:00-20:00", .notUnderstood("8:00-20:00")), ("daily at 8h", .notUnderstood("8h")),
        ("daily at ٨", .notUnderstood("٨")),
        ("at 8 in the evening", .notUnderstood("in")), ("every evening", .noClock("evening")),
        ("every morning", .noClock("morning")),
        ("at bedtime", .noClock("bedtime")), ("before breakfast", .noClock("breakfast")),
        ("after breakfast", .noClock("breakfast")),
        ("with food at 8", .noClock("food")),
        ("every", .notUnderstood("every")), ("every 3", .notUnderstood("3")),
        ("every other", .notUnderstood("other")), ("every 3 months at 9", .needsMonthDay),
        ("every month at 9", .needsMonthDay), ("monthly", .needsMonthDay), ("on the 1st", .needsTimes),
        ("on the 32nd at 9", .outOfRange("32nd")), ("on the 0th at 9", .outOfRange("0th")),
        ("every 13 months on the 1st at 9", .outOfRange("13")), ("on the 1st and 15th at 9", .twoRhythms("15th")),
        ("daily on the 1st at 9", .twoRhythms("month")), ("first monday of the month at 9", .weekdayOfMonth("first monday")),
        ("monday of the month at 9", .twoRhythms("month")),
        ("every other month at 9", .needsMonthDay), ("every -1 days at 9", .notUnderstood("-1")),
        ("every 1.5 days at 9", .notUnderstood("1.5")), ("daily from 8/10/12", .needsTimes),
        ("daily at 8:00+20:00", .notUnderstood("8:00+20:00")), ("daily from 2026-11-20", .needsTimes),
        ("every day every 8 hours at 6", .twoRhythms("8")), ("daily weekly mon at 9", .twoRhythms("weekly")),
        ("daily on mondays at 9", .twoRhythms("mondays")),
        ("every 3 days on monday at 9", .twoRhythms("monday")), ("mon every 3 days at 9", .twoRhythms("3")),
        ("21 on 7 off every 8 hours at 6", .twoRhythms("8")),
        ("mon at 9 fri at 10", .twoRhythms("fri")), ("at 9 mon at 10", .twoRhythms("10")),
        ("every day at 8, weekends at 10", .twoRhythms("weekends")),
        ("every day, every monday at 9", .twoRhythms("monday")), ("7 off at 22:00", .notUnderstood("7")),
        ("21 days on at 22:00", .notUnderstood("21")),
        ("21/7 at 22:00", .notUnderstood("21/7")), ("blorp at 9", .notUnderstood("blorp")),
        ("<b>daily</b> at 9", .notUnderstood("<b>daily<")),
        ("8", .notUnderstood("8")), ("daily 8", .notUnderstood("8")),
        ((0..<25).map { "\($0 / 2):\($0 % 2)0" }.joined(separator: " "), .tooManyTimes),
    ])
    func `a phrase that leaves something open is refused, and says what`(text: String, expected: SchedulePhraseError) {
        do throws(SchedulePhraseError) {
            Issue.record("\(text) is read as \(try SchedulePhrase.parse(text))")
        } catch {
            #expect(error == expected)
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `what a schedule does is read back from its words`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<25 {
            let made = try random.schedule()
            let phrase = SchedulePhrase(cadence: made.cadence, times: made.times)
            #expect(try SchedulePhrase.parse(phrase.words) == phrase, "seed \(seed): \(phrase.words)")
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `no text breaks the reader, and what it reads may be kept`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "every", "each", "other", "2nd", "3", "8", "21", "7", "days", "day", "hours", "weeks", "on", "off", "mon", "fri", "-",
            "to", "at", "from", "9", "8:00",
            "20:00", "pm", "and", "times", "a", "twice", "daily", "weekdays", ",", "/", "8h", "99999999999", "0", "é", "\u{0}",
            "noon",
        ]
        var template = try schedule("d1", "08:00", "2026-11-20")
        for _ in 0..<100 {
            let text =
                Bool.random(using: &random)
                ? random.awkwardText(upTo: 12)
                : (0..<Int.random(in: 1...9, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }.joined(
                    separator: " ")
            guard let found = try? SchedulePhrase.parse(text) else { continue }
            (template.cadence, template.times) = (found.cadence, found.times)
            #expect(template.fault == nil, "seed \(seed): \(text)")
            // The first day and the length are the schedule's, not the words'.
            let again = try SchedulePhrase.parse(found.words)
            let plain = SchedulePhrase(cadence: found.cadence, times: found.times, isAnyTime: found.isAnyTime)
            #expect(again == plain, "seed \(seed): \(text)")
        }
    }

    @Test(arguments: [
        ("daily at 8:00 for 10 days", "d1", SchedulePhrase.Length.days(10)), ("for 2 weeks, at 8 and 20", "d1", .days(14)),
        ("every 2 days for one week at 9", "d2", .days(7)), ("daily at 8 until 1 december", "d1", .until("1 december")),
        ("until friday daily at 8", "d1", .until("friday")), ("mon until friday at 8", "w1:12345", nil),
        ("daily at 8 for 3 months", "d1", .months(3)), ("8:00 for 1 month", "d1", .months(1)),
        ("8:00 for a fortnight", "d1", .days(14)), ("for the next 10 days at 8", "d1", .days(10)),
        ("for a week at 8", "d1", .days(7)), ("at 8 for the next month", "d1", .months(1)),
        ("at 8 for a year", "d1", .months(12)),
        ("3 times a day for 5 days", "d1", .days(5)), ("every 8 hours from 6 for 3 days", "h8", .days(3)),
    ])
    func `how long it goes on is read`(text: String, cadenceText: String, length: SchedulePhrase.Length?) throws {
        let found = try SchedulePhrase.parse(text)
        #expect(found.cadence == (try cadence(cadenceText)) && found.length == length)
    }

    @Test(arguments: [
        ("every monday starting friday at 8", "w1:1", "friday"), ("every monday at 8 from friday", "w1:1", "friday"),
        ("daily at 8 starting monday", "d1", "monday"), ("daily at 08:00 from 1 december", "d1", "1 december"),
        ("daily at 8 starting tomorrow", "d1", "tomorrow"), ("starting on 1st december daily at 8", "d1", "1st december"),
        ("from next monday every 8 hours from 6", "h8", "next monday"), ("daily at 8 from 2026-12-01", "d1", "2026-12-01"),
        ("daily starting at 8", "d1", nil), ("every 8 hours from 6 for 3 days", "h8", nil),
    ])
    func `the first day is read`(text: String, cadenceText: String, start: String?) throws {
        let found = try SchedulePhrase.parse(text)
        #expect(found.cadence == (try cadence(cadenceText)) && found.start == start)
    }

    @Test func `a length or a first day alone keeps the days and times`() throws {
        let kept = SchedulePhrase(cadence: .everyDays(2), times: [try #require(TimeOfDay(hour: 9, minute: 0))])
        let long = try SchedulePhrase.parse("for 10 days", keeping: kept)
        #expect(long.cadence == kept.cadence && long.times == kept.times && long.length == .days(10))
        #expect(try SchedulePhrase.parse("starting monday", keeping: kept).start == "monday")
        #expect(throws: SchedulePhraseError.needsTimes) { try SchedulePhrase.parse("daily for 10 days", keeping: kept) }
        #expect(throws: SchedulePhraseError.needsTimes) { try SchedulePhrase.parse("for 10 days") }
    }

    @Test(arguments: [
        ("at bedtime", SchedulePhraseError.noClock("bedtime")), ("daily with breakfast", .noClock("breakfast")),
        ("every evening", .noClock("evening")), ("mornings and evenings", .noClock("mornings")),
        ("first monday of the month at 9", .weekdayOfMonth("first monday")),
        ("every month on the 2nd tuesday at 9", .weekdayOfMonth("2nd tuesday")),
        ("last friday of every month at 9", .weekdayOfMonth("last friday")), ("daily at 8 for 0 days", .outOfRange("0")),
        ("daily at 8 for ever", .noLength("ever")), ("8:00 for 10 doses", .noLength("doses")), ("8:00 for 10", .noLength("10")),
        ("on the first monday at 8", .weekdayOfMonth("first monday")), ("third friday at 9", .weekdayOfMonth("third friday")),
        ("every monday at 8 starting", .notUnderstood("starting")), ("8:00 for 200 months", .outOfRange("200")),
        ("daily from breakfast", .noClock("breakfast")),
        ("daily at 8 until", .notUnderstood("until")), ("daily at 8 for 3 days for 2 days", .notUnderstood("for")),
    ])
    func `what no schedule can say is answered by its own name`(text: String, error: SchedulePhraseError) {
        #expect(throws: error) { try SchedulePhrase.parse(text) }
    }

    @Test func `an error carries one word of at most 100 characters`() {
        let word = String(repeating: "q", count: 300)
        #expect(throws: SchedulePhraseError.notUnderstood(String(word.prefix(100)))) { try SchedulePhrase.parse(word + " at 9") }
    }
}
