/// How a person feels, in a word of their choice.
///
/// Auralyst can suggest the five known moods; any other short word is stored as typed.
package struct Mood: Hashable, Sendable {
    /// The word, in lower case, trimmed, 1 to 40 characters.
    package let name: String

    /// `nil` for an empty word, one longer than 40 characters, or one with a control character.
    package init?(_ text: String) {
        let name = trimmed(text).lowercased()
        guard !name.isEmpty, name.count <= 40, !name.unicodeScalars.contains(where: { $0.isControl }) else { return nil }
        self.name = name
    }

    private init(known name: String) { self.name = name }

    package static let known = ["happy", "relaxed", "sad", "angry", "anxious"].map(Mood.init(known:))

    package enum Source: String, Sendable {
        case chosen
        /// The model suggested it and the writer has not changed it.
        case suggested
    }
}

/// The text without surrounding white space.
package func trimmed(_ text: some StringProtocol) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
        let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
}

extension Unicode.Scalar {
    /// Whether it is a C0 or C1 control character, including line ends.
    package var isControl: Bool { properties.generalCategory == .control }
}
