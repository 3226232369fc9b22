import ArgumentParser
import Base
import Foundation
import Journal
import Ledger

/// Prints an error to stderr: `auralyst: error: …`, then `auralyst: hint: …`.
enum Failure {
    static func report(_ error: any Error, asJSON: Bool) -> Int32 {
        let code = Auralyst.exitCode(for: error)
        // The parser delivers help, version and completion as errors; they are answers.
        let typed = TypedLine.here.typed.prefix { $0 != "--" }
        if code == .success, !asJSON || !["--help", "-h", "help", "--version"].allSatisfy({ !typed.contains($0) }) {
            print(Auralyst.fullMessage(for: error))
            return 0
        }
        // A group alone shows its help, which is no document.
        let explanation =
            code == .success
            ? Explanation(
                "usage", "'\(helpCommand)' needs a command after it",
                hint: .on(commandLine: "'\(helpCommand) --help' shows them"), exit: .usage) : explanation(of: error)
        if asJSON {
            let members: [String: JSON] = [
                "code": .string(explanation.code), "message": .string(explanation.sentence),
                "hint": .text(explanation.hint?.commandLine),
            ]
            let notes = Terminal.takeNotes().map(JSON.string)
            let said: [String: JSON] = notes.isEmpty ? [:] : ["notes": .array(notes)]
            Terminal.error(JSON.object(said.merging(["error": .object(members)]) { $1 }).pretty)
        } else {
            Terminal.error("auralyst: error: \(explanation.sentence)")
            if let hint = explanation.hint?.commandLine {
                // A profile that does not exist is of no use in a command.
                let isUsable = explanation.code != "no_such_profile"
                Terminal.error("auralyst: hint: " + (isUsable ? TypedLine.here.forSameVault(hint) : hint))
            }
        }
        return explanation.exit.rawValue
    }

    private static func explanation(of error: any Error) -> Explanation {
        if let refusal = error as? Refusal { return refusal.explanation }
        guard Auralyst.exitCode(for: error) == .validationFailure else { return Explanation(error) }
        let message = trimmed(Auralyst.message(for: error))
        let first = message.split(separator: "\n").first.map(String.init) ?? say("this command was not understood")
        var sentence = first.hasSuffix(".") ? String(first.dropLast()) : first
        sentence = sentence.prefix(1).lowercased() + sentence.dropFirst()
        if let missing = sentence.wholeMatch(of: /missing expected argument '(.+?)(?: \.\.\.)?'/) {
            sentence = say("'\(helpCommand)' needs \(String(missing.1)) after it")
        }
        return Explanation(
            "usage", Sentence(of: sentence), hint: .on(commandLine: "'\(helpCommand) --help' shows how to use it"), exit: .usage
        )
    }

    /// `auralyst add`, as far as the words are known commands.
    private static var helpCommand: String { (["auralyst"] + TypedLine.here.typedPath).joined }
}

extension Explanation {
    var onOneLine: String { [sentence, hint?.commandLine].compactMap(\.self).joined(separator: "; ") }
}

/// An error that only occurs on the command line.
package struct Refusal: Error {
    let explanation: Explanation

    package init(_ code: String, _ sentence: Sentence, hint: Sentence? = nil, exit: Explanation.Exit = .usage) {
        explanation = Explanation(code, sentence, hint: hint.map { .on(commandLine: $0) }, exit: exit)
    }
}
