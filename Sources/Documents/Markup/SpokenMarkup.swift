import Base

/// Puts the sentences of a piece of a page into the language of a table. A sentence is what stands between two tags that begin or end a
/// block, with the tags inside its line, and the words of an attribute that is read out; white space counts as one blank.
struct SpokenMarkup {
    /// Tags that belong to a sentence, as `scripts/sentences` has them too.
    private static let inline: Set<Substring> = [
        "a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "mark", "q", "small", "span", "strong", "sub", "sup", "time", "u",
        "var", "wbr",
    ]
    /// Attributes that are shown or read out.
    private static let spoken: Set<Substring> = ["aria-label", "placeholder", "title", "alt"]
    /// What stands for the first value in markup: from here on come as many characters as Unicode leaves to everyone's own use.
    private static let first: UInt32 = 0xF_0000

    private let table: SentenceTable
    private let values: [SentenceValue]
    private var shown = ""
    private var run = ""

    /// A character that stands for a value.
    /// - Parameter place: the value's, from 0.
    static func mark(_ place: Int) -> Character { Character(Unicode.Scalar(first + UInt32(place)) ?? " ") }

    /// Markup with a mark for each value, in the table's language and with its values.
    static func spoken(_ markup: String, _ values: [SentenceValue], by table: SentenceTable) -> String {
        var spoken = SpokenMarkup(table: table, values: values)
        spoken.read(markup)
        return spoken.shown
    }

    private init(table: SentenceTable, values: [SentenceValue]) { (self.table, self.values) = (table, values) }

    private mutating func read(_ markup: String) {
        var rest = markup[...]
        while let open = rest.firstIndex(of: "<") {
            run += rest[..<open]
            var isQuoted = false
            let end = rest[open...].firstIndex { character in
                if character == "\"" { isQuoted.toggle() }
                return character == ">" && !isQuoted
            }
            let tag = rest[open...(end ?? rest.index(before: rest.endIndex))]
            if SpokenMarkup.inline.contains(SpokenMarkup.name(of: tag)) {
                run += tag
            } else {
                endRun()
                shown += withAttributes(tag)
            }
            rest = rest[tag.endIndex...]
        }
        run += rest
        endRun()
    }

    private static func name(of tag: Substring) -> Substring {
        tag.drop { "</".contains($0) }.prefix { $0.isLetter || $0.isNumber }
    }

    private mutating func endRun() {
        let before = run.prefix(while: \.isWhitespace)
        if before.count == run.count {
            shown += run
        } else if let found = found(run) {
            shown += before + found + (run.last?.isWhitespace == true ? " " : "")
        } else {
            // Its tags may have words to be read out.
            var rest = run[...]
            while let open = rest.firstIndex(of: "<"), let end = rest[open...].firstIndex(of: ">") {
                shown += filled(rest[..<open]) + withAttributes(rest[open...end])
                rest = rest[rest.index(after: end)...]
            }
            shown += filled(rest)
        }
        run = ""
    }

    /// A tag with the words of its spoken attributes, and with its values.
    private func withAttributes(_ tag: Substring) -> String {
        var name = Substring()
        return tag.split(separator: "\"", omittingEmptySubsequences: false).enumerated().map { index, piece in
            if index.isMultiple(of: 2) {
                name = piece.dropLast().split(separator: " ").last ?? ""
                return filled(piece)
            }
            return SpokenMarkup.spoken.contains(name) ? found(String(piece)) ?? filled(piece) : filled(piece)
        }.joined(separator: "\"")
    }

    /// What the table says for a sentence with marks.
    private func found(_ sentence: String) -> String? {
        var own: [SentenceValue] = []
        var words = ""
        for character in sentence.split(whereSeparator: \.isWhitespace).joined(separator: " ") {
            if let value = value(character) {
                own.append(value)
                words += value.name(own.count)
            } else {
                words.append(character)
            }
        }
        return SpokenMarkup.isName(words) ? nil : table.translated(words, own)
    }

    /// Whether it may be the name of a field, class or page, which no one reads: one word in small letters.
    private static func isName(_ words: String) -> Bool {
        words.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || "-_./#".utf8.contains($0) }
    }

    private func filled(_ text: Substring) -> String {
        text.reduce(into: "") { filled, character in
            if let value = value(character) { filled += value.english } else { filled.append(character) }
        }
    }

    private func value(_ character: Character) -> SentenceValue? {
        guard let scalar = character.unicodeScalars.first, scalar.value >= SpokenMarkup.first else { return nil }
        let place = Int(scalar.value - SpokenMarkup.first)
        return values.indices.contains(place) ? values[place] : nil
    }
}
