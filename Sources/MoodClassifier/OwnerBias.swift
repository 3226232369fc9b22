/// What was learnt from one owner: two numbers for each mood and one tally, from chips that were accepted or corrected.
///
/// For each mood it sums how much more often the owner chose it than the model expected (`surplus`), and the variance of that sum
/// by chance (`spread`). The mood's logit is moved by (|surplus| - √spread) / (spread + 2) towards the surplus: nothing moves
/// before the owner has disagreed more consistently than chance would, and never by more than `limit`. `ahead` counts how often
/// the moved logits were right and the plain ones wrong, minus twice the reverse. Until it is positive nothing is moved, so that
/// a typical owner keeps the model unchanged.
package struct OwnerBias: Equatable, Sendable {
    /// Up to how many standard deviations a surplus is taken for chance.
    static let doubt = 1.0
    /// The weight, in units of variance, of the assumption that this owner is typical.
    static let ridge = 2.0
    /// The most that a logit is moved.
    static let limit = 1.0

    private var surplus: [Double]
    private var spread: [Double]
    private var ahead: Double

    /// Nothing learnt: the model is the same for everyone. Resetting starts from here.
    package init() {
        surplus = [Double](repeating: 0, count: MoodLabel.moods.count)
        spread = surplus
        ahead = 0
    }

    /// From `numbers`; `nil` unless there are eleven, finite and within a million, the spreads not negative.
    package init?(numbers: [Double]) {
        let count = MoodLabel.moods.count
        guard numbers.count == 2 * count + 1, numbers.allSatisfy({ $0.isFinite && abs($0) <= 1_000_000 }) else { return nil }
        guard numbers[count..<2 * count].allSatisfy({ $0 >= 0 }) else { return nil }
        surplus = Array(numbers[..<count])
        spread = Array(numbers[count..<2 * count])
        ahead = numbers[2 * count]
    }

    /// The eleven numbers to store: the surplus of each mood in the order of `MoodLabel.moods`, the spread of each, the tally.
    package var numbers: [Double] { surplus + spread + [ahead] }

    package var isEmpty: Bool { self == OwnerBias() }

    /// The bias after one chosen mood: an accepted chip, or the mood chosen instead.
    ///
    /// `reading` may have been made with or without a bias. A reading without a result and a chosen `.neutral` add nothing.
    package func learning(from reading: MoodReading, chosen: MoodLabel) -> OwnerBias {
        guard reading.mood != nil, chosen != .neutral else { return self }
        let plain = MoodLabel.moods.map { reading.logits[$0.index] }
        let expected = softmax(plain)
        let moved = zip(plain, learnt).map { $0 + $1 }
        var next = self
        // A lost hit counts double: a late benefit is better than harm.
        if top(moved) == chosen.index, top(plain) != chosen.index { next.ahead += 1 }
        if top(moved) != chosen.index, top(plain) == chosen.index { next.ahead -= 2 }
        for mood in MoodLabel.moods {
            let share = expected[mood.index]
            next.surplus[mood.index] += (mood == chosen ? 1 : 0) - share
            next.spread[mood.index] += share * (1 - share)
        }
        return next
    }

    /// How far each mood's logit is moved, in the order of `MoodLabel.moods`, each within ±`limit`.
    package var offsets: [Double] { ahead > 0 ? learnt : learnt.map { _ in 0 } }

    /// The same, whatever the tally.
    private var learnt: [Double] {
        zip(surplus, spread).map { surplus, spread in
            let beyondChance = max(0, abs(surplus) - Self.doubt * spread.squareRoot())
            let size = min(Self.limit, beyondChance / (spread + Self.ridge))
            return surplus < 0 ? -size : size
        }
    }

    /// All six logits, with the moods' moved; neutral stays the same.
    func applied(to logits: [Double]) -> [Double] {
        let offsets = offsets
        return logits.indices.map { $0 < offsets.count ? logits[$0] + offsets[$0] : logits[$0] }
    }

    private func top(_ logits: [Double]) -> Int {
        logits.indices.reduce(0) { logits[$1] > logits[$0] ? $1 : $0 }
    }
}
