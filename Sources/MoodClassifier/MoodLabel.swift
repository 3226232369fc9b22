/// The labels that the model can assign to a text: five moods, and neutral, which is never suggested.
///
/// The raw value is the product's name of the mood. The order is that of the model's file.
package enum MoodLabel: String, CaseIterable, Sendable {
    /// Joyful, proud, grateful, excited.
    case happy
    /// Calm, content, relieved.
    case relaxed
    /// Sad, lonely, guilty, disappointed.
    case sad
    /// Angry, annoyed, furious.
    case angry
    /// Afraid, nervous, worried.
    case anxious
    /// None of the five: facts, lists, remarks.
    case neutral

    /// The five that may be suggested.
    package static let moods: [MoodLabel] = [.happy, .relaxed, .sad, .angry, .anxious]

    /// The place in the model's file and in `MoodReading.probabilities`.
    package var index: Int {
        switch self {
        case .happy: 0
        case .relaxed: 1
        case .sad: 2
        case .angry: 3
        case .anxious: 4
        case .neutral: 5
        }
    }
}
