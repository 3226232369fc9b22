/// An entry that was found, with the piece of its text in which the words stand.
package struct Hit: Hashable, Sendable {
    /// The entry that fits.
    package let entry: StoredEntry
    /// The piece, cut into what matched and what stands around it; empty for a search without words.
    package let snippet: [(text: String, isMatch: Bool)]

    package init(entry: StoredEntry, snippet: [(text: String, isMatch: Bool)]) { (self.entry, self.snippet) = (entry, snippet) }

    package static func == (a: Hit, b: Hit) -> Bool { a.entry == b.entry }
    package func hash(into hasher: inout Hasher) { hasher.combine(entry) }
}
