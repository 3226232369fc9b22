/// A search result: an entry, and the part of its text that matches.
package struct Hit: Hashable, Sendable {
    package let entry: StoredEntry
    /// The part of the text, split into matches and the text around them; empty for a search without words.
    package let snippet: [(text: String, isMatch: Bool)]

    package init(entry: StoredEntry, snippet: [(text: String, isMatch: Bool)]) { (self.entry, self.snippet) = (entry, snippet) }

    package static func == (a: Hit, b: Hit) -> Bool { a.entry == b.entry }
    package func hash(into hasher: inout Hasher) { hasher.combine(entry) }
}
