import Journal
import Records

extension Store {
    /// The selected entries with snippets of about `words` words, newest first.
    package func hits(_ selection: Selection, words: Int = 24) throws -> (list: [Hit], unreadable: Int) {
        let (found, unreadable) = try entries(selection)
        let terms = selection.query.terms.filter { !$0.isExcluded }
        let hits = found.map { entry in
            let snippet = terms.isEmpty ? [] : SearchText(entry.entry.text).snippet(of: terms, words: min(max(words, 1), 64))
            return Hit(entry: entry, snippet: snippet)
        }
        return (hits, unreadable)
    }
}
