import Journal
import MoodClassifier

/// One or two moods to suggest for a text, with the words that indicate them. Only a suggestion: nothing of it is stored.
package struct MoodHint: Hashable, Sendable {
    /// One or two, the more likely first.
    package let moods: [Mood]
    /// Up to three words or phrases, as written in the text.
    package let because: [String]

    /// `nil` if the reading is too uncertain for a suggestion.
    init?(_ reading: MoodReading) {
        moods = reading.suggestions.compactMap { Mood($0.mood.rawValue) }
        guard !moods.isEmpty else { return nil }
        because = reading.because
    }
}
