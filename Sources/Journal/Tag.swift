/// A word for finding entries: stored as typed, compared regardless of case.
package struct Tag: Hashable, Comparable, Sendable {
    /// The tag as typed, without the leading `#` or `@`, 1 to 80 characters, no white space.
    package let name: String

    package var key: String { name.lowercased() }

    /// Accepts `#walk`, `@walk` or `walk`; `nil` if nothing is left, if it is longer than 80 characters, or has white space or a
    /// control character.
    package init?(_ text: some StringProtocol) {
        var name = trimmed(text)
        if let first = name.first, first == "#" || first == "@" { name.removeFirst() }
        guard !name.isEmpty, name.count <= 80,
            !name.unicodeScalars.contains(where: { $0.isControl || $0.properties.isWhitespace })
        else { return nil }
        self.name = name
    }

    package static func == (a: Tag, b: Tag) -> Bool { a.key == b.key }
    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
    package static func < (a: Tag, b: Tag) -> Bool { a.key < b.key }
}
