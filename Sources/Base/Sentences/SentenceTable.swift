import Basics

/// The sentences of a language, by the English ones: a file of gettext's kind, `pl.po`, which translators' programs read and write.
/// docs/translating.md tells how one is made.
package struct SentenceTable: Sendable {
    /// The table of the program's run: the file that `AURALYST_SENTENCES` names. `nil` for English.
    package static let shown: SentenceTable? = read.table
    /// Why the file that is named cannot be used.
    package static let fault: String? = read.fault

    private static let read: (table: SentenceTable?, fault: String?) = {
        guard let path = Variables["AURALYST_SENTENCES"] else { return (nil, nil) }
        do {
            let file = try OpenFile(path: path)
            var bytes: [UInt8] = []
            while bytes.count < SentenceTable.largest, case let piece = try file.read(1 << 20), !piece.isEmpty { bytes += piece }
            return (try SentenceTable(bytes), nil)
        } catch let fault as SentenceFileFault {
            return (nil, fault.description)
        } catch {
            return (nil, "it cannot be read")
        }
    }()
    /// The most that is read of a file, in bytes.
    private static let largest = 16 << 20

    /// The tag of the language that is spoken, for `lang` of a page.
    package static var language: String { (shown?.tag ?? "en").replacing("_", with: "-") }

    private let tag: String
    private let rule: PluralRule
    private var sentences: [String: [Piece]] = [:]

    /// Reads a file.
    /// - Throws: `SentenceFileFault`, with the line.
    package init(_ bytes: [UInt8]) throws(SentenceFileFault) {
        let file = try SentenceFile(bytes)
        let rule = PluralRule(language: file.language)
        self.rule = rule
        tag = file.language
        for row in file.rows where !row.translated.isEmpty {
            let pieces = Piece.all(in: row.translated), known = Piece.all(in: row.english)
            let isSound = pieces.allSatisfy { piece in
                switch piece {
                case .words: true
                case .value(let number): known.contains { $0.number == number }
                case .forms(let number, let forms):
                    forms.count == rule.forms.count && known.contains { $0.number == number && $0.isForms }
                }
            }
            guard SentenceTable.tags(row.translated) == SentenceTable.tags(row.english) else {
                throw SentenceFileFault(line: row.line, reason: "the marks in angle brackets are not those of the sentence")
            }
            guard isSound else {
                throw SentenceFileFault(
                    line: row.line,
                    reason: "the values in braces are not those of the sentence, or a word has not these forms: "
                        + rule.forms.joined(separator: ", "))
            }
            sentences[row.english] = pieces
        }
    }

    /// The marks of a page in a sentence, `<kbd>` or `<a href="{2}">`, in any order: a translation has the same ones.
    private static func tags(_ sentence: String) -> [Substring] {
        sentence.split(separator: "<", omittingEmptySubsequences: false).dropFirst()
            .filter { $0.contains(">") }.map { $0.prefix { $0 != ">" } }.sorted()
    }

    /// A sentence in the table's language, with its values; `nil` if the table does not have it.
    /// - Parameter words: the English words, with `SentenceValue.name` for each value.
    package func translated(_ words: String, _ values: [SentenceValue]) -> String? {
        sentences[words].map { pieces in
            pieces.reduce(into: "") { sentence, piece in
                switch piece {
                case .words(let words): sentence += words
                case .value(let number): sentence += SentenceTable.value(number, of: values)?.english ?? ""
                case .forms(let number, let forms):
                    if case .counted(let counted)? = SentenceTable.value(number, of: values) {
                        sentence += Counted.words(counted.count, forms[rule.form(of: counted.count)])
                    }
                }
            }
        }
    }

    private static func value(_ number: Int, of values: [SentenceValue]) -> SentenceValue? {
        values.indices.contains(number - 1) ? values[number - 1] : nil
    }

    /// A sentence with its values in the table's language, or in English where the table does not have it. Blanks around it stay.
    package func sentence(_ words: String, _ values: [SentenceValue]) -> String {
        let start = words.prefix(while: \.isWhitespace), rest = words.dropFirst(start.count)
        let end = rest.reversed().prefix(while: \.isWhitespace).reversed()
        if let found = translated(String(rest.dropLast(end.count)), values) { return start + found + String(end) }
        return Piece.all(in: words).reduce(into: "") { sentence, piece in
            sentence += piece.number.map { SentenceTable.value($0, of: values)?.english ?? "" } ?? piece.text
        }
    }

    private enum Piece: Sendable {
        case words(String)
        /// The value with this number, from 1.
        case value(Int)
        /// A word in the form that goes with the value of this number.
        case forms(Int, [String])

        var number: Int? {
            switch self {
            case .words: nil
            case .value(let number), .forms(let number, _): number
            }
        }

        var isForms: Bool { if case .forms = self { true } else { false } }

        var text: String { if case .words(let text) = self { text } else { "" } }

        /// The parts of `Deleted {1:# file|# files} of {2}.`; braces around anything else are words.
        static func all(in sentence: String) -> [Piece] {
            var pieces: [Piece] = []
            var words = ""
            var rest = sentence[...]
            while let open = rest.firstIndex(of: "{") {
                guard let close = rest[open...].firstIndex(of: "}") else { break }
                let parts = rest[rest.index(after: open)..<close].split(separator: ":", maxSplits: 1)
                guard let number = parts.first.flatMap({ Int($0) }), number > 0 else {
                    words += rest[...open]
                    rest = rest[rest.index(after: open)...]
                    continue
                }
                if words + rest[..<open] != "" { pieces.append(.words(words + rest[..<open])) }
                words = ""
                let forms =
                    parts.count < 2 ? [] : parts[1].split(separator: "|", omittingEmptySubsequences: false).map(String.init)
                pieces.append(forms.isEmpty ? .value(number) : .forms(number, forms))
                rest = rest[rest.index(after: close)...]
            }
            if words + rest != "" { pieces.append(.words(words + rest)) }
            return pieces
        }
    }
}
