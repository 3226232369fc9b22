import Insights
import Journal
import SeededChance
import Testing
import simulate_insights

/// A slice of the simulation that is small enough for every run; `simulate-insights` without `--quick` is the whole.
@Suite struct SimulationSliceTests {
    private let seed: UInt64 = 1

    @Test func `few people without a pattern are shown one, in a report or within a year`() async {
        for cell in Plan.quick.noise { await expectHolds(cell, diaries: 6) }
    }

    @Test func `a planted effect is found, with its lag and its size`() async {
        for cell in Plan.quick.reports + Plan.quick.watches { await expectHolds(cell, diaries: 8) }
    }

    @Test func `notes that depend on bad days, and companions, mislead few people`() async {
        for cell in Plan.quick.uneven + Plan.quick.companions { await expectHolds(cell, diaries: 2) }
    }

    @Test func `names that are noted on bad days are held back, and it is said why`() throws {
        var life = Life(days: 180, rho: 0.5)
        life.noting = .tagsWhenBad
        var held = 0
        for seed in 1...6 as ClosedRange<UInt64> {
            let diary = life.diary(seed: seed)
            let look = FactorFamily.look(diary, window: diary.days, permutations: 99)
            held += look.waiting.count { $0.need == .evenness }
            let shown = look.findings.filter { $0.adjusted <= 0.01 && $0.hypothesis.isAboutTag }
            #expect(shown.isEmpty, "seed \(seed): \(shown.map(\.hypothesis.text))")
        }
        #expect(held > 6, "\(held)")
    }

    @Test func `who notes all tags of a day or none is shown what is there, and no more`() {
        var life = Life(days: 180, rho: 0.5)
        (life.planted, life.lag, life.noting) = (2.4, 0, .allTagsWhenBad)
        var found = 0
        for seed in 1...6 as ClosedRange<UInt64> {
            let diary = life.diary(seed: seed)
            let shown = FactorFamily.look(diary, window: diary.days, permutations: 199).findings.filter { $0.adjusted <= 0.01 }
            found += shown.contains { $0.hypothesis == .factor(Life.plantedFactor, Life.symptom, lag: 0) } ? 1 : 0
            let others = shown.filter { if case .factor(Life.plantedFactor, _, _) = $0.hypothesis { false } else { true } }
            #expect(others.isEmpty, "seed \(seed): \(others.map(\.hypothesis.text))")
        }
        #expect(found >= 4, "\(found)")
    }

    @Test func `a companion without effect does not stand out alone`() throws {
        var life = Life(days: 180, rho: 0.5)
        (life.planted, life.lag, life.hasCompanion) = (2.4, 0, true)
        var found = 0
        for seed in 1...6 as ClosedRange<UInt64> {
            let diary = life.diary(seed: seed)
            let look = FactorFamily.look(diary, window: diary.days, permutations: 99)
            let same = look.findings.filter { $0.adjusted <= 0.05 }
            found += same.contains { $0.hypothesis == .factor(Life.plantedFactor, Life.symptom, lag: 0) } ? 1 : 0
            let wrong = same.first { $0.hypothesis == .factor(Life.companion, Life.symptom, lag: 0) }
            #expect(wrong.map { $0.together.contains(Life.plantedFactor) } ?? true, "seed \(seed)")
        }
        #expect(found >= 4, "\(found)")
    }

    @Test func `what comes out does not depend on the number of threads`() async throws {
        let cell = try #require(Plan.quick.noise.first)
        let diaries = Lane.amount(quick: 3, ci: 5, all: 5)
        let counts = await Simulation(diaries: diaries, seed: seed, threads: 1).run(cell)
        for threads in [2, 9] {
            #expect(await Simulation(diaries: diaries, seed: seed, threads: threads).run(cell) == counts)
        }
    }

    @Test(arguments: 1...UInt64(Lane.amount(quick: 1, ci: 4, all: 4)))
    func `replay of a lived year is the same as look by look as the days go by`(seed: UInt64) {
        var life = Life(days: 250, rho: 0.5)
        (life.planted, life.factorsAlwaysKnown) = (2.4, true)
        let diary = life.diary(seed: seed)
        let watcher = Watcher()
        let whole = watcher.replay(diary)
        var lived = WatchState()
        for day in stride(from: diary.days.lowerBound + 5, through: diary.days.upperBound + 1, by: 5) {
            if let sofar = diary.cut(to: day) { lived = watcher.replay(sofar, from: lived) }
        }
        #expect(whole == lived, "seed \(seed)")
        #expect(!whole.watches.isEmpty, "seed \(seed): nothing was watched")
    }

    @Test(arguments: [5, 6, 7] as [UInt64])
    func `stopping early decides as the whole run does`(seed: UInt64) throws {
        var life = Life(days: 120, rho: 0.5)
        life.planted = 1.2
        let diary = life.diary(seed: seed)
        let window = try #require(diary.window(before: diary.days.upperBound + 1))
        for family in Family.allCases {
            let level = family == .factors ? Watcher.Rule.repeated.watched : Watcher.Rule.once.watched
            let whole = Families.five().look(family, diary, window).findings.filter { $0.adjusted <= level }
            let early = Families.five(stopAbove: level).look(family, diary, window).findings
            #expect(early.filter { $0.adjusted <= level } == whole, "seed \(seed): \(family)")
        }
    }

    @Test func `the same person lives the same life again, and another another`() {
        let life = Life(days: 90, rho: 0.5)
        #expect(life.diary(seed: 3) == life.diary(seed: 3))
        #expect(life.diary(seed: 3) != life.diary(seed: 4))
    }

    /// Rho of the daily levels without rounding, gaps and what goes on within a day would be .5.
    @Test func `made-up people are as they are said to be`() throws {
        var (levels, observed, pairs, doses) = ([Double](), 0, [(Double, Double)](), 0)
        for seed in 1...40 as ClosedRange<UInt64> {
            let diary = Life(days: 180, rho: 0.5).diary(seed: seed)
            let days = DailyLevels(of: try #require(diary.outcomes.first), days: diary.days)
            observed += days.observed
            levels += diary.days.compactMap { days[$0] }
            pairs += diary.days.compactMap { day in days[day].flatMap { today in days[day + 1].map { (today, $0) } } }
            doses += diary.medicines.first?.taken.count ?? 0
            #expect(diary.factors.count >= Life.factors)
            #expect(diary.factors.allSatisfy { factor in factor.days.keys.allSatisfy(diary.days.contains) })
        }
        let mean = levels.reduce(0, +) / Double(levels.count)
        let variance = levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(levels.count)
        let shared = pairs.reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) } / Double(pairs.count)
        #expect((3.8...4.6).contains(mean), "\(mean)")
        #expect((1.85...2.1).contains(variance.squareRoot()), "\(variance.squareRoot())")
        #expect((0.38...0.5).contains(shared / variance), "\(shared / variance)")
        #expect((0.72...0.8).contains(Double(observed) / (40 * 180)), "\(observed)")
        #expect((30...120).contains(doses / 40), "\(doses / 40)")
    }

    @Test(arguments: [
        (Bound.atMost(0.05), 5, 100, false), (.atMost(0.05), 9, 100, false), (.atMost(0.05), 10, 100, true),
        (.atMost(0.05), 0, 0, false),
        (.atLeast(0.9), 90, 100, false), (.atLeast(0.9), 85, 100, false), (.atLeast(0.9), 84, 100, true),
        (.atLeast(0.9), 0, 0, false),
        (.within(0.92, 0.97), 95, 100, false), (.within(0.92, 0.97), 100, 100, false), (.within(0.92, 0.97), 400, 400, true),
        (.within(0.92, 0.97), 350, 400, true), (.none, 0, 100, false), (.none, 100, 100, false),
    ])
    func `a bound is broken by more than chance alone`(bound: Bound, yes: Int, of all: Int, isBroken: Bool) {
        #expect(bound.isBroken(by: Count(yes: yes, of: all)) == isBroken)
    }

    @Test func `a count is written with its share and interval`() {
        #expect(Count(yes: 12, of: 300).text == "12 of 300, 4.0 % (2.3–6.9)")
        #expect(Count(yes: 0, of: 0).text == "–")
    }

    private func expectHolds(_ cell: Cell, diaries: Int) async {
        let counts = await Simulation(diaries: diaries, seed: seed).run(cell)
        let broken = Table.broken([(cell, counts)])
        #expect(broken.isEmpty, "seed \(seed): \(broken)")
        #expect(counts.contains { $0.of > 0 }, "seed \(seed)")
    }
}

extension Hypothesis {
    fileprivate var isAboutTag: Bool { if case .factor(.tag, _, _) = self { true } else { false } }
}
