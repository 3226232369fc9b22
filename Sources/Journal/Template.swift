/// A text of the owner's own with which an entry may begin.
package struct Template: Hashable, Sendable {
    /// What it is called, 1 to `nameLength` characters, without blanks at its ends.
    package var name: String
    /// Markdown, within `Limits.textBytes`.
    package var text: String
    /// Its place in the list, lower first; those without one come behind, by name.
    package var rank: Int?

    /// Characters of a name.
    package static let nameLength = 80

    package init(name: String, text: String, rank: Int? = nil) {
        self.name = trimmed(name)
        self.text = text
        self.rank = rank
    }

    /// What keeps it from being saved, the first thing found; `nil` when it may be.
    package var fault: TemplateFault? {
        if name.isEmpty { return .nameEmpty }
        if name.count > Template.nameLength || name.utf8.count > Template.nameLength * 16 { return .nameTooLong(name.count) }
        if name.unicodeScalars.contains(where: { $0.isControl }) { return .nameHoldsControl }
        if text.utf8.count > Limits.textBytes { return .textTooLong(bytes: text.utf8.count) }
        if text.utf8.contains(0) { return .textHoldsNUL }
        if trimmed(text).isEmpty { return .textEmpty }
        return nil
    }
}

/// Why a template cannot be saved as it is.
package enum TemplateFault: Error, Hashable, Sendable {
    /// It has no name.
    case nameEmpty
    /// The name has more than `Template.nameLength` characters.
    case nameTooLong(Int)
    /// The name holds a control character, such as a line's end.
    case nameHoldsControl
    /// Nothing but white space.
    case textEmpty
    /// More than `Limits.textBytes` bytes.
    case textTooLong(bytes: Int)
    /// The text holds the character U+0000.
    case textHoldsNUL
}
