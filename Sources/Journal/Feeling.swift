/// How a person feels at a moment: a number, a word, or both. Neither is derived from the other.
package struct Feeling: Hashable, Sendable {
    /// 1 (worst) to 10 (best).
    package var score: Int?
    package var word: Mood?

    package init(score: Int? = nil, word: Mood? = nil) { (self.score, self.word) = (score, word) }

    /// A typed one: `7`, `calm` or `7 calm`. `nil` if it can be read in two ways, such as `calm 7`, and for anything else.
    package init?(typed text: String) {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
        let score = parts.first.flatMap { Int($0) }
        let rest = score == nil ? trimmed(text) : parts.count > 1 ? trimmed(parts[1]) : ""
        let isClear = !rest.split(whereSeparator: \.isWhitespace).contains { Int($0) != nil }
        guard score.map(CheckIn.moodRange.contains) ?? true, isClear else { return nil }
        (self.score, word) = (score, Mood(rest))
        if word == nil, score == nil || !rest.isEmpty { return nil }
    }

    package var isEmpty: Bool { score == nil && word == nil }

    /// `7 calm`, in the form that is typed; empty if there is none.
    package var text: String { [score.map(String.init), word?.name].compactMap(\.self).joined(separator: " ") }

    /// The face of its number.
    package var face: MoodFace? { score.map(MoodFace.init(mood:)) }
}

extension Entry {
    package var feeling: Feeling { Feeling(score: moodScore, word: mood) }

    /// Its number as a check-in of that moment: Insights, trials and reports count both alike. `nil` without a number.
    package var counted: CheckIn? { moodScore.map { CheckIn(instant: instant, zone: zone, day: day, mood: $0) } }
}

extension CheckIn {
    package var feeling: Feeling { Feeling(score: mood, word: word) }
}
