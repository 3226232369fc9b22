/// A note on an entry by someone who shares the journal.
package struct CollaboratorNote: Hashable, Sendable {
    package static let mostCharacters = 10_000

    /// Its text, not empty.
    package var text: String
    /// When it was first written.
    package var instant: Instant

    /// `nil` for an empty or too long text.
    package init?(text: String, instant: Instant) {
        let isBlank = text.allSatisfy { $0.isWhitespace }
        guard !isBlank, text.count <= CollaboratorNote.mostCharacters else { return nil }
        (self.text, self.instant) = (text, instant)
    }
}
