import Journal
import Records
import Store

extension OpenVault {
    /// What a search that finds nothing may have meant, as it would be typed: at most three, which all find something.
    ///
    /// One rule for the command line and the app: only a word that no entry has is replaced, by one that differs from it by one slip
    /// (`Store.wordsNear`).
    package func nearestSearches(to selection: Selection, typed: String) throws -> [String] {
        var choices: [(place: Int, words: [String])] = []
        // Each word that no entry has costs some hundred looks at the index.
        for (place, term) in selection.query.terms.prefix(8).enumerated() where term.form == .word && !term.isExcluded {
            let words = try store.wordsNear(term.text)
            if !words.isEmpty { choices.append((place, words)) }
        }
        guard let first = choices.first else { return [] }
        var found: [String] = []
        for word in first.words where found.count < 3 {
            var (asked, text) = (selection, typed)
            asked.after = nil
            for (place, word) in [(first.place, word)] + choices.dropFirst().map({ ($0.place, $0.words[0]) }) {
                text = OpenVault.replacing(asked.query.terms[place].text, by: word, in: text)
                asked.query.terms[place] = SearchQuery.Term(word)
            }
            if text != typed, try count(asked, limit: 1) > 0 { found.append(text) }
        }
        return found
    }

    private static func replacing(_ old: String, by new: String, in text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).map { $0 == old ? new : String($0) }.joined(separator: " ")
    }
}
