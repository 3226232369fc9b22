import Basics
import Journal

/// What a person is told when something did not work: a stable code, one sentence, and what to do about it.
///
/// All faces show the same sentence, unless a phone has none of what it speaks of; the hint is each face's own. No text, key or value
/// of the owner's is in them: only what was just typed as a name, path or date. `docs/formats/error-codes.md` has all codes.
package struct Explanation: Hashable, Sendable {
    /// For programs, `wrong_passphrase`; never changes once released.
    package let code: String
    /// Lower case, no full stop, no control character: it follows `auralyst: error: `.
    package var sentence: String { FileAccess.isInBrowser ? onPhone : atComputer }
    package let atComputer, onPhone: String
    /// What to do; `nil` where the sentence says enough.
    package let hint: Hint?
    package let exit: Exit

    /// Exit codes of the command line (docs/formats/command-line.md).
    package enum Exit: Int32, Sendable {
        case failed = 1
        /// Locked, or the wrong passphrase.
        case locked = 3
        case damaged = 4
        /// What was typed makes no sense here.
        case usage = 64
        /// Ended by Ctrl-C, as a shell reports it: 128 and the number of SIGINT.
        case interrupted = 130
    }

    /// - Parameter phone: the sentence on a phone, where the other does not fit.
    package init(_ code: String, _ sentence: Sentence, phone: Sentence? = nil, hint: Hint? = nil, exit: Exit = .failed) {
        self.code = code
        (atComputer, onPhone) = (Explanation.harmless(sentence.shown), Explanation.harmless((phone ?? sentence).shown))
        self.hint = hint
        self.exit = exit
    }

    /// Without characters that would steer a terminal or turn the direction of writing: a name may come from elsewhere.
    static func harmless(_ text: String) -> String {
        func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isControl || ("\u{202A}"..."\u{202E}").contains(scalar) || ("\u{2066}"..."\u{2069}").contains(scalar)
        }
        guard text.unicodeScalars.contains(where: isHarmful) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmful($0) ? "\u{FFFD}" : $0 }))
    }

    /// A name in quotation marks, cut where it is very long.
    package static func quoted(_ name: String) -> String {
        "'" + (name.unicodeScalars.count > 60 ? String(String.UnicodeScalarView(name.unicodeScalars.prefix(60))) + "…" : name)
            + "'"
    }

    /// Names with commas between them, as many as fit into a hint.
    package static func list(_ names: [String]) -> String {
        var list = ""
        for (index, name) in names.enumerated() {
            let next = (list.isEmpty ? "" : ", ") + String(String.UnicodeScalarView(name.unicodeScalars.prefix(40)))
            guard list.count + next.count <= 80 else { return list + " and \(names.count - index) more" }
            list += next
        }
        return list
    }

    /// The explanation of any error of the layers below; an error without words of its own is a mistake of ours and says so.
    package init(_ error: any Error) {
        self =
            (error as? any Explainable)?.explanation
            ?? Explanation(cocoaError: error)
            ?? Explanation(
                "internal", "an unexpected failure (\(type(of: error)))", hint: .ourMistake)
    }
}

extension Hint {
    /// For storage that is full.
    package static let moreRoom = Hint.on(
        computer: "free some space and try again; nothing you saved is lost",
        phone: "delete photos or apps that you no longer need, then try again; nothing you saved is lost")
    /// For a failure that only a mistake in Auralyst explains.
    package static let ourMistake: Hint = "nothing was changed; please report what you did before this"
}

package protocol Explainable {
    var explanation: Explanation { get }
}
