/// The randomisation test of paired differences: how often orders that were as likely as the one that was drawn give a mean at
/// least as far from 0. Where the order of each pair was drawn, it holds whatever the days have in common (Fisher 1935).
package enum SignFlips {
    /// With up to so many differences all orders are counted.
    package static let exactUpTo = 16
    /// With more, so many orders are drawn.
    package static let drawn = 65_535

    /// Two-sided. 1 without any difference; `nil` for numbers that are none.
    /// - Parameter seed: begins the drawing, where there are more than `exactUpTo`.
    package static func p(_ differences: [Double], seed: UInt64) -> Double? {
        guard differences.allSatisfy({ $0.isFinite }) else { return nil }
        guard !differences.isEmpty else { return 1 }
        let scale = differences.reduce(0) { $0 + abs($1) }
        // Sums of the same numbers in another order differ by rounding: they count as equal.
        let bar = abs(differences.reduce(0, +)) - 1e-9 * scale
        return differences.count <= exactUpTo ? counted(differences, bar) : drawn(differences, bar, seed)
    }

    /// The smallest p that so many pairs can give.
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
