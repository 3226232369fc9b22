/// What to do about a failure. The command line names commands and options, the web app its pages and buttons.
package struct Hint: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// For a terminal.
    package let commandLine: String
    /// For a page, a notice or a script of the app; `nil` where the sentence says enough there.
    package let page: String?

    /// A hint that is right on both faces: it names neither a command nor a page.
    package init(stringLiteral text: String) { self = .on(commandLine: text, page: text) }

    /// A hint that each face says in its own way.
    package static func on(commandLine: String, page: String? = nil) -> Hint {
        Hint(commandLine: Explanation.harmless(commandLine), page: page.map(Explanation.harmless))
    }

    private init(commandLine: String, page: String?) { (self.commandLine, self.page) = (commandLine, page) }
}
