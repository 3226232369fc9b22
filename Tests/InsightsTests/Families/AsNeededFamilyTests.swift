import Insights
import Journal
import SeededChance
import Testing

@Suite struct AsNeededFamilyTests {
    private let question = Hypothesis.asNeeded(tablet, pain)

    private func diary(_ readings: [Reading], doses: [Instant], days: ClosedRange<Int>, asNeeded: Bool = true) -> Diary {
        Diary(
            days: days, outcomes: [Outcome(pain, readings)], medicines: [Medicine(id: tablet, asNeeded: asNeeded, taken: doses)])
    }

    /// A life with pain by the hour. Doses are the likelier the worse it is, "how is it now?" is answered two hours after high
    /// moments, and a dose takes `relief` points away for six hours.
    private func lived(_ days: Int, relief: Double, _ random: inout Seeded) throws -> Diary {
        var readings: [Reading] = []
        var doses: [Instant] = []
        var (level, lastDose) = (0.0, Int.min / 2)
        for hour in 0..<(days * 24) {
            level = 0.93 * level + (1 - 0.93 * 0.93).squareRoot() * random.nextNormal()
            let (day, clock) = (18_000 + hour / 24, hour % 24)
            let asked = [8, 13, 19].contains(clock) && random.nextUnit() < 0.8
            let again = readings.last.map { $0.value >= 5 && $0.day == day && clock * 60 - $0.minute == 120 } ?? false
            guard asked || (again && random.nextUnit() < 0.8) else { continue }
            let eased = hour - lastDose <= 6 ? relief : 0
            let value = min(max((4 + 2.2 * level - eased).rounded(), 0), 10)
            readings.append(try reading(day, clock * 60, value))
            if value >= 5, hour - lastDose > 6, random.nextUnit() < 0.1 + 0.15 * (value - 5) {
                doses.append(try at(day, clock * 60 + 3))
                lastDose = hour
            }
        }
        return diary(readings, doses: doses, days: 18_000...(17_999 + days))
    }

    /// Days with a dose against days without, as most do it.
    private func naive(_ diary: Diary) throws -> Bool {
        let levels = DailyLevels(of: diary.outcomes[0], days: diary.days)
        let dosed = Set(diary.medicines[0].taken.map { Int($0.milliseconds / 86_400_000) })
        let column = diary.days.map { dosed.contains($0) ? 1.0 : 0 }
        return try #require(NullModel(levels: levels, window: diary.days)?.fit(column)).p <= 0.05
    }

    @Test func `the comparison is that of statsmodels with errors by day`() throws {
        let golden = try FamilyNumbers.golden.get()
        #expect(golden.moments.count == 9)
        for (number, moments) in golden.moments.enumerated() {
            let readings = try moments.readings.map { try reading(Int($0[0]), Int($0[1]), $0[2]) }
            let doses = try moments.doses.map { try #require(Instant(milliseconds: $0)) }
            let diary = diary(readings, doses: doses, days: golden.start...(golden.start + moments.length - 1))
            let look = AsNeededFamily.look(diary, window: diary.days)
            let finding = try #require(look.finding(question), "case \(number): \(look.waiting)")
            #expect(agrees(finding, moments.expect), "case \(number): \(finding)")
            #expect(finding.with == moments.expect.treated && finding.without == moments.expect.untreated)
            #expect(finding.adjusted == finding.p && look.asked == 1)
        }
    }

    @Test func `a moment is high from five on, with no dose in six hours, and treated by one within the hour`() throws {
        let table: [(dose: Int?, isMoment: Bool, treated: Bool)] = [
            (nil, true, false), (-361, true, false), (-360, false, false), (-16, false, false), (-15, true, true),
            (0, true, true),
            (59, true, true), (60, true, false), (240, true, false),
        ]
        for row in table {
            let outcome = Outcome(pain, [try reading(100, 300, 2), try reading(100, 720, 5), try reading(100, 840, 3)])
            let doses = try row.dose.map { [try at(100, 720 + $0)] } ?? []
            let moments = HighMoment.all(of: outcome, doses: doses, window: 100...100)
            #expect(moments.count == (row.isMoment ? 1 : 0), "dose \(row.dose ?? 0)")
            #expect(moments.first?.treated ?? false == row.treated, "dose \(row.dose ?? 0)")
        }
    }

    @Test func `what was before and what came after is taken from its own hours, and not from after the window`() throws {
        let readings = [
            try reading(99, 719, 9), try reading(99, 720, 1), try reading(100, 719, 3), try reading(100, 720, 6),
            try reading(100, 720, 4), try reading(100, 779, 10), try reading(100, 780, 2), try reading(100, 1020, 4),
            try reading(100, 1021, 10),
        ]
        let moments = HighMoment.all(of: Outcome(pain, readings), doses: [], window: 100...100)
        let moment = try #require(moments.first)
        #expect(moment.level == 6 && moment.before == 2 && moment.after == 3 && moment.slot == .afternoon)
        let night = Outcome(pain, [try reading(100, 1380, 8), try reading(101, 60, 2)])
        #expect(HighMoment.all(of: night, doses: [], window: 100...100).first?.after == nil)
        #expect(HighMoment.all(of: night, doses: [], window: 100...101).first?.after == 2)
    }

    @Test func `a medicine without effect is not said to have one, where comparing days tells everybody so`() throws {
        let seed: UInt64 = 1
        var random = Seeded(seed)
        var (asked, told, naively) = (0, 0, 0)
        for _ in 0..<200 {
            let diary = try lived(91, relief: 0, &random)
            guard let finding = AsNeededFamily.look(diary, window: diary.days).finding(question) else { continue }
            asked += 1
            told += finding.p <= 0.05 ? 1 : 0
            naively += try naive(diary) ? 1 : 0
        }
        // Ten expected; more than 20 in one run of 500.
        #expect(asked > 150 && told <= 20, "seed \(seed): \(told) of \(asked)")
        #expect(naively * 2 > asked, "seed \(seed): days alone tell \(naively) of \(asked)")
    }

    @Test func `two points of relief are found, and confirmed by moments of fresh days`() throws {
        var random = Seeded(2)
        var (found, confirmed) = (0, 0)
        for _ in 0..<20 {
            let diary = try lived(160, relief: 2, &random)
            let finding = try #require(AsNeededFamily.look(diary, window: 18_000...18_090).finding(question))
            found += finding.adjusted <= 0.02 && finding.difference < -1 ? 1 : 0
            if let fresh = AsNeededFamily.confirm(question, in: diary, fresh: 18_091...18_159) {
                confirmed += fresh.p / 2 <= 0.025 && fresh.difference < 0 ? 1 : 0
                #expect(fresh.with >= 8 && fresh.without >= 8 && fresh.window == 18_091...18_159)
            }
        }
        #expect(found >= 16 && confirmed >= 15, "\(found) found, \(confirmed) confirmed")
    }

    @Test func `what is missing is said: days, treated and untreated moments, answers`() throws {
        func look(days: Int, treated: Int, untreated: Int) throws -> FamilyLook {
            var (readings, doses): ([Reading], [Instant]) = ([], [])
            for place in 0..<(treated + untreated) {
                let day = 18_000 + place * days / (treated + untreated)
                readings += [
                    try reading(day, 400, 3), try reading(day, 600, Double(5 + place % 3)),
                    try reading(day, 720, Double(place % 4)),
                ]
                if place < treated { doses.append(try at(day, 605)) }
            }
            let diary = diary(readings, doses: doses, days: 18_000...(17_999 + days))
            return AsNeededFamily.look(diary, window: diary.days)
        }
        #expect(try look(days: 50, treated: 20, untreated: 20).need(question) == .days(10))
        #expect(try look(days: 63, treated: 5, untreated: 30).need(question) == .with(3))
        #expect(try look(days: 63, treated: 30, untreated: 7).need(question) == .without(1))
        #expect(try look(days: 63, treated: 9, untreated: 10).need(question) == .moments(6))
        #expect(try look(days: 63, treated: 30, untreated: 0).need(question) == .alwaysTreated)
        #expect(try look(days: 63, treated: 20, untreated: 20).asked == 1)
    }

    @Test(arguments: Degenerate.allCases)
    func `nothing to find is no number and no trap`(kind: Degenerate) throws {
        let values = kind.values(84)
        let readings = try values.enumerated().flatMap { day, value in
            try value.map {
                [
                    try reading(18_000 + day, 400, $0), try reading(18_000 + day, 600, max($0, 5)),
                    try reading(18_000 + day, 720, $0),
                ]
            } ?? []
        }
        let doses = try (0..<84).filter { $0 % 3 == 0 }.map { try at(18_000 + $0, 610) }
        let diary = diary(readings, doses: doses, days: 18_000...18_083)
        let look = AsNeededFamily.look(diary, window: diary.days)
        #expect(look.isSound)
        if kind == .constant { #expect(look.need(question) == .moments(1)) }
        if let finding = AsNeededFamily.confirm(question, in: diary, fresh: diary.days) { #expect(finding.difference.isFinite) }
    }

    @Test func `several medicines and outcomes share the error, and the mood is not asked`() throws {
        var random = Seeded(3)
        let one = try lived(120, relief: 1, &random)
        let two = try lived(120, relief: 1, &random)
        let other = RecordID(test: "syrup")
        let diary = Diary(
            days: one.days,
            outcomes: [one.outcomes[0], Outcome(.craving, two.outcomes[0].readings), Outcome(.mood, one.outcomes[0].readings)],
            medicines: [
                one.medicines[0], Medicine(id: other, asNeeded: true, taken: two.medicines[0].taken),
                Medicine(id: RecordID(test: "scheduled"), asNeeded: false, taken: one.medicines[0].taken),
            ])
        let look = AsNeededFamily.look(diary, window: diary.days)
        #expect(look.asked + look.waiting.count == 4 && look.asked >= 2)
        #expect(look.findings.allSatisfy { $0.adjusted == min(1, $0.p * Double(look.asked)) && $0.hypothesis.outcome != .mood })
        #expect(AsNeededFamily.confirm(.trend(pain), in: diary, fresh: diary.days) == nil)
        #expect(AsNeededFamily.confirm(.asNeeded(RecordID(test: "nobody"), pain), in: diary, fresh: diary.days) == nil)
        #expect(AsNeededFamily.confirm(question, in: diary, fresh: 18_000...18_010) == nil)
        #expect(AsNeededFamily.confirm(question, in: diary, fresh: 30_000...30_050) == nil)
    }
}
