import Journal
import Ledger
import Records
import SQLite

extension Store {
    /// The selected entries with snippets of about `words` words, newest first.
    ///
    /// The vault's index holds no text. So the hits' texts go through an in-memory index, only for this call: the same tokenizer
    /// marks exactly what the search has matched.
    package func hits(_ selection: Selection, words: Int = 24) throws -> (list: [Hit], unreadable: Int) {
        let (found, unreadable) = try entries(selection)
        guard let match = MatchExpression(terms: selection.query.terms).wanted else {
            let scanned = ScannedTerms(selection.query)
            return (found.map { Hit(entry: $0, snippet: scanned.snippet(of: $0.entry.text)) }, unreadable)
        }
        try database.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.hit USING fts5(text, tokenize='unicode61 remove_diacritics 2')")
        // In one transaction: otherwise each insertion would write the index out. Its content is deleted afterwards; if
        // ending it fails, the next transaction throws.
        try database.execute("BEGIN")
        defer { try? database.execute("ROLLBACK") }
        for (index, entry) in found.enumerated() {
            let text = Marks.cleared(entry.entry.text)
            try database.run("INSERT INTO temp.hit(rowid, text) VALUES(?, ?)", .int(index), .text(text))
        }
        let snippets = try database.all(
            "SELECT rowid, snippet(hit, 0, ?, ?, '…', ?) FROM temp.hit WHERE hit MATCH ?",
            [.text(String(Marks.open)), .text(String(Marks.close)), .int(min(max(words, 1), 64)), .text(match)]
        ) { ($0.int(0), Marks.pieces(of: $0.text(1))) }
        let byIndex = Dictionary(snippets, uniquingKeysWith: { first, _ in first })
        return (found.enumerated().map { Hit(entry: $1, snippet: byIndex[$0] ?? []) }, unreadable)
    }
}

/// Two characters of the private use area that mark a match.
private enum Marks {
    static let open: Unicode.Scalar = "\u{F5D0}"
    static let close: Unicode.Scalar = "\u{F5D1}"

    /// The text with its own mark characters replaced.
    static func cleared(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == open || $0 == close }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == open || $0 == close ? "\u{FFFD}" : $0 }))
    }

    static func pieces(of text: String) -> [(text: String, isMatch: Bool)] {
        var pieces: [(text: String, isMatch: Bool)] = []
        var current = String.UnicodeScalarView()
        var isMatch = false
        func flush() {
            if !current.isEmpty { pieces.append((String(current), isMatch)) }
            current = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case open:
                flush()
                isMatch = true
            case close:
                flush()
                isMatch = false
            default: current.append(scalar)
            }
        }
        flush()
        return pieces
    }
}
