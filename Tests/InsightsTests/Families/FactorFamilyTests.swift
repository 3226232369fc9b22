import Insights
import Journal
import Testing

@Suite struct FactorFamilyTests {
    private let all = Int.min / 2...Int.max / 2

    /// One reading a day with these levels, and one factor that was there on some days.
    private func diary(_ levels: [Double?], with: (Int) -> Bool?, seed: UInt64 = 1) -> Diary {
        let readings = levels.enumerated().compactMap { day, level in
            level.flatMap { level in
                Instant(milliseconds: Int64(day) * 86_400_000).map { Reading(instant: $0, day: day, minute: 600, value: level) }
            }
        }
        let days = levels.indices.compactMap { day in with(day).map { (day, $0) } }
        return Diary(
            days: 0...max(levels.count - 1, 0), outcomes: [Outcome(.mood, readings)],
            factors: [Factor(.tag("x"), Dictionary(uniqueKeysWithValues: days))], seed: seed)
    }

    private let uneven = (0..<84).map { Double(($0 * 37) % 11) }

    // MARK: What can be asked

    @Test(
        arguments: [
            (0...400, 0...400, 219...400), (0...400, 0...50, 2...50), (0...400, 100...160, 105...160),
            (0...400, -90...20, 0...20),
            (0...400, 395...401, nil), (0...400, 500...600, nil), (0...5, 0...5, nil), (0...6, -9...99, 0...6),
        ] as [(ClosedRange<Int>, ClosedRange<Int>, ClosedRange<Int>?)])
    func `a window is the newest whole weeks of the diary`(
        days: ClosedRange<Int>, window: ClosedRange<Int>, cut: ClosedRange<Int>?
    ) {
        #expect(FactorFamily.cut(window, to: Diary(days: days, outcomes: [])) == cut)
    }

    /// Days with a level, on which of them the factor was there, and what is said.
    private struct Lack: Sendable {
        var observed = 84
        var with: @Sendable (Int) -> Bool?
        let need: FamilyLook.Waiting.Need
    }

    private static let lacks: [Lack] = [
        Lack(observed: 41, with: { $0 % 3 == 0 }, need: .days(1)), Lack(observed: 10, with: { $0 % 3 == 0 }, need: .days(32)),
        Lack(with: { _ in false }, need: .with(8)), Lack(with: { $0 < 7 }, need: .with(1)),
        Lack(with: { _ in true }, need: .without(8)), Lack(with: { $0 > 5 }, need: .without(2)),
        Lack(with: { _ in nil }, need: .with(8)), Lack(with: { $0 % 4 == 0 ? true : nil }, need: .without(8)),
        Lack(with: { $0 % 4 == 0 ? false : nil }, need: .with(8)),
    ]

    @Test(arguments: lacks)
    private func `what is still needed is said`(lack: Lack) {
        let levels = uneven.enumerated().map { $0 < 84 - lack.observed ? nil : $1 }
        let look = FactorFamily.look(diary(levels, with: lack.with), window: all, permutations: 9)
        #expect(look.asked == 0 && look.findings.isEmpty && look.family == .factors)
        #expect(look.waiting == [.init(.factor(.tag("x"), .mood, lag: 0), lack.need)])
    }

    @Test(arguments: [
        [Double?](repeating: 4, count: 84), [Double?](repeating: nil, count: 84), (0..<84).map { 1 + Double($0) / 10 }, [3], [],
    ])
    func `levels with nothing to explain are asked nothing`(levels: [Double?]) {
        let look = FactorFamily.look(diary(levels, with: { $0 % 3 == 0 }), window: all, permutations: 9)
        #expect(look.asked == 0 && look.findings.isEmpty)
    }

    @Test func `a factor that is the weekend itself is asked nothing`() {
        let look = FactorFamily.look(diary(uneven, with: { ($0 + 3) % 7 >= 5 }), window: all, permutations: 9)
        // A day later it is Sunday and Monday, which is another question.
        #expect(!look.findings.contains { $0.hypothesis == .factor(.tag("x"), .mood, lag: 0) })
        #expect(look.asked == look.findings.count && look.findings.allSatisfy { $0.difference.isFinite && $0.p.isFinite })
    }

    @Test func `an empty diary and no permutations find nothing`() {
        let world = FactorWorld().diary(3)
        #expect(FactorFamily.look(Diary(days: 0...400, outcomes: []), window: all).asked == 0)
        #expect(FactorFamily.look(world, window: all, permutations: 0).findings.isEmpty)
        #expect(FactorFamily.look(world, window: 0...5).findings.isEmpty)
    }

    // MARK: What was left out

    /// Three tags come in turn, and on every fourth day none: that day's level is `lower` than others by this much.
    private func bare(_ lower: Double, tags: Int = 3, isWith: (_ day: Int, _ tag: Int) -> Bool = { $0 % 4 == $1 }) -> Diary {
        let one = diary(uneven.indices.map { 12 + uneven[$0] - ($0 % 4 == 3 ? lower : 0) }, with: { _ in nil })
        let factors = (0..<tags).map { tag in
            Factor(.tag("\(tag)"), Dictionary(uniqueKeysWithValues: one.days.map { ($0, isWith($0, tag)) }))
        }
        return Diary(days: one.days, outcomes: one.outcomes, factors: factors)
    }

    @Test(arguments: [(3, 0.0, 63, 30), (3, 6.0, 42, 20), (3, -6.0, 42, 20), (1, 6.0, 63, 30)])
    func `on days of another level without any name, all names are unknown`(
        tags: Int, lower: Double, without: Int, fresh: Int
    ) throws {
        let (question, diary) = (Hypothesis.factor(.tag("0"), .mood, lag: 0), bare(lower, tags: tags))
        let look = FactorFamily.look(diary, window: all, permutations: 9)
        let finding = try #require(look.findings.first { $0.hypothesis == question })
        #expect(finding.with == 21 && finding.without == without)
        let later = try #require(FactorFamily.confirm(question, in: diary, fresh: 44...83))
        #expect(later.with == 10 && later.without == fresh)
    }

    @Test func `an effect of its own leaves days without any name what they are`() throws {
        let diary = bare(-6) { day, tag in tag == 0 ? day % 4 == 3 : day % 8 == 1 }
        let look = FactorFamily.look(diary, window: all, permutations: 9)
        let finding = try #require(look.findings.first { $0.hypothesis == .factor(.tag("0"), .mood, lag: 0) })
        #expect(finding.with == 21 && finding.without == 63)
    }

    @Test(arguments: [0.0, 6]) func `who has only such days to compare with is asked to write down all names`(lower: Double) {
        let diary = bare(lower) { day, tag in day % 4 != 3 && (day % 16 == 0) != (tag == 0) }
        let look = FactorFamily.look(diary, window: all, permutations: 9)
        let question = Hypothesis.factor(.tag("0"), .mood, lag: 0)
        #expect(look.waiting.contains(.init(question, .evenness)) == (lower > 0))
        #expect(look.findings.contains { $0.hypothesis == question } == (lower == 0))
    }

    // MARK: The numbers

    @Test func `every number of a finding is the regression's`() throws {
        var world = FactorWorld(days: 120, effect: 1.5, lag: 2)
        world.isUnknownWhereMissing = true
        let diary = world.diary(12)
        let window = try #require(FactorFamily.cut(all, to: diary))
        let look = FactorFamily.look(diary, window: all, permutations: 199)
        #expect(window.count == 119 && look.asked == 40 && look.findings.count == 40)
        let levels = DailyLevels(of: diary.outcomes[0], days: window)
        let model = try #require(NullModel(levels: levels, window: window))
        for finding in look.findings {
            guard case .factor(let name, _, let lag) = finding.hypothesis else { continue }
            let factor = try #require(diary.factors.first { $0.name == name })
            let column = window.map { day in factor.days[day - lag].map { $0 ? 1 : 0 } ?? Double.nan }
            let fit = try #require(model.fit(column))
            #expect(finding.difference == fit.estimate && finding.interval == fit.interval() && finding.p == fit.p)
            #expect(finding.with == column.indices.count { column[$0] == 1 && !levels.values[$0].isNaN })
            #expect(finding.without == column.indices.count { column[$0] == 0 && !levels.values[$0].isNaN })
            #expect(finding.window == window && finding.spread == model.spread)
            #expect((0.005...1).contains(finding.adjusted))
        }
        #expect(look.findings.map(\.adjusted) == look.findings.map(\.adjusted).sorted())
        #expect(look.findings[0].hypothesis == .factor(.tag("f0"), .symptom("s0"), lag: 2))
    }

    @Test(arguments: [(false, 1, 84), (true, 1, 91), (true, 2, 133), (false, 3, 98)])
    func `the permutation is what it says, counted the slow way`(isUnknown: Bool, outcomes: Int, days: Int) throws {
        var world = FactorWorld(days: days, factors: 3, outcomes: outcomes, effect: 0.5)
        world.isUnknownWhereMissing = isUnknown
        let lived = world.diary(31)
        // Answers of yes or no are never left out together.
        let diary = Diary(
            days: lived.days, outcomes: lived.outcomes,
            factors: lived.factors.enumerated().map { Factor(.yes("f\($0)"), $1.days) }, seed: lived.seed)
        let window = diary.days
        let look = FactorFamily.look(diary, window: window, permutations: 29)
        let models = diary.outcomes.compactMap { NullModel(levels: DailyLevels(of: $0, days: window), window: window) }
        let weeks = days / 7
        /// z² of a question after the weeks were put into this order; unknown days have a level of their own.
        func square(_ outcome: Int, _ factor: Int, _ lag: Int, _ order: [Int]) throws -> Double {
            let column = (0..<days).map { day -> Double in
                let source = day - lag
                let lived = source < 0 ? source : order[source / 7] * 7 + source % 7
                return diary.factors[factor].days[window.lowerBound + lived].map { $0 ? 1 : 0 } ?? .nan
            }
            let unknown = column.map { $0.isNaN ? 1.0 : 0 }
            let fit = try #require(models[outcome].fit(column.map { $0.isNaN ? 0 : $0 }, beside: [unknown]))
            let df = Double(fit.df)
            let factor = (8 * df + 1) / (8 * df + 3)
            return factor * factor * df * logarithm(1 + fit.t * fit.t / df)
        }
        let places = (0..<outcomes).flatMap { outcome in (0..<3).flatMap { factor in (0...3).map { (outcome, factor, $0) } } }
        #expect(look.asked == places.count)
        var random = Seeded(diary.seed, window.upperBound, 1)
        var order = Array(0..<weeks)
        let found = try places.map { try square($0.0, $0.1, $0.2, order) }
        let greatest = try (0..<29).map { _ in
            random.reorder(&order)
            return try places.map { try square($0.0, $0.1, $0.2, order) }.max() ?? 0
        }
        for (place, found) in zip(places, found) {
            let hypothesis = Hypothesis.factor(.yes("f\(place.1)"), .symptom("s\(place.0)"), lag: place.2)
            let finding = try #require(look.findings.first { $0.hypothesis == hypothesis })
            #expect(finding.adjusted == Double(1 + greatest.count { $0 >= found * (1 - 1e-7) }) / 30)
        }
    }

    @Test func `the same diary gives the same look, another seed another order`() {
        let diary = FactorWorld(outcomes: 2).diary(6)
        let look = FactorFamily.look(diary, window: all, permutations: 99)
        #expect(look == FactorFamily.look(diary, window: all, permutations: 99))
        let other = Diary(days: diary.days, outcomes: diary.outcomes, factors: diary.factors, seed: 7)
        let again = FactorFamily.look(other, window: all, permutations: 99)
        #expect(again.findings.map(\.p) == look.findings.map(\.p) && again != look)
    }

    @Test(arguments: [-113_400, -10_003 / 7 * 7, 7 * 5000])
    func `a diary of 1660 has the numbers of today`(shift: Int) {
        let (now, then) = (FactorWorld().diary(9), FactorWorld(start: 10_003 + shift).diary(9))
        let looks = [now, then].map { FactorFamily.look($0, window: all, permutations: 9).findings.sorted { $0.p < $1.p } }
        #expect(looks[0].map(\.p) == looks[1].map(\.p) && looks[0].map(\.difference) == looks[1].map(\.difference))
        #expect(looks[0].map { $0.window.lowerBound + shift } == looks[1].map(\.window.lowerBound))
    }

    @Test func `stopping early decides the same`() {
        var stopped = 0
        for seed in 0..<40 as Range<UInt64> {
            let diary = FactorWorld(effect: seed % 4 == 0 ? 1 : 0).diary(seed)
            let full = FactorFamily.look(diary, window: all, permutations: 499)
            let short = FactorFamily.look(diary, window: all, permutations: 499, stopAbove: 0.05)
            #expect(full.findings.map(\.hypothesis) == short.findings.map(\.hypothesis), "seed \(seed)")
            for (full, short) in zip(full.findings, short.findings) { #expect(short.adjusted <= full.adjusted, "seed \(seed)") }
            guard let (one, other) = full.findings.first.map({ ($0, short.findings[0]) }) else { continue }
            for limit in [0.01, 0.02, 0.05] { #expect((one.adjusted <= limit) == (other.adjusted <= limit), "seed \(seed)") }
            if one.adjusted <= 0.05 { #expect(full == short) } else { stopped += 1 }
        }
        #expect(stopped > 20)
    }

    @Test func `more outcomes share the same error`() throws {
        let three = FactorWorld(days: 126, outcomes: 3, effect: 0.8).diary(17)
        let one = Diary(days: three.days, outcomes: [three.outcomes[0]], factors: three.factors, seed: three.seed)
        let (many, few) = (FactorFamily.look(three, window: all), FactorFamily.look(one, window: all))
        #expect(many.asked == 120 && few.asked == 40)
        for finding in few.findings {
            let same = try #require(many.findings.first { $0.hypothesis == finding.hypothesis })
            #expect(same.p == finding.p && same.adjusted >= finding.adjusted)
        }
    }
}
