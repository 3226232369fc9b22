import Journal

/// What a trial says at its end: reckoned once, as it was planned, from all days that count, whatever was done on them (intention
/// to treat: who leaves out the days on which it was not done compares good days with bad ones).
package struct TrialAnalysis: Hashable, Sendable {
    /// The level of each pair.
    package struct Pair: Hashable, Sendable {
        /// Its place, 1 for the first.
        package let number: Int
        /// The mean level of the days that count in the block with; `nil` where nothing was written down on any.
        package let with: Double?
        /// The same in the block without.
        package let without: Double?
        /// How many days that is.
        package let daysWith: Int
        /// The same in the block without.
        package let daysWithout: Int

        /// With less without; `nil` where one of them is missing.
        package var difference: Double? { with.flatMap { with in without.map { with - $0 } } }
    }

    /// Whether the plan was followed, over all days.
    package struct Kept: Hashable, Sendable {
        /// Days on which what was done is what was planned.
        package internal(set) var asPlanned = 0
        /// Days on which it was not.
        package internal(set) var otherwise = 0
        /// Days of which nobody said anything.
        package internal(set) var unknown = 0

        package init(asPlanned: Int = 0, otherwise: Int = 0, unknown: Int = 0) {
            (self.asPlanned, self.otherwise, self.unknown) = (asPlanned, otherwise, unknown)
        }
    }

    /// All pairs, in their order.
    package let pairs: [Pair]
    /// The days on which it was to be done.
    package let keptWith: Kept
    /// The days on which it was to be left out.
    package let keptWithout: Kept
    /// The mean over pairs of the level with less the level without; `nil` where no pair has both.
    package let difference: Double?
    /// Where that lies with 95 % confidence: Student's t over the pairs. `nil` with fewer than two pairs, and where all of them
    /// gave the same difference: they do not say how far it can vary.
    package let interval: ClosedRange<Double>?
    /// Two-sided, by the randomisation that was drawn; `nil` where there is no difference to test.
    package let p: Double?

    /// - Parameter outcome: its readings; those of other days and other parts of the day are left out.
    /// - Parameter signs: the numbers of the days on which the journal shows by itself that it was done.
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
    /// Pairs in which the level was lower with than without.
    package var lower: Int { pairs.count { $0.difference.map { $0 < 0 } ?? false } }
    /// Pairs in which it was higher.
    package var higher: Int { pairs.count { $0.difference.map { $0 > 0 } ?? false } }
    /// Days with a level, in blocks with, of the pairs that count.
    package var daysWith: Int { pairs.reduce(0) { $0 + ($1.difference == nil ? 0 : $1.daysWith) } }
    /// The same in blocks without.
    package var daysWithout: Int { pairs.reduce(0) { $0 + ($1.difference == nil ? 0 : $1.daysWithout) } }
    /// The smallest p that so many pairs could have given.
    package var leastP: Double { SignFlips.least(pairs: counted) }

    /// Chance alone gives such a difference to fewer than 1 trial in 20.
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
    /// What a person said of a day counts before what the journal shows: of a day without either nothing is known. That a sign is
    /// missing says nothing: who does something does not always write it down.
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
    /// The part of the day as readings know it.
    package var slot: DaySlot {
        switch self {
        case .night: .night
        case .morning: .morning
        case .afternoon: .afternoon
        case .evening: .evening
        }
    }
}
