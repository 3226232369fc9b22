import Foundation
import Testing

/// Dates as people type them, and the civil day that the writer saw.
@Suite struct DateTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let zone: String
        let typed: String
        let instant: String
        let day: String
        var testDescription: String { "\(typed) in \(zone)" }
    }

    private static let cases = [
        ("Europe/Vienna", "2026-03-14 21:00", "2026-03-14T20:00:00Z", "2026-03-14"),
        ("America/New_York", "2026-03-14 21:00", "2026-03-15T01:00:00Z", "2026-03-14"),
        ("Europe/Vienna", "14 March 2026 at 9pm", "2026-03-14T20:00:00Z", "2026-03-14"),
        ("America/New_York", "3/14/26 9pm", "2026-03-15T01:00:00Z", "2026-03-14"),
        ("Europe/Vienna", "2026-03-14T23:59", "2026-03-14T22:59:00Z", "2026-03-14"),
        // The hour that is skipped: taken with the offset before it.
        ("Europe/Vienna", "2026-03-29 02:30", "2026-03-29T01:30:00Z", "2026-03-29"),
        ("America/New_York", "2026-03-08 02:30", "2026-03-08T07:30:00Z", "2026-03-08"),
        // The hour that comes twice: the first one.
        ("Europe/Vienna", "2025-10-26 02:30", "2025-10-26T00:30:00Z", "2025-10-26"),
        ("America/New_York", "2025-11-02 01:30", "2025-11-02T05:30:00Z", "2025-11-02"),
        // The minutes beside midnight on days of 23 and 25 hours.
        ("Europe/Vienna", "2026-03-29 00:00", "2026-03-28T23:00:00Z", "2026-03-29"),
        ("Europe/Vienna", "2026-03-29 23:59", "2026-03-29T21:59:00Z", "2026-03-29"),
        ("Europe/Vienna", "2025-10-26 00:00", "2025-10-25T22:00:00Z", "2025-10-26"),
        ("America/New_York", "2025-11-02 23:59", "2025-11-03T04:59:00Z", "2025-11-02"),
        ("Pacific/Kiritimati", "2026-01-01 00:30", "2025-12-31T10:30:00Z", "2026-01-01"),
        ("Pacific/Pago_Pago", "2025-12-31 23:30", "2026-01-01T10:30:00Z", "2025-12-31"),
        ("UTC", "0001-01-02 12:00", "0001-01-02T12:00:00Z", "0001-01-02"),
        ("UTC", "9999-12-30 12:00", "9999-12-30T12:00:00Z", "9999-12-30"),
    ].map { Case(zone: $0.0, typed: $0.1, instant: $0.2, day: $0.3) }

    @Test(arguments: cases)
    func `a moment is kept with the day on the writer's wall`(given: Case) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        sandbox["TZ"] = given.zone
        let outcome = try sandbox.run("add", "--json", "words", "--at", given.typed)
        #expect(outcome.isDone, outcome.summary)
        #expect(outcome.object["day"] as? String == given.day)
        let spelled = try #require(outcome.object["instant"] as? String)
        #expect(try instant(spelled) == instant(given.instant), "\(spelled)")
        // Elsewhere it keeps its zone and its day.
        sandbox["TZ"] = given.zone == "UTC" ? "Asia/Tokyo" : "Pacific/Honolulu"
        let listed = try #require(try sandbox.list("--on", given.day).first)
        #expect(listed["day"] as? String == given.day && listed["instant"] as? String == spelled)
    }

    private func instant(_ text: String) throws -> Date {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = text.contains(".") ? [.withInternetDateTime, .withFractionalSeconds] : [.withInternetDateTime]
        return try #require(formatter.date(from: text), "\(text) is not RFC 3339")
    }

    @Test(arguments: ["Europe/Vienna", "America/New_York", "Pacific/Auckland", "Pacific/Pago_Pago"])
    func `words such as yesterday are counted on the writer's wall`(zone: String) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        sandbox["TZ"] = zone
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        func day(_ offset: Int, _ now: Date) throws -> String {
            let date = try #require(calendar.date(byAdding: .day, value: offset, to: now))
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            return "\(parts.year ?? 0)-\(padded(parts.month ?? 0))-\(padded(parts.day ?? 0))"
        }
        for (typed, offset) in [("yesterday 9pm", -1), ("today 00:01", 0), ("3 days ago", -3), ("yesterday", -1)] {
            let before = Date()
            let outcome = try sandbox.run("add", "--json", "words", "--at", typed)
            let found = outcome.object["day"] as? String
            // Midnight may pass while the program runs.
            let right = [try day(offset, before), try day(offset, Date())]
            #expect(right.contains(found ?? ""), "\(typed): \(outcome.summary)")
            if typed == "yesterday 9pm" { #expect((outcome.object["instant"] as? String)?.contains("T21:00:00") == true) }
        }
        let start = Date()
        let now = try #require(try sandbox.run("add", "--json", "now").object["instant"] as? String)
        // Entries are kept to the millisecond.
        #expect((start.addingTimeInterval(-0.001)...Date()).contains(try instant(now)))
    }

    @Test func `an unknown zone of the machine is no reason to fail`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        for zone in ["Mars/Olympus", "", ":", "CET-1CEST"] {
            let outcome = try sandbox.run("add", "--json", "words", "--at", "2026-03-14 21:00", extra: ["TZ": zone])
            #expect(outcome.isDone && outcome.object["day"] as? String == "2026-03-14", "\(zone): \(outcome.summary)")
        }
    }

    @Test func `a date that can be read two ways says how it was read`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let outcome = try sandbox.run("add", "--json", "words", "--at", "3/4/26")
        #expect(outcome.isDone && outcome.errors.hasPrefix("auralyst: note: '3/4/26' was read as"), outcome.summary)
    }
}
