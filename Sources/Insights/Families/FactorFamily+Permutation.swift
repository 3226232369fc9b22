/// Tries other orders of the weeks, and counts how often the greatest t of all questions reaches the one found.
struct FactorPermutation {
    let scans: [FactorScan]
    let states: [FactorStates]
    let places: [FactorScan.Place]

    /// The questions, the most certain first, with their adjusted p: (1 + orders that reach it) / (1 + orders tried).
    ///
    /// - Parameter stopAbove: ends as soon as the smallest of them exceeds this, whatever the remaining orders would show. The
    ///   counts so far are then divided by the full number: lower bounds.
    func adjusted(_ orders: Int, stopAbove: Double?, using random: inout Seeded) -> [(question: Int, adjusted: Double)] {
        guard !places.isEmpty else { return [] }
        var days = states.map { FactorDays($0) }
        let found = places.map { place in
            let found = scans[place.outcome].square(days[place.factor], lag: place.lag)
            return FactorScan.normalised(found.square, df: scans[place.outcome].df - (found.isReduced ? 1 : 0))
        }
        let ranked = found.indices.sorted { (-found[$0], $0) < (-found[$1], $1) }
        // Slightly below the one found, so that an order with the same days is a tie on every machine.
        let thresholds = ranked.map { found[$0] * (1 - 1e-9) }
        let used = Set(places.map { $0.factor }).sorted()
        var order = Array(0..<((states[0].values.count - FactorStates.reach) / 7))
        var reached = [Int](repeating: 0, count: thresholds.count + 1)
        for _ in 0..<orders {
            random.reorder(&order)
            for factor in used { days[factor].set(states[factor], order: order) }
            let greatest = greatest(days)
            reached[thresholds.firstIndex { $0 <= greatest } ?? thresholds.count] += 1
            if let stopAbove, Double(1 + reached[0]) / Double(orders + 1) > stopAbove { break }
        }
        var sum = 1
        return ranked.indices.map { rank in
            sum += reached[rank]
            return (ranked[rank], Double(sum) / Double(orders + 1))
        }
    }

    /// The greatest z² of all questions. For each outcome and degrees of freedom it is at the greatest t², so that few logarithms
    /// are needed.
    private func greatest(_ days: [FactorDays]) -> Double {
        var greatest = 0.0
        var (outcome, whole, reduced) = (-1, 0.0, 0.0)
        func close() {
            guard outcome >= 0 else { return }
            greatest = max(
                greatest, FactorScan.normalised(whole, df: scans[outcome].df),
                FactorScan.normalised(reduced, df: scans[outcome].df - 1))
        }
        for place in places {
            if place.outcome != outcome {
                close()
                (outcome, whole, reduced) = (place.outcome, 0, 0)
            }
            let (square, isReduced) = scans[outcome].square(days[place.factor], lag: place.lag)
            if isReduced { reduced = max(reduced, square) } else { whole = max(whole, square) }
        }
        close()
        return greatest
    }
}
