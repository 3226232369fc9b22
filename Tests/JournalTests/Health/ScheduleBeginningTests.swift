import Journal
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
            medication: RecordLink("m"), cadence: .everyDays(1), times: times.compactMap { TimeOfDay(clock: $0) }, amount: .one,
            steps: isTaper ? [.init(amount: .one, days: 3)] : [], start: today, zone: "UTC", since: since)
        let time = try #require(TimeOfDay(clock: now))
        let begun = schedule.startingWhole(today: today, now: time)
        #expect(begun.start == (isTomorrow ? today.adding(days: 1) : today))
        var later = schedule
        later.start = try #require(today.adding(days: 5))
        #expect(later.startingWhole(today: today, now: time) == later)
    }

    @Test func `hours that are counted from a first dose keep it`() throws {
        let today = try #require(Self.today)
        let since = try #require(Instant(milliseconds: 1_773_500_000_000))
        let time = try #require(TimeOfDay(clock: "06:00"))
        let schedule = Schedule(
            medication: RecordLink("m"), cadence: .everyHours(8), times: [time], amount: .one, start: today, zone: "UTC",
            since: since)
        #expect(schedule.startingWhole(today: today, now: try #require(TimeOfDay(clock: "23:00"))) == schedule)
    }
}
