import Journal
import SeededChance
import Testing

@Suite struct ScheduleBeginningTests {
    private static let today = LocalDay(iso: "2026-03-14")

    @Test(arguments: [
        // times, steps, now, whether it begins tomorrow
        (["08:00"], false, "07:59", false), (["08:00"], false, "08:00", true), (["08:00", "20:00"], false, "12:00", false),
        (["08:00", "20:00"], false, "20:30", true), (["08:00", "20:00"], true, "12:00", true),
        (["08:00", "20:00"], true, "07:00", false),
        (["08:00"], true, "08:00", true),
    ])
    func `a day that has begun is not the first of a taper, and a day that is over of none`(
        times: [String], isTaper: Bool, now: String, isTomorrow: Bool
    ) throws {
        let today = try #require(Self.today)
        let since = try #require(Instant(milliseconds: 1_773_500_000_000))
        let schedule = Schedule(
            medication: RecordID(test: "m"), cadence: .everyDays(1), times: times.compactMap { TimeOfDay(clock: $0) },
            amount: .one,
            steps: isTaper ? [.init(amount: .one, days: 3)] : [], start: today, zone: "UTC", since: since)
        let time = try #require(TimeOfDay(clock: now))
        let begun = schedule.startingWhole(today: today, now: time)
        #expect(begun.start == (isTomorrow ? today.adding(days: 1) : today))
        var later = schedule
        later.start = try #require(today.adding(days: 5))
        #expect(later.startingWhole(today: today, now: time) == later)
    }

    @Test(arguments: [
        // hours, first, now, begins: no one took the doses before now
        (8, "06:00", "05:59", "2026-03-14 06:00"), (8, "06:00", "23:00", "2026-03-15 06:00"),
        (12, "08:00", "14:00", "2026-03-14 20:00"), (12, "08:00", "08:00", "2026-03-14 20:00"),
        (48, "08:00", "14:00", "2026-03-16 08:00"),
    ])
    func `hours are counted from the next of the doses, not from one that no one took`(
        hours: Int, first: String, now: String, begins: String
    ) throws {
        let today = try #require(Self.today)
        let since = try #require(Instant(milliseconds: 1_773_500_000_000))
        var schedule = Schedule(
            medication: RecordID(test: "m"), cadence: .everyHours(hours), times: [try #require(TimeOfDay(clock: first))],
            amount: .one,
            start: today, zone: "UTC", since: since)
        let time = try #require(TimeOfDay(clock: now))
        let begun = schedule.startingWhole(today: today, now: time)
        #expect(begun.start.iso + " " + begun.times[0].clock == begins)
        // Counted from the last one taken, it is the schedule itself that begins later.
        schedule.cadence = .everyHours(hours, fromLast: true)
        #expect(schedule.startingWhole(today: today, now: time) == schedule)
    }

    @Test func `the first dose counted from the last one taken is not one that was over when the schedule was made`() throws {
        var made = try JournalTests.schedule("h12", "08:00", "2026-11-20", since: "2026-11-20T14:00")
        made.cadence = .everyHours(12, fromLast: true)
        let next = made.next(link, after: made.since, rules: TableZone.utc)
        #expect(next?.due == (try utc("2026-11-21T08:00")) && next?.name.key == "#0")
        #expect(made.words(unit: "ml") == "1 ml every 12 hours after the last one, first at 08:00, Etc/UTC time")
        // What was taken before counts.
        made.taken = [.init(number: -1, instant: try utc("2026-11-20T13:00"))]
        #expect(made.next(link, after: made.since, rules: TableZone.utc)?.due == (try utc("2026-11-21T01:00")))
    }

    @Test(arguments: [
        // 20 November 2026 is a Friday.
        ("w2:24", "08:00", "2026-11-20", "12:00", "2026-11-24"), ("w2:5", "08:00", "2026-11-20", "07:00", "2026-11-20"),
        ("w2:5", "08:00", "2026-11-20", "15:00", "2026-11-27"), ("w2:5", "08:00,18:00", "2026-11-20", "15:00", "2026-11-20"),
        ("m3:15", "08:00", "2026-11-20", "12:00", "2026-12-15"), ("m3:20", "08:00", "2026-11-20", "12:00", "2026-12-20"),
        ("m2:31", "08:00", "2026-11-20", "12:00", "2026-11-30"), ("w1:2", "08:00", "2026-11-20", "07:00", "2026-11-20"),
    ])
    func `weeks and months are counted from the next of their days`(
        cadence: String, times: String, today: String, now: String, start: String
    ) throws {
        let made = try JournalTests.schedule(cadence, times, today)
        let begun = made.startingWhole(today: made.start, now: try clock(now))
        #expect(begun.start.iso == start)
        if cadence.first == "w", cadence != "w1:2" {
            let next = begun.next(link, after: try utc(today + "T" + now), rules: TableZone.utc)
            let isToday = start == today
            #expect(next.map { isToday ? $0.day.iso == today : $0.day.iso == start } == true)
        }
    }
}
