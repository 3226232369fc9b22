import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Testing

/// It is Saturday, 14 March 2026, 21:15:30.250 in Vienna, unless said otherwise.
@Suite struct MomentTests {
    private func moment(_ text: String, zone: String = "Europe/Vienna", now: Int64 = TestVault.start) throws(EngineError)
        -> Moment
    {
        guard let zone = Zone(identifier: zone) else { preconditionFailure("a test names a zone that does not exist") }
        return try Moment.parse(text, in: Surroundings(now: { now }, zone: zone))
    }

    private func milliseconds(_ utc: String) throws -> Int64 {
        Int64(try #require(try? Date(utc, strategy: .iso8601)).timeIntervalSince1970 * 1000)
    }

    @Test(arguments: [
        ("now", "2026-03-14T20:15:30.250Z", "2026-03-14"),
        ("yesterday 9pm", "2026-03-13T20:00:00Z", "2026-03-13"),
        ("yesterday", "2026-03-13T20:15:30.250Z", "2026-03-13"),
        ("last friday", "2026-03-13T20:15:30.250Z", "2026-03-13"),
        ("last night", "2026-03-13T20:00:00Z", "2026-03-13"),
        ("this morning", "2026-03-14T08:00:00Z", "2026-03-14"),
        ("8:30", "2026-03-14T07:30:00Z", "2026-03-14"),
        ("23:00", "2026-03-13T22:00:00Z", "2026-03-13"),
        ("2 hours ago", "2026-03-14T18:15:30.250Z", "2026-03-14"),
        ("22 hours ago", "2026-03-13T22:15:30.250Z", "2026-03-13"),
        ("3 days ago", "2026-03-11T20:15:30.250Z", "2026-03-11"),
        ("14 march", "2026-03-14T20:15:30.250Z", "2026-03-14"),
        ("3/14/26 9:05", "2026-03-14T08:05:00Z", "2026-03-14"),
        ("29 feb 2024 noon", "2024-02-29T11:00:00Z", "2024-02-29"),
        ("tomorrow 07:00", "2026-03-15T06:00:00Z", "2026-03-15"),
        ("2026-03-29 02:30", "2026-03-29T01:30:00Z", "2026-03-29"),
        ("2025-10-26 02:30", "2025-10-26T00:30:00Z", "2025-10-26"),
        ("2026-03-14T23:30+09:00", "2026-03-14T14:30:00Z", "2026-03-14"),
        ("2026-03-15T01:00+09:00", "2026-03-14T16:00:00Z", "2026-03-15"),
        ("1 January 1660 12:00", "1660-01-01T10:54:39Z", "1660-01-01"),
    ])
    func `a phrase names a moment`(phrase: String, utc: String, day: String) throws {
        let found = try moment(phrase)
        #expect(found.instant.rfc3339(offset: 0) == utc)
        #expect(found.day.iso == day)
        #expect(found.zone == "Europe/Vienna")
    }

    @Test func `hours ago are counted on the clock that knows no summer time`() throws {
        // 03:30 summer time; an hour and a half earlier it was 01:00 winter time.
        let found = try moment("90m ago", now: try milliseconds("2026-03-29T01:30:00Z"))
        #expect(found.instant.rfc3339(offset: 3600) == "2026-03-29T01:00:00+01:00")
        #expect(found.day.iso == "2026-03-29")
        // 00:30 on the first day of summer time's year in New York, minus three hours: the day before.
        let night = try moment("3 hours ago", zone: "America/New_York", now: try milliseconds("2026-11-01T04:30:00Z"))
        #expect(night.day.iso == "2026-10-31")
    }

    @Test(
        arguments: [
            ("", .empty), (" , ", .empty), ("soon", .notUnderstood("soon")), ("25:11", .noSuchTime("25:11")),
            ("2026-02-30", .noSuchDay(year: 2026, month: 2, day: 30)), ("2026-13-01", .noSuchMonth(13)),
            ("0000-01-01", .yearOutOfRange("0000")), ("1 January 99999", .yearOutOfRange("99999")),
            ("999999999 weeks ago", .outsideCalendar), ("999999999 hours ago", .outsideCalendar),
            ("march 2026", .notOneDay(.of("2026-03-01")...(.of("2026-03-31")))),
            ("last week", .notOneDay(.of("2026-03-02")...(.of("2026-03-08")))),
            ("friday 14 march 2026", .wrongWeekday(.of("2026-03-14"))),
        ] as [(String, WhenError)])
    func `a phrase that names no moment is refused`(phrase: String, reason: WhenError) {
        #expect(throws: EngineError.when(reason)) { try moment(phrase) }
    }

    @Test func `a clock outside the calendar is refused, not followed`() throws {
        let utc = try #require(Zone(identifier: "UTC"))
        #expect(throws: EngineError.when(.outsideCalendar)) {
            try Moment(nowIn: Surroundings(now: { 253_402_300_800_000 }, zone: utc))
        }
    }
}
