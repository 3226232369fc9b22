import Base
import Foundation
import GivenValues
import Journal
import SeededChance
import Testing

@Suite struct CivilTimeTests {
    private static let hour: Int64 = 3_600_000

    /// The instants (milliseconds) at which a zone changes its offset, found by halving between days that differ.
    private static func changes(_ civil: CivilTime, years: ClosedRange<Int>) -> [Int64] {
        let first = Int64(LocalDay.of("\(years.lowerBound)-01-01").number) * 24 * hour
        let last = Int64(LocalDay.of("\(years.upperBound)-12-31").number) * 24 * hour
        return stride(from: first, to: last, by: Int(12 * hour)).compactMap { start in
            var (low, high) = (start, start + 12 * hour)
            guard civil.offset(at: low) != civil.offset(at: high) else { return nil }
            while high - low > 1000 {
                let middle = (low + high) / 2000 * 1000
                if civil.offset(at: middle) == civil.offset(at: low) { low = middle } else { high = middle }
            }
            return high
        }
    }

    @Test(arguments: [
        ("Europe/Vienna", 62, 2000...2030), ("America/New_York", 62, 2000...2030), ("Australia/Lord_Howe", 62, 2000...2030),
        ("Pacific/Apia", 20, 2000...2030), ("Africa/Casablanca", 40, 2000...2030), ("Asia/Kathmandu", 1, 1985...1987),
    ])
    func `around every change of the clocks each wall time is the instant that the rule names`(
        zone: String, atLeast: Int, years: ClosedRange<Int>
    ) throws {
        let civil = try #require(CivilTime(named: zone))
        let changes = Self.changes(civil, years: years)
        #expect(changes.count >= atLeast * 9 / 10, "\(changes.count) changes in \(zone)")
        var wrong: [String] = []
        for change in changes {
            let before = Int64(civil.offset(at: change - 1000)) * 1000
            let after = Int64(civil.offset(at: change)) * 1000
            for instant in stride(from: change - 36 * Self.hour, through: change + 36 * Self.hour, by: 900_000) {
                let wall = try #require(civil.wall(at: instant))
                // What comes twice is taken the first time.
                let isSecond = instant >= change && instant - change < before - after
                let expected = isSecond ? instant - (before - after) : instant
                let found = civil.instant(day: wall.day, time: wall.time)
                if found?.milliseconds != expected { wrong.append("\(instant) is read as \(String(describing: found))") }
            }
            // What is skipped is taken with the offset before.
            for local in stride(from: change + before, to: change + after, by: 900_000) {
                let (number, rest) = floorDivide(local, by: 86_400_000)
                let (day, time) = try (#require(LocalDay(number: Int(number))), #require(TimeOfDay(milliseconds: Int(rest))))
                let found = civil.instant(day: day, time: time)
                if found?.milliseconds != local - before { wrong.append("skipped \(day.iso) \(time.clock)") }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) in \(zone), first \(wrong.prefix(3))")
    }

    @Test(arguments: [
        // Skipped: 02:30 with the offset before the change is 03:30 by the new one.
        ("Europe/Vienna", "2026-03-29", "02:30", "2026-03-29T01:30:00Z"),
        ("America/New_York", "2026-03-08", "02:15", "2026-03-08T07:15:00Z"),
        ("Australia/Lord_Howe", "2026-10-04", "02:10", "2026-10-03T15:40:00Z"),
        ("Pacific/Apia", "2011-12-30", "12:00", "2011-12-30T22:00:00Z"),
        // Twice: the first.
        ("Europe/Vienna", "2026-10-25", "02:30", "2026-10-25T00:30:00Z"),
        ("America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30:00Z"),
        ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00Z"),
        // Neither.
        ("Asia/Kathmandu", "2026-03-14", "00:00", "2026-03-13T18:15:00Z"),
        ("Pacific/Apia", "2011-12-29", "23:59", "2011-12-30T09:59:00Z"),
        ("Pacific/Apia", "2011-12-31", "00:00", "2011-12-30T10:00:00Z"),
        ("UTC", "0001-01-01", "00:00", "0001-01-01T00:00:00Z"), ("UTC", "9999-12-31", "23:59", "9999-12-31T23:59:00Z"),
    ])
    func `a wall time is this instant`(zone: String, day: String, time: String, utc: String) throws {
        let civil = try #require(CivilTime(named: zone))
        #expect(civil.instant(day: .of(day), time: .of(time))?.rfc3339(offset: 0) == utc)
    }

    @Test(arguments: ["Europe/Vienna", "Europe/London", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"])
    func `dates of 1660 keep their day and minute`(zone: String) throws {
        let civil = try #require(CivilTime(named: zone))
        for (day, time) in [("1660-01-01", "00:00"), ("1660-02-29", "23:59"), ("1660-12-31", "12:00")] {
            let instant = try #require(civil.instant(day: .of(day), time: .of(time)))
            let wall = try #require(civil.wall(at: instant.milliseconds))
            #expect(wall.day.iso == day && wall.time.clock == time, "\(zone) \(day) \(time)")
        }
    }

    @Test func `what lies outside the years 1 to 9999 is no instant and no day`() throws {
        let east = try #require(CivilTime(named: "Pacific/Apia"))
        #expect(east.instant(day: .of("0001-01-01"), time: .of("13:00")) != nil)
        let vienna = try #require(CivilTime(named: "Europe/Vienna"))
        #expect(vienna.instant(day: .of("0001-01-01"), time: .of("00:30")) == nil)
        #expect(vienna.wall(at: 253_402_300_799_999) == nil)
        #expect(vienna.wall(at: -62_135_596_800_000) != nil)
    }

    @Test(arguments: ["", "Mars/Olympus", "Europe/vienna/x", "../etc/passwd", "Wien"])
    func `a zone that does not exist is none`(name: String) { #expect(CivilTime(named: name) == nil) }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `in any zone at any time the wall leads back to a wall that shows the same`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<2000 {
            let name = try #require(TimeZone.knownTimeZoneIdentifiers.randomElement(using: &random))
            let civil = try #require(CivilTime(named: name))
            let range: ClosedRange<Int64> =
                Bool.random(using: &random) ? 0...2_000_000_000_000 : -62_000_000_000_000...253_000_000_000_000
            let instant = Int64.random(in: range, using: &random)
            let wall = try #require(civil.wall(at: instant))
            let again = try #require(civil.instant(day: wall.day, time: wall.time))
            let shown = try #require(civil.wall(at: again.milliseconds))
            #expect(shown.day == wall.day && shown.time == wall.time, "seed \(seed): \(name) \(instant)")
            #expect(again.milliseconds <= instant, "seed \(seed): \(name) \(instant) is taken the second time")
        }
    }
}
