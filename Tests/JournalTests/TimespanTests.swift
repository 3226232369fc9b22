import Journal
import Testing

@Suite struct TimespanTests {
    @Test(arguments: [
        ("15m", 900), ("2h", 7200), ("90s", 90), ("1h30m", 5400), ("1 day", 86_400), ("2 weeks", 1_209_600),
        ("1d", 86_400), ("0s", 0), ("1h 30m 5s", 5405), ("15 Min", 900), ("15 MINUTES", 900), ("an hour", 3600),
        ("one hour and ten minutes", 4200), ("a day, an hour", 90_000), (" 5 secs ", 5), ("3hrs", 10_800), ("007s", 7),
        ("1w1d1h1m1s", 694_861),
    ])
    func `a length of time is understood`(text: String, seconds: Int) throws {
        #expect(try Timespan.parse(text).seconds == seconds)
    }

    @Test(arguments: [
        ("", TimespanError.empty), ("  ", .empty), (",", .empty), ("and", .empty), ("15", .noUnit("15")),
        ("1h30", .noUnit("1h30")),
        ("m", .notUnderstood("m")), ("m15", .notUnderstood("m15")), ("15x", .notUnderstood("15x")),
        ("-15m", .notUnderstood("-15m")), ("+15m", .notUnderstood("+15m")), ("1.5h", .notUnderstood("1.5h")),
        ("1h1h", .notUnderstood("1h1h")), ("30m1h", .notUnderstood("30m1h")), ("1month", .notUnderstood("1month")),
        ("1y", .notUnderstood("1y")), ("１５m", .notUnderstood("１５m")), ("٣m", .notUnderstood("٣m")),
        ("0x10s", .notUnderstood("0x10s")), ("forever", .notUnderstood("forever")), ("1 5m", .notUnderstood("1 5m")),
        ("9999999999s", .tooLong(maximum: Int.max)), ("99999999999999999999999w", .tooLong(maximum: Int.max)),
    ])
    func `a text that is no length of time is refused`(text: String, error: TimespanError) {
        #expect(throws: error) { try Timespan.parse(text) }
    }

    @Test(arguments: [
        ("59s", TimespanError.tooShort(minimum: 60)), ("0m", .tooShort(minimum: 60)), ("1h1s", .tooLong(maximum: 3600)),
        ("9 weeks", .tooLong(maximum: 3600)), ("999999999w", .tooLong(maximum: 3600)),
    ])
    func `a length outside the bounds is refused`(text: String, error: TimespanError) {
        #expect(throws: error) { try Timespan.parse(text, within: 60...3600) }
    }

    @Test(arguments: [("60s", 60), ("1h", 3600), ("1m", 60)])
    func `the bounds themselves are allowed`(text: String, seconds: Int) throws {
        #expect(try Timespan.parse(text, within: 60...3600).seconds == seconds)
    }

    @Test func `an overlong text is cut in the error`() {
        let text = String(repeating: "1h", count: 5000)
        #expect(throws: TimespanError.notUnderstood(String(text.prefix(100)))) { try Timespan.parse(text) }
    }
}
