import Journal
import MoodClassifier

/// One or two moods to suggest for a text, with the words that indicate them. Only a suggestion: nothing of it is stored.
package struct MoodHint: Hashable, Sendable {
    /// One or two, the more likely first.
    package let moods: [Mood]
    /// How likely each is, in per cent.
    package let percent: [Int]
    /// Up to three words or phrases, as written in the text.
    package let because: [String]

    /// `nil` if the reading is too uncertain for a suggestion.
    init?(_ reading: MoodReading) {
        let known = reading.suggestions.compactMap { suggestion in
            Mood(suggestion.mood.rawValue).map { ($0, Int((suggestion.probability * 100).rounded())) }
        }
        guard !known.isEmpty else { return nil }
        moods = known.map(\.0)
        percent = known.map(\.1)
        because = reading.because
    }
}
