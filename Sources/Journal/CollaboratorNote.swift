/// What somebody who shares a journal has put beside an entry.
package struct CollaboratorNote: Hashable, Sendable {
    /// The most characters that a note has.
    package static let mostCharacters = 10_000

    /// What it says, not empty.
    package var text: String
    /// When it was written first.
    package var instant: Instant

    /// `nil` for a text that is empty or longer than a note may be.
    package init?(text: String, instant: Instant) {
        let isBlank = text.allSatisfy { $0.isWhitespace }
        guard !isBlank, text.count <= CollaboratorNote.mostCharacters else { return nil }
        (self.text, self.instant) = (text, instant)
    }
}
