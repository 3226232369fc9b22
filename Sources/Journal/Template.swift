/// A text of the owner with which an entry may begin.
package struct Template: Hashable, Sendable {
    /// Its name, 1 to `nameLength` characters, trimmed.
    package var name: String
    /// Markdown, within `Limits.textBytes`.
    package var text: String
    /// Its rank in the list, lower first; those without one follow by name.
    package var rank: Int?

    /// The most characters of a name.
    package static let nameLength = 80

    package init(name: String, text: String, rank: Int? = nil) {
        self.name = trimmed(name)
        self.text = text
        self.rank = rank
    }

    /// The first reason why it cannot be saved; `nil` if it can.
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

package enum TemplateFault: Error, Hashable, Sendable {
    case nameEmpty
    /// The name has more than `Template.nameLength` characters.
    case nameTooLong(Int)
    /// The name has a control character, such as a line end.
    case nameHoldsControl
    /// Nothing but white space.
    case textEmpty
    case textTooLong(bytes: Int)
    case textHoldsNUL
}
