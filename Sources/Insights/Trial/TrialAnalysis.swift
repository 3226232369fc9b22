import Journal

/// The result of a trial at its end: calculated once, as planned, from all days that count, whatever was done on them (intention
/// to treat: leaving out the days on which it was not done would compare good days with bad ones).
package struct TrialAnalysis: Hashable, Sendable {
    package struct Pair: Hashable, Sendable {
        /// Its number, from 1.
        package let number: Int
        /// The mean level of the days that count in the block with it; `nil` without a reading.
        package let with: Double?
        /// The same in the block without it.
        package let without: Double?
        /// How many days that mean is of.
        package let daysWith: Int
        /// The same in the block without it.
        package let daysWithout: Int

        /// The level with minus the level without; `nil` if one of them is missing.
        package var difference: Double? { with.flatMap { with in without.map { with - $0 } } }
    }

    /// Whether the plan was followed, over all days.
    package struct Kept: Hashable, Sendable {
        /// Days on which the person did what was planned.
        package internal(set) var asPlanned = 0
        /// Days on which they did not.
        package internal(set) var otherwise = 0
        /// Days without information.
        package internal(set) var unknown = 0

        package init(asPlanned: Int = 0, otherwise: Int = 0, unknown: Int = 0) {
            (self.asPlanned, self.otherwise, self.unknown) = (asPlanned, otherwise, unknown)
        }
    }

    package let pairs: [Pair]
    /// The days on which it was to be done.
    package let keptWith: Kept
    /// The days on which it was to be left out.
    package let keptWithout: Kept
    /// The mean over pairs of the level with minus the level without; `nil` if no pair has both.
    package let difference: Double?
    /// Its 95 % confidence interval: Student's t over the pairs. `nil` with fewer than two pairs, and if all of them gave the
    /// same difference, which says nothing about its variation.
    package let interval: ClosedRange<Double>?
    /// The two-sided p by the randomisation of the plan; `nil` if there is no difference to test.
    package let p: Double?

    /// - Parameter outcome: its readings; those of other days and other parts of the day are ignored.
    /// - Parameter signs: the numbers of the days on which the journal itself shows that it was done.
    package init(_ trial: Trial, outcome: Outcome, signs: Set<Int> = []) {
        let readings = outcome.readings.filter { reading in trial.part.map { reading.slot == $0.slot } ?? true }
        let span = trial.first.number...(trial.first.number + trial.days - 1)
        let levels = DailyLevels(of: Outcome(outcome.name, readings), days: span)
        let blocks = trial.blocks
        pairs = (1...trial.pairs).map { number in
            func level(_ arm: Trial.Arm) -> (mean: Double?, days: Int) {
                let days = blocks.first { $0.pair == number && $0.arm == arm }?.counted
                let values = days.map { $0.compactMap { levels[$0] } } ?? []
                return (values.isEmpty ? nil : values.reduce(0, +) / Double(values.count), values.count)
            }
            let (with, without) = (level(.with), level(.without))
            return Pair(
                number: number, with: with.mean, without: without.mean, daysWith: with.days, daysWithout: without.days)
        }
        (keptWith, keptWithout) = (Kept(trial, .with, signs), Kept(trial, .without, signs))
        let differences = pairs.compactMap { $0.difference }
        difference = differences.isEmpty ? nil : differences.reduce(0, +) / Double(differences.count)
        interval = TrialAnalysis.interval(of: differences)
        p = differences.isEmpty ? nil : SignFlips.p(differences, seed: trial.seed)
    }

    /// Pairs that have a level in both blocks: only they count.
    package var counted: Int { pairs.count { $0.difference != nil } }
    /// The number of pairs with a lower level with it than without.
    package var lower: Int { pairs.count { $0.difference.map { $0 < 0 } ?? false } }
    /// The number of pairs with a higher level with it.
    package var higher: Int { pairs.count { $0.difference.map { $0 > 0 } ?? false } }
    /// Days with a level in blocks with it, in the pairs that count.
    package var daysWith: Int { pairs.reduce(0) { $0 + ($1.difference == nil ? 0 : $1.daysWith) } }
    /// The same in blocks without it.
    package var daysWithout: Int { pairs.reduce(0) { $0 + ($1.difference == nil ? 0 : $1.daysWithout) } }
    /// The smallest p that these pairs could have given.
    package var leastP: Double { SignFlips.least(pairs: counted) }

    /// Whether chance alone gives such a difference in fewer than 1 of 20 trials.
    package var standsOut: Bool { p.map { $0 <= 0.05 } ?? false }

    private static func interval(of differences: [Double]) -> ClosedRange<Double>? {
        let count = Double(differences.count)
        guard count >= 2 else { return nil }
        let mean = differences.reduce(0, +) / count
        let deviation = (differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)).squareRoot()
        let scale = differences.reduce(0) { max($0, abs($1)) }
        guard deviation > 1e-9 * max(scale, 1e-300) else { return nil }
        let half = Distributions.studentQuantile(0.975, df: count - 1) * deviation / count.squareRoot()
        return half.isFinite ? (mean - half)...(mean + half) : nil
    }
}

extension TrialAnalysis.Kept {
    /// What a person said about a day counts before what the journal shows; a day with neither is unknown. A missing sign means
    /// nothing: people do not always log what they do.
    fileprivate init(_ trial: Trial, _ arm: Trial.Arm, _ signs: Set<Int>) {
        self.init()
        for block in trial.blocks where block.arm == arm {
            for number in block.days {
                let said = LocalDay(number: number).flatMap { trial.answers[$0] }
                switch said ?? (signs.contains(number) ? true : nil) {
                case nil: unknown += 1
                case (arm == .with)?: asPlanned += 1
                default: otherwise += 1
                }
            }
        }
    }
}

extension Trial.Part {
    /// The same part of the day for readings.
    package var slot: DaySlot {
        switch self {
        case .night: .night
        case .morning: .morning
        case .afternoon: .afternoon
        case .evening: .evening
        }
    }
}
