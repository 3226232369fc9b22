import Insights
import SeededChance
import Testing

@Suite struct DistributionsTests {
    @Test(arguments: [
        Distributions.logGamma(0), Distributions.logGamma(-1), Distributions.logGamma(.nan),
        Distributions.incompleteBeta(-0.1, 1, 1),
        Distributions.incompleteBeta(1.1, 1, 1), Distributions.incompleteBeta(0.5, 0, 1),
        Distributions.incompleteBeta(0.5, 1, -1),
        Distributions.incompleteBeta(.nan, 1, 1), Distributions.incompleteBeta(0.5, .infinity, 1), Distributions.normal(.nan),
        Distributions.normalQuantile(-0.1), Distributions.normalQuantile(1.1), Distributions.normalQuantile(.nan),
        Distributions.student(.nan, df: 3), Distributions.student(1, df: 0), Distributions.student(1, df: .nan),
        Distributions.twoSided(1, df: -2), Distributions.twoSided(1, df: .infinity), Distributions.studentQuantile(2, df: 3),
        Distributions.studentQuantile(0.4, df: 0), Distributions.studentQuantile(.nan, df: 3),
        Distributions.betaBinomialTail(atLeast: 1, of: -1, mean: 0.5, overdispersion: 0.2),
        Distributions.betaBinomialTail(atLeast: 1, of: 7, mean: -0.1, overdispersion: 0.2),
        Distributions.betaBinomialTail(atLeast: 1, of: 7, mean: 0.5, overdispersion: 1.2),
        Distributions.betaBinomialTail(atLeast: 1, of: 7, mean: .nan, overdispersion: 0.2),
    ])
    func `what is not defined is not a number`(value: Double) {
        #expect(value.isNaN)
    }

    @Test func `the ends of each distribution are exact`() {
        #expect(Distributions.normalQuantile(0) == -.infinity && Distributions.normalQuantile(1) == .infinity)
        #expect(Distributions.normal(-.infinity) == 0 && Distributions.normal(.infinity) == 1)
        #expect(Distributions.studentQuantile(0, df: 3) == -.infinity && Distributions.studentQuantile(1, df: 3) == .infinity)
        #expect(Distributions.student(.infinity, df: 3) == 1 && Distributions.student(-.infinity, df: 3) == 0)
        #expect(Distributions.twoSided(0, df: 3) == 1 && Distributions.twoSided(1e300, df: 3) == 0)
        #expect(Distributions.incompleteBeta(0, 2, 3) == 0 && Distributions.incompleteBeta(1, 2, 3) == 1)
    }

    @Test(arguments: [(-1, 1.0), (0, 1), (8, 0), (7, 0.25), (1, 0.25)])
    func `with the greatest overdispersion it is all or none`(k: Int, share: Double) {
        #expect(Distributions.betaBinomialTail(atLeast: k, of: 7, mean: 0.25, overdispersion: 1) == share)
    }

    @Test func `what never or always happens does so`() {
        #expect(Distributions.betaBinomialTail(atLeast: 1, of: 7, mean: 0, overdispersion: 0.3) == 0)
        #expect(Distributions.betaBinomialTail(atLeast: 7, of: 7, mean: 1, overdispersion: 0.3) == 1)
        #expect(Distributions.betaBinomialTail(atLeast: 1, of: 0, mean: 0.5, overdispersion: 0.3) == 0)
        let long = Distributions.betaBinomialTail(atLeast: 2500, of: 5000, mean: 0.5, overdispersion: 0)
        #expect(long > 0.5 && long < 0.51)
    }

    @Test func `quantiles undo their distributions`() {
        let seed: UInt64 = 314
        var random = Seeded(seed)
        for _ in 0..<500 {
            let (p, df) = (random.nextUnit(), Double(1 + random.next(below: 200)))
            let back = Distributions.student(Distributions.studentQuantile(p, df: df), df: df)
            #expect(abs(back - p) < 1e-12, "seed \(seed), p \(p), df \(df)")
            #expect(abs(Distributions.normal(Distributions.normalQuantile(p)) - p) < 1e-14, "seed \(seed), p \(p)")
        }
    }

    @Test(arguments: [(0, 0), (-3, 10), (15, 10), (1, -5), (0, 10), (10, 10)])
    func `Wilson's interval stays between nothing and everything`(successes: Int, n: Int) {
        let interval = Distributions.wilson(successes, of: n)
        #expect(interval.lowerBound >= 0 && interval.upperBound <= 1)
        #expect(interval.upperBound > interval.lowerBound)
        #expect(n > 0 || interval == 0...1)
    }
}

@Suite struct SeededTests {
    @Test func `the stream is that of SplitMix64`() {
        var random = Seeded(1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ]
        #expect(expected.map { _ in random.next() } == expected)
    }

    @Test func `orders never change between versions`() {
        var random = Seeded(7, 20_000, 1)
        var weeks = Array(0..<10)
        random.reorder(&weeks)
        #expect(weeks == [6, 1, 0, 4, 5, 2, 3, 9, 7, 8])
    }

    @Test func `other purposes give other streams`() {
        let firsts = [[], [0], [1], [-1], [0, 0], [1, 2], [2, 1], [20_000, 1], [20_001, 1]].map { parts in
            var random = parts.isEmpty ? Seeded(5) : parts.count == 1 ? Seeded(5, parts[0]) : Seeded(5, parts[0], parts[1])
            return random.next()
        }
        #expect(Set(firsts).count == firsts.count)
    }

    @Test func `all orders come up alike`() {
        let seed: UInt64 = 99
        var random = Seeded(seed)
        var counts: [[Int]: Int] = [:]
        for _ in 0..<24_000 {
            var four = [0, 1, 2, 3]
            random.reorder(&four)
            counts[four, default: 0] += 1
        }
        // 1000 each; five standard deviations are 155.
        #expect(counts.count == 24 && counts.values.allSatisfy { abs($0 - 1000) < 155 }, "seed \(seed): \(counts)")
        var (none, one) = ([Int](), [4])
        random.reorder(&none)
        random.reorder(&one)
        #expect(none.isEmpty && one == [4])
    }

    @Test func `even and normal numbers have their means and spreads`() {
        let seed: UInt64 = 4
        var random = Seeded(seed)
        let even = (0..<20_000).map { _ in random.nextUnit() }
        let normal = (0..<20_000).map { _ in random.nextNormal() }
        #expect(even.allSatisfy { (0..<1).contains($0) })
        #expect(abs(even.reduce(0, +) / 20_000 - 0.5) < 0.01, "seed \(seed)")
        #expect(abs(normal.reduce(0, +) / 20_000) < 0.035, "seed \(seed)")
        #expect(abs(normal.reduce(0) { $0 + $1 * $1 } / 20_000 - 1) < 0.05, "seed \(seed)")
    }
}
