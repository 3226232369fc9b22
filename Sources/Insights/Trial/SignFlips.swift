/// The randomisation test of paired differences: how often an equally likely order gives a mean at least as far from 0. If the
/// order of each pair was random, the test is valid whatever the days have in common (Fisher 1935).
package enum SignFlips {
    /// Up to this many differences, all orders are counted.
    package static let exactUpTo = 16
    /// With more, this many orders are chosen at random.
    package static let drawn = 65_535

    /// The two-sided p. 1 without any difference; `nil` for numbers that are not finite.
    /// - Parameter seed: the seed of the random orders, for more than `exactUpTo` differences.
    package static func p(_ differences: [Double], seed: UInt64) -> Double? {
        guard differences.allSatisfy({ $0.isFinite }) else { return nil }
        guard !differences.isEmpty else { return 1 }
        let scale = differences.reduce(0) { $0 + abs($1) }
        // Sums of the same numbers in another order differ by rounding: they count as equal.
        let bar = abs(differences.reduce(0, +)) - 1e-9 * scale
        return differences.count <= exactUpTo ? counted(differences, bar) : drawn(differences, bar, seed)
    }

    /// The smallest p that this many pairs can give.
    package static func least(pairs: Int) -> Double { pairs < 1 ? 1 : power(0.5, Double(min(pairs, 1000) - 1)) }

    private static func counted(_ differences: [Double], _ bar: Double) -> Double {
        // An order and its opposite are equally far from 0: the first sign can stay.
        let orders = 1 << (differences.count - 1)
        var extreme = 0
        for order in 0..<orders {
            var sum = differences[0]
            for place in 1..<differences.count { sum += order >> (place - 1) & 1 == 1 ? -differences[place] : differences[place] }
            if abs(sum) >= bar { extreme += 1 }
        }
        return Double(extreme) / Double(orders)
    }

    private static func drawn(_ differences: [Double], _ bar: Double, _ seed: UInt64) -> Double {
        var generator = Seeded(seed, differences.count)
        var extreme = 1
        for _ in 0..<drawn {
            var bits = generator.next()
            var sum = 0.0
            for difference in differences {
                sum += bits & 1 == 1 ? -difference : difference
                bits >>= 1
            }
            if abs(sum) >= bar { extreme += 1 }
        }
        return Double(extreme) / Double(drawn + 1)
    }
}
