import Insights
import Journal
import SeededChance
import Testing

@Suite struct ScheduledFamilyTests {
    private func medicine(_ days: Int..., asNeeded: Bool = false) -> Medicine {
        Medicine(id: tablet, asNeeded: asNeeded, taken: [], steps: days.map { Medicine.Step(day: $0, kind: .start) })
    }

    private func question(_ day: Int) -> Hypothesis { .step(tablet, pain, day: day) }

    @Test func `56 days before and after are compared as statsmodels does`() throws {
        let golden = try FamilyNumbers.golden.get()
        #expect(golden.steps.count == 6)
        for (number, step) in golden.steps.enumerated() {
            let day = golden.start + step.at
            let diary = try diary(step.values, from: golden.start, medicines: [medicine(day)])
            let look = ScheduledFamily.look(diary, window: diary.days)
            let finding = try #require(look.finding(question(day)), "case \(number)")
            #expect(agrees(finding, step.expect), "case \(number): \(finding)")
            #expect(finding.window == (day - 56)...(day + 55))
            #expect(finding.adjusted == (abs(finding.difference) < 1.5 ? 1 : finding.p))
        }
    }

    @Test func `what cannot be asked yet waits, and what never can does not`() throws {
        var random = Seeded(1)
        let values = noise(150, rho: 0.3, &random)
        func look(_ days: Int..., window: ClosedRange<Int> = 18_000...18_149) throws -> FamilyLook {
            let steps = days.map { Medicine.Step(day: $0, kind: .more) }
            let diary = try diary(values, medicines: [Medicine(id: tablet, asNeeded: false, taken: [], steps: steps)])
            return ScheduledFamily.look(diary, window: window)
        }
        #expect(try look(18_100).need(question(18_100)) == .with(6))
        #expect(try look(18_094).asked == 1)
        #expect(try look(18_055).waiting.isEmpty && look(18_055).asked == 0)
        #expect(try look(18_070, 18_100).asked == 0 && look(18_070, 18_100).waiting.isEmpty)
        #expect(try look(18_094, window: 18_050...18_149).asked == 0)
        #expect(try look(17_000, 19_000).waiting.isEmpty)
    }

    @Test func `medicine as needed has no step`() throws {
        var random = Seeded(2)
        let values = noise(140, rho: 0.3, missing: 0, &random)
        for (asNeeded, asked) in [(true, 0), (false, 1)] {
            let diary = try diary(values, medicines: [medicine(18_070, asNeeded: asNeeded)])
            let look = ScheduledFamily.look(diary, window: diary.days)
            #expect(look.asked == asked && look.waiting.isEmpty)
        }
    }

    @Test(arguments: Degenerate.allCases)
    func `nothing to find is no number and no trap`(kind: Degenerate) throws {
        let diary = try diary(kind.values(160), medicines: [medicine(18_080)])
        let look = ScheduledFamily.look(diary, window: diary.days)
        #expect(look.isSound)
        if [.constant, .one, .none].contains(kind) { #expect(look.findings.isEmpty) }
        if let finding = ScheduledFamily.confirm(question(18_080), in: diary, fresh: 18_110...18_159) {
            #expect(finding.difference.isFinite && (0...1).contains(finding.p))
        }
    }

    @Test func `a medicine that was begun in a bad spell is not said to help, where two means say so`() throws {
        let seed: UInt64 = 3
        var random = Seeded(seed)
        var (asked, told, cues) = (0, 0, 0)
        for _ in 0..<250 {
            let values = noise(182, rho: 0.6, &random)
            let bad = (56..<126).first { day in
                let week = values[(day - 7)..<day].compactMap(\.self)
                return week.count > 4 && week.reduce(0, +) / Double(week.count) >= 5.2
            }
            guard let bad else { continue }
            let diary = try diary(values, medicines: [medicine(18_000 + bad)])
            guard let finding = ScheduledFamily.look(diary, window: diary.days).findings.first else { continue }
            asked += 1
            told += finding.p <= 0.05 ? 1 : 0
            cues += finding.adjusted <= 0.02 ? 1 : 0
        }
        // Of about 230 11 are expected at .05; more than 23 in one run of 500.
        #expect(asked > 180 && told <= 23 && cues <= 10, "seed \(seed): \(told) and \(cues) of \(asked)")
    }

    @Test func `three points less are found, and held on later days; another change in between ends it`() throws {
        var random = Seeded(4)
        let values = noise(242, rho: 0.4, &random).enumerated().map { day, value in value.map { $0 + (day < 130 ? 3 : 0) } }
        let diary = try diary(values, medicines: [medicine(18_130)])
        let finding = try #require(ScheduledFamily.look(diary, window: 18_018...18_199).finding(question(18_130)))
        #expect(finding.adjusted <= 0.02 && finding.difference < -1.5 && finding.with > 28 && finding.without > 28)
        let days = 18_200...18_241
        let fresh = try #require(ScheduledFamily.confirm(question(18_130), in: diary, fresh: days))
        #expect(fresh.p / 2 <= 0.025 && fresh.difference < -1.5)
        // It tells of the fresh days, and counts them and the days before those that were compared.
        let levels = DailyLevels(of: diary.outcomes[0], days: diary.days)
        #expect(fresh.window == days && fresh.with == levels.observed(in: days))
        #expect(fresh.without == levels.observed(in: 18_000...18_073))
        let changed = try self.diary(values, medicines: [medicine(18_130, 18_210)])
        #expect(ScheduledFamily.confirm(question(18_130), in: changed, fresh: days) == nil)
        #expect(ScheduledFamily.confirm(question(18_210), in: diary, fresh: days) == nil)
        #expect(ScheduledFamily.confirm(.step(RecordID(test: "other"), pain, day: 18_130), in: diary, fresh: days) == nil)
        #expect(ScheduledFamily.confirm(.trend(pain), in: diary, fresh: days) == nil)
        #expect(ScheduledFamily.confirm(question(18_130), in: diary, fresh: 19_140...19_181) == nil)
    }

    @Test func `days of another dose and days that were compared confirm nothing`() throws {
        var random = Seeded(5)
        let values = noise(280, rho: 0.4, missing: 0, &random)
        func confirmed(_ steps: Int..., from first: Int = 18_000) throws -> Finding? {
            let steps = steps.map { Medicine.Step(day: $0, kind: .more) }
            let kept = Array(values.dropFirst(first - 18_000))
            let medicine = Medicine(id: tablet, asNeeded: false, taken: [], steps: steps)
            return ScheduledFamily.confirm(
                question(18_182), in: try diary(kept, from: first, medicines: [medicine]), fresh: 18_238...18_279)
        }
        #expect(try confirmed(18_182)?.without == 126)
        // 28 days before the 56, and one fewer; then the same with a step before.
        #expect(try confirmed(18_182, from: 18_098)?.without == 28)
        #expect(try confirmed(18_182, from: 18_099) == nil)
        #expect(try confirmed(18_098, 18_182)?.without == 28)
        #expect(try confirmed(18_099, 18_182) == nil)
    }

    @Test func `what was watched by chance is hardly confirmed`() throws {
        let seed: UInt64 = 6
        var random = Seeded(seed)
        var (watched, held) = (0, 0)
        for _ in 0..<6000 where watched < 150 {
            let values = noise(224, rho: 0.6, &random)
            let diary = try diary(values, medicines: [medicine(18_126)])
            let look = ScheduledFamily.look(diary, window: 18_000...18_181)
            guard let finding = look.findings.first, finding.p <= 0.05, abs(finding.difference) > 1 else { continue }
            watched += 1
            let fresh = try #require(ScheduledFamily.confirm(finding.hypothesis, in: diary, fresh: 18_182...18_223))
            held += fresh.oneSided(finding.direction) <= 0.025 ? 1 : 0
        }
        // 5 of 150 are expected; against the 56 days that were compared it would be about 30.
        #expect(watched == 150 && held <= 13, "seed \(seed): \(held) of \(watched)")
    }

    private func diary(_ values: [Double?], from start: Int = 18_000, medicines: [Medicine]) throws -> Diary {
        try InsightsTests.diary(values, from: start, medicines: medicines)
    }
}

extension DailyLevels {
    fileprivate func observed(in days: ClosedRange<Int>) -> Int { days.count { self[$0] != nil } }
}
