/// Some words of somebody's that are worth a moment.
package struct Quote: Hashable, Sendable {
    /// Plain text, 1 to `textLength` characters.
    package let text: String
    /// Who said it; for a saying, where it is from. 1 to `authorLength` characters.
    package let author: String
    /// Where this program has it from.
    package let source: Source

    /// Where a quote comes from.
    package enum Source: Hashable, Sendable {
        /// It is part of the program; the work it stands in, where that has a name.
        case bundled(work: String?)
        /// A server on the internet gave it for this day: its name, which is to be shown beside the quote.
        case online(host: String)
    }

    /// Characters (Unicode scalars) of a text.
    package static let textLength = 600
    /// Characters of an author's name.
    package static let authorLength = 120

    package init(text: String, author: String, source: Source) {
        self.text = text
        self.author = author
        self.source = source
    }
}
