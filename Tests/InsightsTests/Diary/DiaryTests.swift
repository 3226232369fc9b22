import Insights
import Journal
import SeededChance
import Testing

@Suite struct DiaryTests {
    let zone = "Europe/Vienna"

    func day(_ iso: String) throws -> LocalDay { try #require(LocalDay(iso: iso)) }

    /// An entry that was written at an hour and minute of the wall, in a zone without an offset.
    func symptom(_ iso: String, _ clock: Int, _ severity: Int, menstruation: Bool? = nil) throws -> SymptomEntry {
        let day = try day(iso)
        let instant = try #require(Instant(milliseconds: Int64(day.number) * 86_400_000 + Int64(clock) * 60_000))
        return SymptomEntry(
            instant: instant, zone: zone, day: day, symptom: "Headache", severity: severity, menstruation: menstruation)
    }

    func checkIn(_ iso: String, mood: Int? = nil, craving: Int? = nil, sleep: Int? = nil, triggers: [String] = []) throws
        -> CheckIn
    {
        let day = try day(iso)
        let instant = try #require(Instant(milliseconds: Int64(day.number) * 86_400_000 + 43_200_000))
        return CheckIn(instant: instant, zone: zone, day: day, mood: mood, craving: craving, sleep: sleep, triggers: triggers)
    }

    /// The clock of a place whose wall shows universal time.
    func clock(_ instant: Instant, _ zone: String) -> Int? {
        Int(floorDivide(instant.milliseconds, by: 86_400_000).remainder / 60_000)
    }

    func diary(_ logged: Logged, through iso: String) throws -> Diary {
        try #require(Diary(logged, through: try day(iso).number, seed: 1, clock: clock))
    }

    func factor(_ name: Factor.Name, _ diary: Diary) throws -> Factor { try #require(diary.factors.first { $0.name == name }) }

    @Test func `the level of a day is the mean of its parts, however often each was logged`() throws {
        var logged = Logged()
        logged.symptoms = [
            try symptom("2026-03-14", 8 * 60, 2), try symptom("2026-03-14", 18 * 60, 8), try symptom("2026-03-14", 19 * 60, 9),
            try symptom("2026-03-14", 20 * 60, 10),
        ]
        let diary = try diary(logged, through: "2026-03-14")
        let levels = DailyLevels(of: diary.outcomes[0], days: diary.days)
        #expect(levels[try day("2026-03-14").number] == (2 + 9) / 2.0)
        #expect(levels.counts == [4])
    }

    @Test func `a day without a word is missing and never nothing`() throws {
        var logged = Logged()
        logged.symptoms = [try symptom("2026-03-14", 600, 4), try symptom("2026-03-16", 600, 0)]
        let diary = try diary(logged, through: "2026-03-17")
        let levels = DailyLevels(of: diary.outcomes[0], days: diary.days)
        #expect(diary.days.count == 4)
        #expect(levels.values.map(\.isNaN) == [false, true, false, true])
        #expect(levels[try day("2026-03-16").number] == 0)
        #expect(levels.observed == 2)
    }

    @Test(arguments: [
        ("2024-02-28", "2024-03-01", 3), ("2023-02-28", "2023-03-01", 2), ("2026-03-28", "2026-03-30", 3),
        ("2026-10-24", "2026-10-26", 3), ("2011-12-29", "2011-12-31", 3), ("1659-12-31", "1660-01-02", 3),
        ("1660-02-28", "1660-03-01", 3),
    ])
    func `days are civil days over leap days, changed clocks, the date line and four centuries`(
        first: String, last: String, count: Int
    ) throws {
        var logged = Logged()
        logged.symptoms = [try symptom(first, 30, 5), try symptom(last, 23 * 60, 6)]
        let diary = try diary(logged, through: last)
        #expect(diary.days.count == count)
        #expect(DailyLevels(of: diary.outcomes[0], days: diary.days).observed == 2)
    }

    @Test func `an entry belongs to the day that its writer saw, whatever the instant says elsewhere`() throws {
        var logged = Logged()
        var late = try symptom("2026-03-14", 60, 5)
        late.day = try day("2026-03-13")
        logged.symptoms = [late]
        let diary = try diary(logged, through: "2026-03-14")
        #expect(diary.outcomes[0].readings.map(\.day) == [try day("2026-03-13").number])
    }

    @Test func `a tag is known to be missing only on days with an entry`() throws {
        var logged = Logged()
        logged.symptoms = [try symptom("2026-03-10", 600, 1), try symptom("2026-03-13", 600, 1)]
        logged.entries = [
            (try day("2026-03-10"), ["Walk"]), (try day("2026-03-10"), []), (try day("2026-03-11"), []),
            (try day("2026-03-12"), ["walk"]),
        ]
        let diary = try diary(logged, through: "2026-03-13")
        let days = try ["2026-03-10", "2026-03-11", "2026-03-12", "2026-03-13"].map { try day($0).number }
        let walk = try factor(.tag("walk"), diary)
        #expect(days.map { walk.days[$0] } == [true, false, true, nil])
    }

    @Test func `once days are marked on which no tag fits, a day with neither is unknown`() throws {
        var logged = Logged()
        logged.symptoms = [try symptom("2026-03-10", 600, 1), try symptom("2026-03-14", 600, 1)]
        logged.entries = [
            (try day("2026-03-10"), []), (try day("2026-03-12"), []), (try day("2026-03-13"), ["rain"]),
            (try day("2026-03-14"), ["walk"]),
        ]
        var mark = try checkIn("2026-03-11")
        mark.isUntagged = true
        logged.checkIns = [mark, try checkIn("2026-03-12", mood: 5)]
        let walk = try factor(.tag("walk"), try diary(logged, through: "2026-03-14"))
        let days = try (10...14).map { try day("2026-03-\($0)").number }
        #expect(days.map { walk.days[$0] } == [false, false, nil, false, true])
    }

    @Test func `what set a craving off is known on days with a check-in`() throws {
        var logged = Logged()
        logged.checkIns = [
            try checkIn("2026-03-10", craving: 7, triggers: ["Stress"]), try checkIn("2026-03-11", mood: 5),
            try checkIn("2026-03-13", craving: 2),
        ]
        let diary = try diary(logged, through: "2026-03-13")
        let stress = try factor(.trigger("stress"), diary)
        #expect(stress.days.count == 3)
        #expect(stress.days[try day("2026-03-10").number] == true)
        #expect(stress.days[try day("2026-03-12").number] == nil)
        #expect(try factor(.craving, diary).days[try day("2026-03-13").number] == false)
        #expect(Factor.Name.trigger("stress").isCircular(with: .craving, lag: 0))
        #expect(!Factor.Name.trigger("stress").isCircular(with: .craving, lag: 1))
    }

    @Test func `a craving is not asked about itself, nor about what set it off on the same day`() throws {
        var logged = Logged()
        let first = try day("2026-01-01").number
        logged.checkIns = try (0..<90).map { offset in
            let iso = try #require(LocalDay(number: first + offset)).iso
            let isStrong = offset % 3 == 0
            return try checkIn(
                iso, mood: 4 + offset % 4, craving: isStrong ? 8 : 1 + offset % 2, triggers: isStrong ? ["stress"] : [])
        }[...]
        let diary = try #require(Diary(logged, through: first + 89, seed: 1, clock: clock))
        let look = FactorFamily.look(diary, window: diary.days, permutations: 19)
        let asked = look.findings.map(\.hypothesis)
        #expect(asked.contains(.factor(.trigger("stress"), .craving, lag: 1)))
        #expect(asked.contains(.factor(.craving, .mood, lag: 0)))
        #expect(!asked.contains(.factor(.trigger("stress"), .craving, lag: 0)))
        #expect(!asked.contains { if case .factor(.craving, .craving, _) = $0 { true } else { false } })
        #expect(FactorFamily.confirm(.factor(.craving, .craving, lag: 1), in: diary, fresh: diary.days) == nil)
    }

    @Test func `a short night is measured against the ninety nights before, so that later nights change nothing`() throws {
        var logged = Logged()
        let first = try day("2026-01-01").number
        func night(_ offset: Int, _ minutes: Double) throws -> HealthSample {
            let day = try #require(LocalDay(number: first + offset))
            let instant = try #require(Instant(milliseconds: Int64(day.number) * 86_400_000))
            return HealthSample(
                measure: .sleep, instant: instant, end: instant, zone: zone, day: day, value: minutes, source: "watch")
        }
        logged.checkIns = [try checkIn("2026-01-01", mood: 5)]
        logged.samples = try (0..<20).map { try night($0, 400 + Double($0)) } + [try night(20, 300)]
        let short = try factor(.shortSleep, try diary(logged, through: "2026-02-28"))
        #expect(short.days[first + 13] == nil, "fourteen nights have to be known before")
        #expect(short.days[first + 14] == false)
        #expect(short.days[first + 20] == true)
        var longer = logged
        longer.samples += try (21..<50).map { try night($0, 100) }
        let again = try factor(.shortSleep, try diary(longer, through: "2026-02-28"))
        #expect((0...20).allSatisfy { again.days[first + $0] == short.days[first + $0] })
    }

    @Test func `a day of menstruation is yes where it was said, and no on other days with a symptom entry around it`() throws {
        var logged = Logged()
        logged.symptoms = [
            try symptom("2025-12-01", 600, 3), try symptom("2026-03-01", 600, 3),
            try symptom("2026-03-10", 600, 3, menstruation: true),
            try symptom("2026-03-10", 700, 3), try symptom("2026-04-02", 600, 3),
        ]
        let diary = try diary(logged, through: "2026-04-03")
        let factor = try factor(.menstruation, diary)
        #expect(factor.days[try day("2026-03-10").number] == true)
        #expect(factor.days[try day("2026-03-01").number] == false)
        #expect(factor.days[try day("2025-12-01").number] == nil)
    }

    @Test func `the outcomes are those that were logged on the most days, and those that are watched come first`() throws {
        var logged = Logged()
        logged.symptoms = [try symptom("2026-03-10", 600, 3)]
        logged.checkIns = try (10...15).map { try checkIn("2026-03-\($0)", mood: 5, craving: $0 < 13 ? 1 : nil) }[...]
        #expect(try diary(logged, through: "2026-03-16").outcomes.map(\.name) == [.mood, .craving, .symptom("headache")])
        let watched = try #require(
            Diary(logged, watched: [.symptom("headache")], through: try day("2026-03-16").number, seed: 1, clock: clock))
        #expect(watched.outcomes.map(\.name) == [.symptom("headache"), .mood, .craving])
    }

    @Test func `factors are ranked by the last 182 days, and what is watched keeps its place`() throws {
        var logged = Logged()
        let last = try day("2026-12-31").number
        logged.symptoms = [try symptom("2026-12-31", 600, 3)]
        // An old habit of 200 days, 21 new ones of two to 22 days, and one that was there once, long ago.
        for offset in 0..<200 { logged.entries.append((try #require(LocalDay(number: last - 400 + offset)), ["old"])) }
        logged.entries.append((try #require(LocalDay(number: last - 182)), ["before"]))
        for place in 0..<21 {
            for offset in 0..<(place + 2) {
                let name = "new" + String(UnicodeScalar(UInt8(97 + place)))
                logged.entries.append((try #require(LocalDay(number: last - offset)), [name]))
            }
        }
        func names(_ kept: Factor.Name...) throws -> [Factor.Name] {
            try #require(Diary(logged, keeping: kept, through: last, seed: 1, clock: clock)).factors.map(\.name)
        }
        let most = try names()
        // Of the old one 18 days are left, of which the new ones of 18 days and fewer come after.
        #expect(most.count == 20 && !most.contains(.tag("newa")) && !most.contains(.tag("before")))
        #expect(most.contains(.tag("old")) == false || most.contains(.tag("newu")))
        let kept = try names(.tag("newa"), .tag("before"), .tag("never"))
        #expect(kept.count == 20 && kept.contains(.tag("newa")) && kept.contains(.tag("before")) && !kept.contains(.tag("newb")))
    }

    @Test(arguments: [
        // The wall an hour before and after midnight, by hours east of UTC.
        (-10, 23, 0), (-10, 1, 0), (-9, 23, 0), (-3, 1, 0), (0, 0, 0), (2, 1, 0), (2, 23, 0), (9, 8, 0), (13, 1, 0), (13, 23, 0),
    ])
    func `a schedule stops on the day of its own wall`(ahead: Int, hour: Int, minute: Int) throws {
        let ended = try day("2026-03-14").number
        let wall = Int64(ended) * 86_400_000 + Int64(hour * 60 + minute) * 60_000
        let until = try #require(Instant(milliseconds: wall - Int64(ahead) * 3_600_000))
        let clock = { (instant: Instant, zone: String) -> Int? in
            Int(floorDivide(instant.milliseconds + Int64(ahead) * 3_600_000, by: 86_400_000).remainder / 60_000)
        }
        var logged = Logged()
        logged.symptoms = [try symptom("2026-03-10", 600, 3)]
        logged.medications[tablet] = Medication(name: "A")
        let schedule = Schedule(
            medication: tablet, cadence: .everyDays(1), times: [try #require(TimeOfDay(hour: 8, minute: 0))], amount: .one,
            start: try day("2026-03-01"), zone: zone, since: try at(20_000), until: until)
        logged.schedules[RecordID(test: "s")] = schedule
        let diary = try #require(Diary(logged, through: ended + 5, seed: 1, clock: clock))
        #expect(diary.medicines[0].steps.map(\.kind) == [.start, .stop])
        #expect(diary.medicines[0].steps.last?.day == ended + 1, "\(ahead) hours ahead")
    }

    @Test func `nothing that was logged after the last day is counted`() throws {
        var logged = Logged()
        logged.symptoms = [try symptom("2026-03-10", 600, 3), try symptom("2026-03-12", 600, 9)]
        let diary = try diary(logged, through: "2026-03-11")
        #expect(diary.outcomes[0].readings.map(\.value) == [3])
        #expect(Diary(logged, through: try day("2026-03-09").number, seed: 1, clock: clock) == nil)
        #expect(Diary(Logged(), through: try day("2026-03-09").number, seed: 1, clock: clock) == nil)
    }

    @Test(arguments: [
        Factor.Name.tag("a: b/c"), .trigger("stress"), .taken(tablet), .late(tablet), .missed(tablet), .shortSleep, .badSleep,
        .fewSteps, .craving, .menstruation,
    ])
    func `the name of a factor is read as it is written`(name: Factor.Name) {
        #expect(Factor.Name(text: name.text) == name)
    }

    @Test(arguments: ["", "tag:", "tag", "taken:", "taken:x", "short-sleep:x", "symptom:x", "Craving", "trigger:"])
    func `no other text is the name of a factor`(text: String) {
        #expect(Factor.Name(text: text) == nil)
    }

    @Test func `means over seven days need four of them`() {
        let levels = DailyLevels(days: 0...8, values: [1, .nan, 3, .nan, 5, 7, .nan, .nan, 9])
        let means = levels.rolling(7, least: 4)
        #expect(means.map { $0.isNaN } == [true, true, true, true, true, false, false, true, false])
        #expect(means[5] == 4 && means[6] == 4 && means[8] == 6)
    }
}
