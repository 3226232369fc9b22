import Journal
import SeededChance
import Testing

@Suite struct StockForecastTests {
    private func forecast(
        _ left: String, _ schedules: [Schedule], now: String = "2026-11-20T12:00", settled: Set<String> = []
    ) throws -> StockForecast? {
        let named = schedules.enumerated().map { (id: RecordID(test: "\($0)"), schedule: $1) }
        let names = Set(settled.map { Occurrence.Name(schedule: RecordID(test: "0"), key: $0) })
        return StockForecast(
            left: try #require(Amount(left)), schedules: named, settled: names, now: try utc(now), here: TableZone.utc,
            rules: { _ in TableZone.utc })
    }

    @Test(arguments: [
        ("10", "d1", "08:00", "2026-11-30", 10), ("10", "d1", "20:00", "2026-11-30", 10),
        ("10", "d1", "08:00,20:00", "2026-11-25", 10),
        ("0", "d1", "08:00", "2026-11-20", 0), ("0.5", "d1", "20:00", "2026-11-20", 0), ("3", "w1:1", "08:00", "2026-12-14", 3),
        ("4", "d10", "08:00", "2026-12-30", 4), ("21", "c21/7", "22:00", "2026-12-18", 21), ("3", "h8", "06:00", "2026-11-21", 3),
    ])
    func `stock lasts until the first dose for which there is not enough`(
        left: String, cadence: String, times: String, day: String, doses: Int
    ) throws {
        let found = try #require(try forecast(left, [try schedule(cadence, times, "2026-11-20")]))
        #expect(found.runsOut?.iso == day)
        #expect(found.doses == doses)
        let (today, last) = (try #require(LocalDay(iso: "2026-11-20")), try #require(LocalDay(iso: day)))
        #expect(found.days == last.number - today.number)
        #expect(found.enoughUntil == (last == today ? nil : last.adding(days: -1)), "the last day that is covered")
    }

    @Test func `nothing scheduled has no forecast`() throws {
        #expect(try forecast("10", []) == nil)
        #expect(try forecast("10", [try schedule("d1", "08:00", "2026-11-01", end: "2026-11-19")]) == nil)
        #expect(try forecast("10", [try schedule("d0", "08:00", "2026-11-01")]) == nil)
    }

    @Test func `enough for all that is to come has no last day`() throws {
        let course = try forecast("10", [try schedule("d1", "20:00", "2026-11-20", end: "2026-11-29")])
        #expect(course?.runsOut == nil && course?.doses == 10 && course?.days == 730)
        #expect(course?.end?.iso == "2026-11-29" && course?.over == Amount.none)
        let taper = try forecast("40", [try schedule("d1", "20:00", "2026-11-20", steps: "2x3,1x5")])
        #expect(taper?.end?.iso == "2026-11-27" && taper?.over.text == "29" && taper?.enoughUntil == nil)
        // One of two that goes on has no last day.
        let open = try schedule("d1", "08:00", "2026-11-20")
        let both = try forecast("10000", [open, try schedule("d1", "20:00", "2026-11-20", end: "2026-11-29")])
        #expect(both?.end == nil && both?.runsOut == nil)
        let short = try forecast("9", [try schedule("d1", "20:00", "2026-11-20", end: "2026-11-29")])
        #expect(short?.runsOut?.iso == "2026-11-29")
        let years = try forecast("1000000", [try schedule("d1", "08:00,20:00", "2026-11-20")])
        #expect(years?.runsOut == nil && years?.doses == 1461)
    }

    @Test func `several schedules draw on one stock, and a taper draws what its step says`() throws {
        let both = try forecast("6", [try schedule("d1", "08:00", "2026-11-20"), try schedule("d1", "20:00", "2026-11-20")])
        #expect(both?.runsOut?.iso == "2026-11-23" && both?.doses == 6)
        let taper = try forecast("10", [try schedule("d1", "20:00", "2026-11-20", steps: "4x2,1x7")])
        #expect(taper?.runsOut?.iso == "2026-11-24" && taper?.doses == 4)
    }

    @Test func `a dose that is due counts until it is settled or missed`() throws {
        let made = try schedule("d1", "08:00", "2026-11-20")
        #expect(try forecast("1", [made], now: "2026-11-20T09:00")?.runsOut?.iso == "2026-11-21")
        #expect(try forecast("1", [made], now: "2026-11-20T09:00", settled: ["2026-11-20T08:00"])?.runsOut?.iso == "2026-11-22")
        #expect(try forecast("1", [made], now: "2026-11-20T07:00", settled: ["2026-11-20T08:00"])?.runsOut?.iso == "2026-11-22")
        #expect(try forecast("1", [made], now: "2026-11-20T20:00")?.runsOut?.iso == "2026-11-22")
        // Due yesterday evening, and not enough for it: that is today.
        let night = try schedule("d1", "23:00", "2026-11-18")
        #expect(try forecast("0", [night], now: "2026-11-20T01:00") == (try forecast("0", [night], now: "2026-11-20T01:30")))
        #expect(try forecast("0", [night], now: "2026-11-20T01:00")?.days == 0)
    }
}
