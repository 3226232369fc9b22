/// What the model sees in one text.
package struct MoodReading: Equatable, Sendable {
    /// A mood to offer as a chip, never to be stored before the writer takes it.
    package struct Suggestion: Equatable, Sendable {
        /// One of the five; never neutral.
        package let mood: MoodLabel
        /// How likely it is, 0 ... 1.
        package let probability: Double
    }

    /// Why nothing is said about a text.
    package enum Silence: Equatable, Sendable {
        /// Under three words and emoji.
        case tooShort
        /// Not English, or not to be told from another language.
        case notEnglish
    }

    /// The probabilities of all six labels in the order of `MoodLabel.allCases`; together 1.
    package let probabilities: [Double]
    /// The likeliest of the five moods, even when it is not sure enough for a chip; `nil` when the model keeps silent.
    package let mood: MoodLabel?
    /// The chips to show: none, one, or two with the likelier first.
    package let suggestions: [Suggestion]
    /// Up to three words or groups of words that spoke most for `mood`, exactly as they stand in the text.
    package let because: [String]
    /// Why `mood` is `nil`.
    package let silence: Silence?

    /// What the model said before the owner's corrections, to learn from.
    let logits: [Double]

    init(
        logits: [Double], probabilities: [Double], mood: MoodLabel? = nil, suggestions: [Suggestion] = [],
        because: [String] = [], silence: Silence? = nil
    ) {
        self.logits = logits
        self.probabilities = probabilities
        self.mood = mood
        self.suggestions = suggestions
        self.because = because
        self.silence = silence
    }

    /// The probability of one label.
    package func probability(of label: MoodLabel) -> Double { probabilities[label.index] }
}
