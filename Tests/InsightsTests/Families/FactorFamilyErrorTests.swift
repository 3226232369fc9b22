import Insights
import Journal
import SeededChance
import Testing

/// Slices of the simulation behind the error rates; the whole of it runs outside the tests.
@Suite struct FactorFamilyErrorTests {
    /// Of 200 diaries with an error of .05 each, more than 22 would be found false once in some five thousand runs; of 50, more
    /// than 8.
    private static let (diaries, bound) = Lane.current == .quick ? (50, 8) : (200, 22)

    private func found(_ world: FactorWorld, seeds: Range<UInt64>) -> [UInt64] {
        seeds.filter { seed in
            let look = FactorFamily.look(world.diary(seed), window: Int.min / 2...Int.max / 2, permutations: 399, stopAbove: 0.05)
            return look.findings.first.map { $0.adjusted <= 0.05 } ?? false
        }
    }

    @Test(arguments: [
        ("noise of 90 days", FactorWorld()), ("noise of 180 days", FactorWorld(days: 180, rho: 0.7)),
        ("a weekend rhythm that all share", FactorWorld(hasWeekend: true)),
        ("bad Mondays, and factors of one weekday each", FactorWorld(mondays: 2)),
        ("changes in life, each on its own day", FactorWorld(hasChanges: true)),
        ("three outcomes", FactorWorld(outcomes: 3)), ("unknown days", FactorWorld(isUnknownWhereMissing: true)),
    ])
    func `noise is seldom taken for a pattern`(name: String, world: FactorWorld) {
        let seeds = 4000..<4000 + UInt64(Self.diaries)
        let falseOnes = found(world, seeds: seeds)
        #expect(falseOnes.count <= Self.bound, "\(name): seeds \(falseOnes) of \(seeds)")
    }

    /// Seven factors, each of another weekday, and lags 0 and 1: 28 of the 560 answers may be below .05, and more than 45 are only
    /// once in a thousand runs. Without the weekdays in the model, far more are.
    @Test func `what comes on a weekday of its own is not confirmed because Mondays are bad`() {
        let world = FactorWorld(days: 126, factors: 7, mondays: 2)
        var (sure, asked, held) = (0, 0, 0)
        for seed in 5200..<5240 as Range<UInt64> {
            let diary = world.diary(seed)
            for (index, lag) in (0..<7).flatMap({ [($0, 0), ($0, 1)] }) {
                let question = Hypothesis.factor(.tag("f\(index)"), .symptom("s0"), lag: lag)
                guard let finding = FactorFamily.confirm(question, in: diary, fresh: diary.days) else { continue }
                asked += 1
                sure += finding.p <= 0.05 ? 1 : 0
                held += finding.interval.contains(0) ? 1 : 0
            }
        }
        #expect(asked == 560 && sure <= 45, "\(sure) of \(asked)")
        #expect(held >= asked - 45, "\(held) of \(asked)")
    }

    @Test func `an effect is measured beside a bad weekday`() {
        let world = FactorWorld(days: 180, factors: 7, effect: 0.6, lag: 1, mondays: 2)
        let question = Hypothesis.factor(.tag("f0"), .symptom("s0"), lag: 1)
        let seeds: Range<UInt64> = 6300..<6340
        let missed = seeds.filter { seed in
            let diary = world.diary(seed)
            return FactorFamily.confirm(question, in: diary, fresh: diary.days).map { !$0.interval.contains(1.2) } ?? true
        }
        #expect(missed.count <= 6, "seeds \(missed) of \(seeds)")
    }

    @Test func `what was planted is found, with its lag`() {
        let world = FactorWorld(days: 126, effect: 1.2, lag: 1)
        var (found, right) = ([UInt64](), 0)
        for seed in 700..<740 as Range<UInt64> {
            guard
                let best = FactorFamily.look(world.diary(seed), window: Int.min / 2...Int.max / 2, permutations: 499).findings
                    .first,
                best.adjusted <= 0.05
            else { continue }
            found.append(seed)
            if best.hypothesis == .factor(.tag("f0"), .symptom("s0"), lag: 1), best.isLarge { right += 1 }
        }
        #expect(found.count >= 34, "of seeds 700..<740 only \(found)")
        #expect(right >= found.count - 2, "seeds \(found)")
    }

    @Test func `the interval holds what was planted`() {
        let world = FactorWorld(days: 90, factors: 1, effect: 0.5, lag: 1)
        let seeds: Range<UInt64> = 900..<1100
        let missed = seeds.filter { seed in
            let look = FactorFamily.look(world.diary(seed), window: Int.min / 2...Int.max / 2, permutations: 1)
            let one = look.findings.first { $0.hypothesis == .factor(.tag("f0"), .symptom("s0"), lag: 1) }
            return one.map { !$0.interval.contains(1) } ?? false
        }
        #expect(missed.count <= 22, "seeds \(missed) of \(seeds)")
    }
}

@Suite struct FactorFamilyConfirmTests {
    private let hypothesis = Hypothesis.factor(.tag("f0"), .symptom("s0"), lag: 1)

    @Test func `fresh days answer one question`() throws {
        let diary = FactorWorld(days: 180, effect: 1.5).diary(5)
        let fresh = diary.days.upperBound - 55...diary.days.upperBound
        let finding = try #require(FactorFamily.confirm(hypothesis, in: diary, fresh: fresh))
        let model = try #require(
            NullModel(levels: DailyLevels(of: diary.outcomes[0], days: fresh), window: fresh, trend: false))
        let fit = try #require(model.fit(fresh.map { diary.factors[0].days[$0 - 1].map { $0 ? 1 : 0 } ?? .nan }))
        #expect(finding.difference == fit.estimate && finding.p == fit.p && finding.adjusted == fit.p)
        #expect(finding.window == fresh && finding.hypothesis == hypothesis && finding.p < 0.01)
        #expect(finding.with + finding.without == model.observed.count)
    }

    /// But for what they say of days without any tag, which one tag alone does not have.
    @Test func `levels before the fresh days play no part`() {
        let diary = FactorWorld(days: 180, factors: 1, effect: 1).diary(5)
        let fresh = diary.days.upperBound - 55...diary.days.upperBound
        let kept = diary.outcomes.map { Outcome($0.name, $0.readings.filter { fresh.contains($0.day) }) }
        let cut = Diary(days: diary.days, outcomes: kept, factors: diary.factors, seed: 99)
        #expect(
            FactorFamily.confirm(hypothesis, in: cut, fresh: fresh) == FactorFamily.confirm(hypothesis, in: diary, fresh: fresh))
    }

    @Test(
        arguments: [
            .factor(.tag("f9"), .symptom("s0"), lag: 1), .factor(.tag("f0"), .mood, lag: 1),
            .factor(.tag("f0"), .symptom("s0"), lag: 4),
            .factor(.tag("f0"), .symptom("s0"), lag: -1), .trend(.symptom("s0")), .weekend(.symptom("s0")),
        ] as [Hypothesis])
    func `what this family does not ask is not confirmed`(hypothesis: Hypothesis) {
        let diary = FactorWorld(factors: 3).diary(5)
        #expect(FactorFamily.confirm(hypothesis, in: diary, fresh: diary.days) == nil)
    }

    @Test func `too little that is fresh confirms nothing`() {
        let diary = FactorWorld(days: 90).diary(5)
        let (first, last) = (diary.days.lowerBound, diary.days.upperBound)
        #expect(FactorFamily.confirm(hypothesis, in: diary, fresh: last - 26...last) == nil)
        #expect(FactorFamily.confirm(hypothesis, in: diary, fresh: last - 20...last + 60) == nil)
        #expect(FactorFamily.confirm(hypothesis, in: diary, fresh: last + 1...last + 90) == nil)
        #expect(FactorFamily.confirm(hypothesis, in: diary, fresh: last - 45...last) != nil)
        let few = diary.outcomes.map { Outcome($0.name, Array($0.readings.suffix(16))) }
        let seldom = Diary(days: diary.days, outcomes: few, factors: diary.factors)
        #expect(FactorFamily.confirm(hypothesis, in: seldom, fresh: first...last) == nil)
        for state in [true, false] {
            let days = Dictionary(uniqueKeysWithValues: (first - 3...last).map { ($0, $0 < last - 1 ? state : !state) })
            let always = Diary(days: diary.days, outcomes: diary.outcomes, factors: [Factor(.tag("f0"), days)])
            #expect(FactorFamily.confirm(hypothesis, in: always, fresh: first...last) == nil)
        }
    }
}

@Suite struct FactorFamilyQuietListTests {
    private func look(_ ps: [Double], asked: Int? = nil) -> FamilyLook {
        let findings = ps.enumerated().map { index, p in
            Finding(
                .factor(.tag("f\(index)"), .mood, lag: 0), difference: 1, interval: 0...2, with: 10, without: 50, window: 0...83,
                spread: 2,
                p: p, adjusted: 1)
        }
        return FamilyLook(.factors, asked: asked ?? ps.count, findings: findings, waiting: [])
    }

    @Test(
        arguments: [
            ([], nil, 0), ([0.5], nil, 0), ([0.1], nil, 1), ([0.11], nil, 0), ([0.04, 0.05, 0.9], nil, 2),
            ([0.06, 0.065, 0.9], nil, 2),
            ([0.9, 0.065, 0.06], nil, 2), ([0.04, 0.07, 0.9], nil, 0), ([0.04], 3, 0), ([0.03], 3, 1),
            ([0.02, 0.05, 0.07, 0.1], nil, 4),
        ] as [([Double], Int?, Int)])
    func `the list is Benjamini and Hochberg's`(ps: [Double], asked: Int?, count: Int) {
        let lines = QuietList.lines(of: look(ps, asked: asked))
        #expect(lines.count == count && lines.map(\.p) == lines.map(\.p).sorted())
    }
}
