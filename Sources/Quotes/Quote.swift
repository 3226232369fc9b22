package struct Quote: Hashable, Sendable {
    /// Plain text, 1 to `textLength` characters.
    package let text: String
    /// The author; for a saying, its origin. 1 to `authorLength` characters.
    package let author: String
    package let source: Source

    package enum Source: Hashable, Sendable {
        /// Built into the program; `work` is the title it was taken from, if there is one.
        case bundled(work: String?)
        /// From a server on the internet for this day; the server's name is shown with the quote.
        case online(host: String)
    }

    /// The most characters (Unicode scalars) of a text.
    package static let textLength = 600
    /// The most characters of an author's name.
    package static let authorLength = 120

    package init(text: String, author: String, source: Source) {
        self.text = text
        self.author = author
        self.source = source
    }
}
