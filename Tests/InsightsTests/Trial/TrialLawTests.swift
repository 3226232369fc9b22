import Insights
import Journal
import SeededChance
import Testing

/// Trials over diaries that are made from a seed: days that resemble each other, whole numbers 0 to 10, days without a reading.
@Suite struct TrialLawTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        let rho: Double
        let pairs: Int
        let blockDays: Int
        let washOut: Int
        var testDescription: String { "rho \(rho), \(pairs) pairs of \(blockDays) days" }
    }

    private static let cases = [
        Case(rho: 0, pairs: 8, blockDays: 2, washOut: 1), Case(rho: 0.3, pairs: 8, blockDays: 3, washOut: 1),
        Case(rho: 0.5, pairs: 8, blockDays: 3, washOut: 1), Case(rho: 0.7, pairs: 8, blockDays: 3, washOut: 1),
        Case(rho: 0.7, pairs: 6, blockDays: 7, washOut: 2),
    ]
    private static let runs = Lane.amount(quick: 500, ci: 1_500, all: 1_500)

    /// One trial with an order of its own, over a diary in which doing it changes the level by `effect`.
    private func analysis(_ given: Case, effect: Double, missing: Double, seed: UInt64) throws -> TrialAnalysis {
        var chance = Seeded(seed)
        let trial = Trial(
            action: "x", outcome: "mood", blockDays: given.blockDays, pairs: given.pairs, washOut: given.washOut,
            first: try #require(LocalDay(number: 20_000)), seed: chance.next())
        var state = chance.nextNormal()
        var readings: [Reading] = []
        for block in trial.blocks {
            for day in block.days {
                state = given.rho * state + (1 - given.rho * given.rho).squareRoot() * chance.nextNormal()
                // An upward drift over the whole trial, which a fixed order would take for the effect.
                let drift = Double(day - 20_000) / Double(trial.days)
                let level = 4 + drift + 1.5 * state + (block.arm == .with ? effect : 0)
                if chance.nextUnit() < missing { continue }
                let instant = try #require(Instant(milliseconds: Int64(day) * 86_400_000))
                readings.append(Reading(instant: instant, day: day, minute: 600, value: min(max(level.rounded(), 0), 10)))
            }
        }
        return TrialAnalysis(trial, outcome: Outcome(.mood, readings))
    }

    @Test(arguments: cases) private func `without an effect at most one trial in twenty stands out`(given: Case) throws {
        let seed: UInt64 = 20_261_120
        var found = 0
        for run in 0..<TrialLawTests.runs {
            if try analysis(given, effect: 0, missing: 0.15, seed: seed &+ UInt64(run)).standsOut { found += 1 }
        }
        let rate = Double(found) / Double(TrialLawTests.runs)
        // Three standard errors above .05.
        #expect(rate <= 0.05 + 3 * (0.05 * 0.95 / Double(TrialLawTests.runs)).squareRoot(), "rate \(rate), seed \(seed)")
    }

    @Test(arguments: cases) private func `the interval holds the true difference in about 95 of 100 trials`(given: Case) throws {
        let seed: UInt64 = 77_001
        var (held, all) = (0, 0)
        for run in 0..<TrialLawTests.runs {
            let analysis = try analysis(given, effect: 1, missing: 0.15, seed: seed &+ UInt64(run) &* 31)
            guard let interval = analysis.interval else { continue }
            all += 1
            if interval.contains(1) { held += 1 }
        }
        let rate = Double(held) / Double(all)
        #expect((0.925...0.975).contains(rate), "coverage \(rate), seed \(seed)")
    }

    @Test func `a difference of one and a half standard deviations is found in most trials`() throws {
        let seed: UInt64 = 5
        var found = 0
        for run in 0..<400 {
            let given = Case(rho: 0.3, pairs: 8, blockDays: 3, washOut: 1)
            if try analysis(given, effect: -2.25, missing: 0.15, seed: seed &+ UInt64(run) &* 7).standsOut { found += 1 }
        }
        #expect(found >= 260, "found \(found) of 400, seed \(seed)")
    }
}
