import Ledger
import MoodClassifier
import Records

/// What one device has learned from its owner's choices of mood. Each device writes its own record and all are added up, so that
/// nothing is lost when two devices learn independently.
package struct MoodLearning: RecordValue {
    package static let kind = "mood_learning"

    package var bias: OwnerBias
    /// Whether the most likely mood was the one that the owner chose, each with its time in milliseconds; the latest `kept`,
    /// oldest first.
    package var outcomes: [Outcome]

    /// How one suggestion turned out.
    package struct Outcome: Hashable, Sendable {
        /// Milliseconds since 1970.
        package let at: Int64
        /// The owner chose the mood that was considered the most likely.
        package let isRight: Bool

        package init(at: Int64, isRight: Bool) { (self.at, self.isRight) = (at, isRight) }
    }

    /// How many outcomes a device keeps.
    package static let kept = 10

    package init(bias: OwnerBias = OwnerBias(), outcomes: [Outcome] = []) { (self.bias, self.outcomes) = (bias, outcomes) }

    package var fields: [String: JSON] {
        [
            "numbers": .array(bias.numbers.map(JSON.double)),
            "outcomes": .array(outcomes.map { [.int($0.at), .bool($0.isRight)] }),
        ]
    }

    package init?(fields: [String: JSON]) {
        let numbers = (fields["numbers"]?.array ?? []).compactMap { json -> Double? in
            switch json {
            case .double(let number): number
            case .int(let number): Double(number)
            default: nil
            }
        }
        guard let bias = OwnerBias(numbers: numbers) else { return nil }
        self.bias = bias
        outcomes = (fields["outcomes"]?.array ?? []).compactMap { json in
            guard let parts = json.array, parts.count == 2, let at = parts[0].int, let isRight = parts[1].bool else { return nil }
            return Outcome(at: at, isRight: isRight)
        }
    }

    package static func == (a: MoodLearning, b: MoodLearning) -> Bool { a.bias == b.bias && a.outcomes == b.outcomes }

    package func hash(into hasher: inout Hasher) { hasher.combine(outcomes) }

    /// The sum of this and what another device has learned.
    package func adding(_ other: MoodLearning) -> MoodLearning {
        let sums = zip(bias.numbers, other.bias.numbers).map(+)
        let all = (outcomes + other.outcomes).sorted { $0.at < $1.at }
        return MoodLearning(bias: OwnerBias(numbers: sums) ?? bias, outcomes: Array(all.suffix(MoodLearning.kept)))
    }

    /// This plus one more choice.
    package func learning(from reading: MoodReading, chosen: MoodLabel, at time: Int64) -> MoodLearning {
        let outcome = Outcome(at: time, isRight: reading.mood == chosen)
        return MoodLearning(
            bias: bias.learning(from: reading, chosen: chosen), outcomes: Array((outcomes + [outcome]).suffix(MoodLearning.kept)))
    }
}
