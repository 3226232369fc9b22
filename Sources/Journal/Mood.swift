/// How a person feels, in one word that is theirs to choose.
///
/// The five known moods are those that Auralyst can suggest; any other short word is kept as it was typed.
package struct Mood: Hashable, Sendable {
    /// The word, in lower case, without blanks at its ends, 1 to 40 characters.
    package let name: String

    /// `nil` when nothing is left of the word, when it is longer than 40 characters or holds a control character.
    package init?(_ text: String) {
        let name = trimmed(text).lowercased()
        guard !name.isEmpty, name.count <= 40, !name.unicodeScalars.contains(where: { $0.isControl }) else { return nil }
        self.name = name
    }

    private init(known name: String) { self.name = name }

    /// The moods that Auralyst knows by name.
    package static let known = ["happy", "relaxed", "sad", "angry", "anxious"].map(Mood.init(known:))

    /// Who put the mood there.
    package enum Source: String, Sendable {
        /// The writer said it.
        case chosen
        /// The model offered it and the writer has not said otherwise.
        case suggested
    }
}

/// The text without white space at both ends.
package func trimmed(_ text: some StringProtocol) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
        let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
}

extension Unicode.Scalar {
    /// A C0 or C1 control character, the line ends included.
    package var isControl: Bool { properties.generalCategory == .control }
}
