import Base

/// Puts the sentences of a piece of a page into the language of a table. A sentence is the text between two tags that begin or end a
/// block, with the tags inside its line, and the text of an attribute that is read out; white space counts as one blank.
package struct SpokenMarkup {
    /// Tags that belong to a sentence, as `scripts/sentences` has them too.
    private static let inline: Set<Substring> = [
        "a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "mark", "q", "small", "span", "strong", "sub", "sup", "time", "u",
        "var", "wbr",
    ]
    /// Attributes that are shown or read out.
    private static let spoken: Set<Substring> = ["aria-label", "placeholder", "title", "alt"]
    /// The mark for the first value in markup. It and those after it are in a private use area of Unicode, which has no characters.
    private static let first: UInt32 = 0xF_0000

    private let table: SentenceTable
    private let values: [SentenceValue]
    private var shown = ""
    private var run = ""

    /// The character that marks the place of a value.
    /// - Parameter place: the value's, from 0.
    package static func mark(_ place: Int) -> Unicode.Scalar { Unicode.Scalar(first + UInt32(place)) ?? " " }

    /// Markup with a mark for each value, in the table's language and with its values.
    package static func spoken(_ markup: String, _ values: [SentenceValue], by table: SentenceTable) -> String {
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
        } else {
            // Its tags may have words to be read out too.
            let spoken = found(run).map { before + $0 + (run.last?.isWhitespace == true ? " " : "") } ?? run
            var rest = spoken[...]
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
            return SpokenMarkup.spoken.contains(name)
                ? filled((found(String(piece))?.replacing("\"", with: "&quot;") ?? String(piece))[...]) : filled(piece)
        }.joined(separator: "\"")
    }

    /// What the table says for a sentence with marks, with the marks of its values; its counted words are in it.
    private func found(_ sentence: String) -> String? {
        var own: [SentenceValue] = []
        var words = ""
        for scalar in sentence.split(whereSeparator: \.isWhitespace).joined(separator: " ").unicodeScalars {
            if let value = value(scalar) {
                if case .text = value { own.append(.text(String(scalar))) } else { own.append(value) }
                words += value.name(own.count)
            } else {
                words.unicodeScalars.append(scalar)
            }
        }
        return SpokenMarkup.isName(words) ? nil : table.translated(words, own)
    }

    /// Whether it may be the name of a field, class or page, which no one reads: one word in small letters.
    private static func isName(_ words: String) -> Bool {
        words.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || "-_./#".utf8.contains($0) }
    }

    private func filled(_ text: Substring) -> String {
        text.unicodeScalars.reduce(into: "") { filled, scalar in
            if let value = value(scalar) { filled += value.english } else { filled.unicodeScalars.append(scalar) }
        }
    }

    private func value(_ scalar: Unicode.Scalar) -> SentenceValue? {
        guard scalar.value >= SpokenMarkup.first else { return nil }
        let place = Int(scalar.value - SpokenMarkup.first)
        return values.indices.contains(place) ? values[place] : nil
    }
}
