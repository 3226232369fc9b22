/// A word by which entries are found again: kept as typed, compared without regard to case.
package struct Tag: Hashable, Comparable, Sendable {
    /// The tag as it was typed, without the `#` or `@` in front, 1 to 80 characters, no white space.
    package let name: String

    /// The form that is compared and searched.
    package var key: String { name.lowercased() }

    /// Takes `#walk`, `@walk` or `walk`; `nil` when nothing is left, when it is longer than 80 characters, or holds white space or a control character.
    package init?(_ text: some StringProtocol) {
        var name = trimmed(text)
        if let first = name.first, first == "#" || first == "@" { name.removeFirst() }
        guard !name.isEmpty, name.count <= 80,
            !name.unicodeScalars.contains(where: { $0.isControl || $0.properties.isWhitespace })
        else { return nil }
        self.name = name
    }

    /// The tags in a text: words that begin with `#` or `@` and a letter, without the punctuation after them, each once.
    package static func written(in text: some StringProtocol) -> [Tag] {
        var found: [Tag] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard let mark = word.first, mark == "#" || mark == "@", word.dropFirst().first?.isLetter == true else { continue }
            let name = word.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            guard let tag = Tag(name), !found.contains(tag) else { continue }
            found.append(tag)
        }
        return found
    }

    package static func == (a: Tag, b: Tag) -> Bool { a.key == b.key }
    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
    package static func < (a: Tag, b: Tag) -> Bool { a.key < b.key }
}
