/// One part of a query between blanks: a word or a quoted text, possibly with a minus or a field name before it.
struct QueryItem {
    /// The name before the colon in lower case, if it is a known field.
    var field: Field?
    var text = ""
    var isQuoted = false
    var isExcluded = false

    enum Field: String {
        case tag, mood, kind, from, to, on, `in`, `is`, starred
    }

    /// A word that may be part of a date.
    var isBare: Bool { field == nil && !isQuoted && !isExcluded }

    /// Splits a query; a control character separates like a blank.
    static func items(of text: some StringProtocol) -> [QueryItem] {
        var rest = String(text)[...]
        var items: [QueryItem] = []
        while true {
            rest = rest.drop(while: isBlank)
            guard !rest.isEmpty else { return items }
            items.append(take(&rest))
        }
    }

    private static func take(_ rest: inout Substring) -> QueryItem {
        var item = QueryItem()
        while rest.first == "-" {
            rest.removeFirst()
            item.isExcluded = true
        }
        if let colon = rest.firstIndex(where: { $0 == ":" || isBlank($0) || isQuote($0) }), rest[colon] == ":",
            let field = Field(rawValue: rest[..<colon].lowercased())
        {
            item.field = field
            rest = rest[rest.index(after: colon)...]
        }
        if let first = rest.first, isQuote(first) {
            rest.removeFirst()
            let quoted = rest.prefix { !isQuote($0) }
            rest = rest[quoted.endIndex...].dropFirst()
            item.isQuoted = true
            item.text = quoted.split(whereSeparator: isBlank).joined(separator: " ")
        } else {
            let word = rest.prefix { !isBlank($0) && !isQuote($0) }
            rest = rest[word.endIndex...]
            item.text = String(word)
        }
        return item
    }

    private static func isBlank(_ character: Character) -> Bool {
        character.isWhitespace || character.unicodeScalars.contains { $0.isControl }
    }

    private static func isQuote(_ character: Character) -> Bool {
        // A quotation mark with combining characters is one Character.
        switch character.unicodeScalars.first {
        case "\"", "“", "”", "„", "‟": true
        default: false
        }
    }
}
