import Journal
import Records

extension Store {
    /// The selected entries with snippets of about `words` words, newest first.
    package func hits(_ selection: Selection, words: Int = 24) throws -> (list: [Hit], unreadable: Int) {
        let (found, unreadable) = try entries(selection)
        let terms = selection.query.terms.filter { !$0.isExcluded }
        let hits = found.map { entry in
            Hit(
                entry: entry,
                snippet: terms.isEmpty ? [] : Store.snippet(of: entry.entry.text, terms, words: min(max(words, 1), 64)))
        }
        return (hits, unreadable)
    }

    /// Without the marks of Markdown, unless what was found is only in the address of a link.
    private static func snippet(
        of text: String, _ terms: [SearchQuery.Term], words: Int
    ) -> [(text: String, isMatch: Bool)] {
        let plain = MarkdownProse.words(of: text)
        let snippet = SearchText(plain).snippet(of: terms, words: words)
        return snippet.isEmpty && plain != text ? SearchText(text).snippet(of: terms, words: words) : snippet
    }
}
