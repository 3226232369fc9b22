import Basics

/// What to do about a failure. The command line names commands and options, the web app its pages and buttons.
package struct Hint: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// For a terminal.
    package let commandLine: String
    /// For a page, a notice or a script of the app, at a computer and on a phone; `nil` if the message is enough there.
    package let desk, phone: String?
    package var page: String? { FileAccess.isInBrowser ? phone : desk }

    /// A hint for both interfaces: it names neither a command nor a page.
    package init(stringLiteral text: String) { self.init(Sentence(stringLiteral: text)) }

    package init(stringInterpolation pieces: Sentence.Pieces) { self.init(Sentence(stringInterpolation: pieces)) }

    package init(_ sentence: Sentence) { self = .on(commandLine: sentence, page: sentence) }

    /// A hint with its own text for each interface. `phone`: where the pages of a phone have another.
    package static func on(commandLine: Sentence, page: Sentence? = nil, phone: Sentence? = nil) -> Hint {
        func text(_ sentence: Sentence) -> String { Explanation.harmless(sentence.shown) }
        return Hint(commandLine: text(commandLine), desk: page.map(text), phone: (phone ?? page).map(text))
    }

    package static func on(computer: Sentence, phone: Sentence) -> Hint {
        on(commandLine: computer, page: computer, phone: phone)
    }

    private init(commandLine: String, desk: String?, phone: String?) {
        (self.commandLine, self.desk, self.phone) = (commandLine, desk, phone)
    }
}
