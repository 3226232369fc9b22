import Journal

/// A file of a Joplin export: a title, a blank line, a body, a blank line, and a block of `key: value` at the end.
struct JoplinItem {
    enum Kind: Int { case note = 1, folder = 2, resource = 4, tag = 5, noteTag = 6 }

    /// `nil` for the others: revisions, settings, master keys.
    let kind: Kind?
    let title: String
    let body: String
    /// The block at the end; line ends in its values are escaped.
    let facts: [String: String]

    /// `nil` for a text without such a block at its end.
    init?(_ text: String) {
        // Read from the end: a body may contain such lines too.
        var facts: [String: String] = [:]
        var end = text.endIndex
        var isBlank = false
        while !isBlank, end > text.startIndex || facts.isEmpty {
            let feed = text.utf8[..<end].lastIndex(of: 0x0A)
            let line = trimmed(text[(feed.map { text.utf8.index(after: $0) } ?? text.startIndex)..<end])
            end = feed ?? text.startIndex
            if line.isEmpty {
                if facts.isEmpty, end > text.startIndex { continue }
                isBlank = true
            } else {
                guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), facts.count < 200 else { return nil }
                let key = trimmed(line[..<colon])
                if facts[key] == nil { facts[key] = trimmed(line[line.utf8.index(after: colon)...]) }
            }
            if feed == nil { break }
        }
        guard let number = facts["type_"].flatMap({ Int($0) }) else { return nil }
        kind = Kind(rawValue: number)
        self.facts = facts
        let rest = text[..<end]
        let first = rest.utf8.firstIndex(of: 0x0A) ?? rest.endIndex
        title = trimmed(rest[..<first])
        var body = rest[first...]
        // One line end after the title and the blank line below it.
        for _ in 0..<2 where body.utf8.first == 0x0A { body = body.dropFirst() }
        self.body = String(body)
    }

    /// A fact that is not empty.
    func fact(_ name: String) -> String? { facts[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// A fact that is neither 0 nor empty.
    func isSet(_ name: String) -> Bool { fact(name).map { Double($0) != 0 } ?? false }

    /// Whether it is encrypted, so that only its name can be read.
    var isSealed: Bool { isSet("encryption_applied") }
}
