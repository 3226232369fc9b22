import Journal
import SeededChance
import Testing

@Suite struct LocalDayTests {
    @Test func `every day from year 1 to 9999 gives itself back and follows the one before`() throws {
        var previous = try day("0001-01-01")
        #expect(previous.adding(days: -1) == nil)
        var count = 1
        while let next = previous.adding(days: 1) {
            let (year, month, dayOfMonth) = next.parts
            let follows = previous.parts
            let sameMonth = follows.year == year && follows.month == month && follows.day + 1 == dayOfMonth
            let newMonth = dayOfMonth == 1 && follows.day == LocalDay.length(ofMonth: follows.month, year: follows.year)
            let weekdayFollows = next.weekday == previous.weekday % 7 + 1
            guard LocalDay(year: year, month: month, day: dayOfMonth) == next, sameMonth || newMonth, weekdayFollows
            else {
                Issue.record("\(next.iso) does not follow \(previous.iso)")
                return
            }
            previous = next
            count += 1
        }
        #expect(previous.iso == "9999-12-31")
        #expect(count == 3_652_059)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `random days survive their ISO form`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let numbers = try day("0001-01-01").number...day("9999-12-31").number
        for _ in 0..<2000 {
            let found = try #require(LocalDay(number: Int.random(in: numbers, using: &generator)))
            #expect(LocalDay(iso: found.iso) == found, "seed \(seed)")
        }
    }

    @Test(arguments: [
        ("0001-01-01", -719_162, 1), ("1582-10-15", -141_427, 5), ("1660-01-11", -113_215, 7), ("1970-01-01", 0, 4),
        ("1900-03-01", -25_508, 4), ("2000-02-29", 11_016, 2), ("2024-02-29", 19_782, 4), ("2026-03-14", 20_526, 6),
        ("9999-12-31", 2_932_896, 5),
    ])
    func `known days have their number and weekday`(iso: String, number: Int, weekday: Int) throws {
        let found = try day(iso)
        #expect(found.number == number)
        #expect(found.weekday == weekday)
        #expect(LocalDay(number: number) == found)
    }

    @Test(arguments: [
        (1900, 2, 29), (2023, 2, 29), (2100, 2, 29), (2026, 2, 30), (2026, 4, 31), (2026, 6, 31), (2026, 9, 31),
        (2026, 11, 31), (2026, 1, 32), (2026, 1, 0), (2026, 1, -1), (2026, 0, 1), (2026, 13, 1), (0, 1, 1), (-1, 1, 1),
        (10_000, 1, 1), (99_999, 1, 1), (Int.max, 1, 1), (Int.min, 1, 1), (2026, Int.max, 1), (2026, 1, Int.max),
    ])
    func `a day that no calendar has is refused`(year: Int, month: Int, dayOfMonth: Int) {
        #expect(LocalDay(year: year, month: month, day: dayOfMonth) == nil)
    }

    @Test(arguments: [
        "", "-", "--", "2026", "2026-03", "2026-3-14", "2026-03-4", "26-03-14", "02026-03-14", "2026-03-14 ",
        " 2026-03-14", "2026/03/14", "2026-03-14T00:00", "2026--3-14", "-026-03-14", "+026-03-14", "2026-02-29",
        "2026-13-01", "2026-00-01", "2026-01-00", "0000-01-01", "99999-01-01", "٢٠٢٦-٠٣-١٤", "2026-03-1\u{301}4",
        "２０２６-03-14", "2026-03-14\0",
    ])
    func `a text that is no ISO date is refused`(text: String) {
        #expect(LocalDay(iso: text) == nil)
    }

    @Test func `counting out of the calendar gives nothing`() throws {
        let first = try day("0001-01-01")
        let last = try day("9999-12-31")
        #expect(first.adding(days: -1) == nil)
        #expect(last.adding(days: 1) == nil)
        #expect(last.adding(days: Int.max) == nil)
        #expect(first.adding(days: Int.min) == nil)
        #expect(LocalDay(number: Int.max) == nil)
        #expect(first.adding(months: -1) == nil)
        #expect(last.adding(months: 1) == nil)
        #expect(last.adding(months: Int.max) == nil)
        #expect(first.adding(months: Int.min) == nil)
        #expect(first.adding(days: last.number - first.number) == last)
    }

    @Test(arguments: [
        ("2026-03-31", -1, "2026-02-28"), ("2024-03-31", -1, "2024-02-29"), ("2026-01-31", 1, "2026-02-28"),
        ("2026-03-14", -3, "2025-12-14"), ("2026-03-14", 12, "2027-03-14"), ("2024-02-29", -12, "2023-02-28"),
        ("2026-03-14", 0, "2026-03-14"), ("2026-12-31", 2, "2027-02-28"), ("0001-02-28", -1, "0001-01-28"),
        ("9999-11-30", 1, "9999-12-30"),
    ])
    func `months are counted to the same day or the month's last`(from: String, months: Int, to: String) throws {
        #expect(try day(from).adding(months: months) == day(to))
    }

    @Test(arguments: [
        ("2026-03-14", "2026-03-09", "2026-03-15"), ("2026-03-09", "2026-03-09", "2026-03-15"),
        ("2026-03-15", "2026-03-09", "2026-03-15"), ("2026-01-01", "2025-12-29", "2026-01-04"),
        ("0001-01-01", "0001-01-01", "0001-01-07"), ("9999-12-31", "9999-12-27", "9999-12-31"),
    ])
    func `a week runs from Monday to Sunday`(of: String, first: String, last: String) throws {
        #expect(try day(of).week == day(first)...day(last))
    }

    @Test(arguments: [
        ("2026-03-14", "2025-03-14", true), ("2026-03-14", "1660-03-14", true), ("2026-02-28", "2024-02-28", true),
        ("2026-02-28", "2024-02-29", true), ("2028-02-29", "2024-02-29", true), ("2028-02-28", "2024-02-28", true),
        ("2026-03-14", "2026-03-14", false), ("2026-03-14", "2027-03-14", false), ("2026-03-14", "2025-03-15", false),
        ("2026-03-14", "2025-04-14", false), ("2028-02-28", "2024-02-29", false), ("2026-03-01", "2024-02-29", false),
        ("2028-02-29", "2027-02-28", false), ("2026-04-30", "2025-03-31", false), ("2024-02-28", "2024-02-29", false),
    ])
    func `an anniversary has the month and day, and a common year keeps the 29 February`(
        today: String, earlier: String, is expected: Bool
    ) throws {
        #expect(try day(today).isAnniversary(of: day(earlier)) == expected)
    }

    @Test func `the anniversaries listed are those of the rule`() throws {
        #expect(
            try day("2026-02-28").anniversaries(since: 2023).map(\.iso)
                == ["2025-02-28", "2024-02-29", "2024-02-28", "2023-02-28"])
        #expect(try day("2028-02-29").anniversaries(since: 2019).map(\.iso) == ["2024-02-29", "2020-02-29"])
        #expect(try day("2028-02-28").anniversaries(since: 2027).map(\.iso) == ["2027-02-28"])
        #expect(try day("2026-03-14").anniversaries(since: 2026).isEmpty)
        #expect(try day("2026-03-14").anniversaries(since: Int.max).isEmpty)
        #expect(try day("2026-03-14").anniversaries(since: Int.min).count == 2025)
        var candidate: LocalDay? = try day("2015-01-01")
        for today in try [day("2026-02-28"), day("2024-02-29"), day("2024-02-28"), day("2026-12-31")] {
            let listed = Set(today.anniversaries(since: 2015))
            candidate = try day("2015-01-01")
            while let other = candidate, other <= today {
                #expect(listed.contains(other) == today.isAnniversary(of: other), "\(other.iso) on \(today.iso)")
                candidate = other.adding(days: 1)
            }
        }
    }

    @Test(arguments: [
        ("2026-03-14", "Saturday, 14 March 2026"), ("1660-01-01", "Thursday, 1 January 1660"),
        ("0001-01-01", "Monday, 1 January 1"), ("9999-12-31", "Friday, 31 December 9999"),
    ])
    func `the long name is as people write it`(iso: String, name: String) throws {
        #expect(try day(iso).longName == name)
    }
}
