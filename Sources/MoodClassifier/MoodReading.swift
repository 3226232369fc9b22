package struct MoodReading: Equatable, Sendable {
    /// A mood to offer as a chip; it is never stored before the writer accepts it.
    package struct Suggestion: Equatable, Sendable {
        /// One of the five; never neutral.
        package let mood: MoodLabel
        /// Its probability, 0 ... 1.
        package let probability: Double
    }

    /// Why there is no result for a text.
    package enum Silence: Equatable, Sendable {
        /// The writer says that they want to die or to harm themselves: no time to be told a mood.
        case crisis
        /// Fewer than three words and emoji, people not counted.
        case tooShort
        /// Not English, or not distinguishable from another language.
        case notEnglish
    }

    /// The probabilities of all six labels in the order of `MoodLabel.allCases`; their sum is 1.
    package let probabilities: [Double]
    /// The most likely of the five moods, even if it is not sure enough for a chip; `nil` if there is no result.
    package let mood: MoodLabel?
    /// The chips to show: none, one, or two with the more likely first.
    package let suggestions: [Suggestion]
    /// Up to three words or groups of words that contributed most to `mood`, exactly as in the text.
    package let because: [String]
    /// Why `mood` is `nil`.
    package let silence: Silence?

    /// The model's logits before the owner's bias, to learn from.
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

    package func probability(of label: MoodLabel) -> Double { probabilities[label.index] }
}
