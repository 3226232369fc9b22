import Insights
import Journal
import Testing

@Suite struct TrialAnalysisTests {
    /// Differences and the share of orders at least as far from 0, counted by hand or by SciPy's `permutation_test`.
    private static let counted: [([Double], Double)] = [
        ([], 1), ([0], 1), ([3], 1), ([1, 1], 0.5), ([1, -1], 1), ([0, 0, 0], 1), ([1, 2, 3, -1], 0.375),
        ([1, 1, 1, 1, 1], 0.0625), ([-1, -1, -1, -1, -1, -1], 0.03125), ([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], 0.0078125),
        ([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, -0.8], 0.1953125), ([1, 0, 0, 0, 0, 0, 0, 0], 1),
    ]

    @Test(arguments: counted) func `the exact test counts orders`(differences: [Double], p: Double) throws {
        #expect(try #require(SignFlips.p(differences, seed: 1)) == p)
        #expect(try #require(SignFlips.p(differences.map { -$0 }, seed: 2)) == p)
        #expect(try #require(SignFlips.p(differences.reversed(), seed: 3)) == p)
        #expect(try #require(SignFlips.p(differences.map { $0 * 1e6 }, seed: 4)) == p)
    }

    @Test(arguments: [[Double.nan], [1, .infinity], [-.infinity]]) func `what is no number has no p`(differences: [Double]) {
        #expect(SignFlips.p(differences, seed: 1) == nil)
    }

    @Test(arguments: [(0, 1.0), (1, 1), (2, 0.5), (5, 0.0625), (6, 0.03125), (8, 0.0078125)])
    func `fewer than six pairs cannot reach one in twenty`(pairs: Int, least: Double) {
        #expect(SignFlips.least(pairs: pairs) == least)
        #expect((least <= 0.05) == (pairs >= Trial.leastPairs))
        if pairs > 0 { #expect(SignFlips.p([Double](repeating: -2, count: pairs), seed: 1) == least) }
    }

    @Test func `with many pairs orders are drawn, the same from the same seed`() throws {
        let differences = (0..<20).map { Double($0 % 5) - 1 }
        let first = try #require(SignFlips.p(differences, seed: 7))
        #expect(SignFlips.p(differences, seed: 7) == first)
        // All 2^20 orders: 0.010773.
        #expect(abs(first - 0.010773) < 0.0025)
        #expect(try #require(SignFlips.p([Double](repeating: 1, count: 30), seed: 1)) == 1.0 / 65_536)
        #expect(try #require(SignFlips.p([Double](repeating: 0, count: 30), seed: 1)) == 1)
    }

    /// A trial of four pairs of two days, none washed out.
    private func trial(pairs: Int = 4, blockDays: Int = 2, washOut: Int = 0, part: Trial.Part? = nil) throws -> Trial {
        Trial(
            action: "x", outcome: "symptom:headache", part: part, blockDays: blockDays, pairs: pairs, washOut: washOut,
            first: try #require(LocalDay(number: 20_000)), seed: 11)
    }

    private func reading(_ day: Int, _ value: Double, minute: Int = 600) throws -> Reading {
        Reading(instant: try #require(Instant(milliseconds: Int64(day) * 86_400_000)), day: day, minute: minute, value: value)
    }

    @Test func `the difference is the mean over pairs, with less without`() throws {
        let trial = try trial()
        let extra: [Double] = [1, 2, 3, -1]
        let readings = try trial.blocks.flatMap { block in
            try block.days.map { try reading($0, 4 + (block.arm == .with ? extra[block.pair - 1] : 0)) }
        }
        let analysis = TrialAnalysis(trial, outcome: Outcome(.symptom("headache"), readings))
        #expect(analysis.pairs.map(\.difference) == extra)
        #expect(analysis.difference == 1.25 && analysis.p == 0.375 && analysis.leastP == 0.125)
        // scipy.stats.t.interval(.95, 3, 1.25, sem([1, 2, 3, -1]))
        let interval = try #require(analysis.interval)
        #expect(abs(interval.lowerBound - -1.467_530_884) < 1e-8 && abs(interval.upperBound - 3.967_530_884) < 1e-8)
        #expect(analysis.lower == 1 && analysis.higher == 3 && analysis.counted == 4)
        #expect(analysis.daysWith == 8 && analysis.daysWithout == 8 && !analysis.standsOut)
    }

    @Test func `days that do not count, other days and other parts of the day are left out`() throws {
        let trial = try trial(pairs: 2, blockDays: 3, washOut: 1, part: .morning)
        var readings: [Reading] = []
        for block in trial.blocks {
            for day in block.days {
                readings.append(try reading(day, 10, minute: 1200))
                readings.append(try reading(day, block.counted.contains(day) ? (block.arm == .with ? 1 : 3) : 10))
            }
        }
        for day in [trial.first.number - 1, trial.last.number + 1] { readings.append(try reading(day, 10)) }
        let analysis = TrialAnalysis(trial, outcome: Outcome(.symptom("headache"), readings))
        #expect(analysis.pairs.map(\.difference) == [-2, -2])
        #expect(analysis.daysWith == 4 && analysis.daysWithout == 4)
        // Every pair says the same: how far it can vary is not known.
        #expect(analysis.interval == nil && analysis.p == 0.5)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `what is done in the evening and felt the next morning keeps its sign in every plan that may be`(seed: UInt64) throws {
        for (blockDays, washOut) in [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2)] {
            var trial = try trial(pairs: 8, blockDays: blockDays, washOut: washOut, part: .morning)
            trial.seed = seed
            let outcome = Outcome(
                .symptom("headache"),
                try trial.blocks.flatMap { block in
                    try block.days.map { day in
                        let evening = LocalDay(number: day - 1).flatMap { trial.block(on: $0) }
                        return try reading(day, evening?.arm == .with ? 2 : 5)
                    }
                })
            let difference = TrialAnalysis(trial, outcome: outcome).difference
            if trial.fault == nil {
                #expect(difference == -3, "\(blockDays) days, \(washOut) do not count, seed \(seed)")
            } else {
                // What was felt of the block before is counted for this one.
                #expect(washOut == 0 && difference.map { $0 > -3 } == true)
            }
        }
    }

    @Test func `a pair with a silent block does not count, and nothing at all has no result`() throws {
        let trial = try trial()
        let silent = trial.blocks.first { $0.pair == 2 && $0.arm == .without }
        let readings = try trial.blocks.filter { $0 != silent }.map { try reading($0.days.upperBound, 5) }
        let analysis = TrialAnalysis(trial, outcome: Outcome(.symptom("headache"), readings))
        #expect(analysis.counted == 3 && analysis.pairs[1].difference == nil && analysis.daysWith == 3)
        #expect(analysis.difference == 0 && analysis.lower == 0 && analysis.higher == 0 && analysis.p == 1)
        let nothing = TrialAnalysis(trial, outcome: Outcome(.symptom("headache"), []))
        #expect(nothing.difference == nil && nothing.interval == nil && nothing.p == nil && nothing.counted == 0)
    }

    @Test func `what was said of a day counts before what the journal shows, and every day counts as planned`() throws {
        var trial = try trial(pairs: 2, blockDays: 2, washOut: 1)
        let with = trial.blocks.filter { $0.arm == .with }.map(\.days.upperBound)
        let without = trial.blocks.filter { $0.arm == .without }.map(\.days.upperBound)
        trial.answers[try #require(LocalDay(number: with[0]))] = false
        trial.answers[try #require(LocalDay(number: without[0]))] = false
        let readings = try (with + without).map { try reading($0, with.contains($0) ? 2 : 5) }
        let analysis = TrialAnalysis(trial, outcome: Outcome(.mood, readings), signs: Set(with))
        #expect(analysis.keptWith == TrialAnalysis.Kept(asPlanned: 1, otherwise: 1, unknown: 2))
        #expect(analysis.keptWithout == TrialAnalysis.Kept(asPlanned: 1, unknown: 3))
        #expect(analysis.difference == -3 && analysis.counted == 2)
    }
}
