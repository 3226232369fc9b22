/// What to do about a failure. The command line names commands and options, the web app its pages and buttons.
package struct Hint: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// For a terminal.
    package let commandLine: String
    /// For a page, a notice or a script of the app; `nil` if the message is enough there.
    package let page: String?

    /// A hint for both interfaces: it names neither a command nor a page.
    package init(stringLiteral text: String) { self.init(Sentence(stringLiteral: text)) }

    package init(stringInterpolation pieces: Sentence.Pieces) { self.init(Sentence(stringInterpolation: pieces)) }

    package init(_ sentence: Sentence) { self = .on(commandLine: sentence, page: sentence) }

    /// A hint with its own text for each interface.
    package static func on(commandLine: Sentence, page: Sentence? = nil) -> Hint {
        Hint(commandLine: Explanation.harmless(commandLine.shown), page: page.map { Explanation.harmless($0.shown) })
    }

    private init(commandLine: String, page: String?) { (self.commandLine, self.page) = (commandLine, page) }
}
