import Journal
import MoodClassifier

/// One or two moods to offer for a text, with the words that spoke for them. An offer only: nothing of it is stored.
package struct MoodHint: Hashable, Sendable {
    /// One or two, the likelier first.
    package let moods: [Mood]
    /// How likely each is, in per cent.
    package let percent: [Int]
    /// Up to three words or groups of words, as they stand in the text.
    package let because: [String]

    /// `nil` where the reading is not sure enough to offer anything.
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
