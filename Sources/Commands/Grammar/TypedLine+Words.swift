import ArgumentParser
import Base
import Basics
import Foundation

// The words, classified before parsing: one with white space is text, even if it begins with a dash; any other word that begins with
// a dash is an option.
extension TypedLine {
    /// The words in the parser's form: options first, text after `--`.
    ///
    /// Throws for a short option other than `-h` and `-n`: the parser would read its letters one by one, and `-had` would request
    /// help.
    func arguments() throws -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        if let place = words[..<end].firstIndex(where: TypedLine.isShortOption) {
            throw Refusal("usage", "unknown option '\(words[place].prefix(40))'", hint: hint(unknown: place))
        }
        if let index = words[..<end].indices.dropFirst().first(where: { Int(words[$0]).map { $0 < 0 } == true }),
            TypedLine.ofEntries.contains(words[0]), !words[index - 1].hasPrefix("--")
        {
            throw Refusal(
                "usage", "'\(words[index])' is no entry's name",
                hint: "'auralyst list -n \(words[index].dropFirst())' shows the last ones with their names")
        }
        guard words[..<end].contains(where: TypedLine.isText) else { return words }
        let valued = try valuedOptions()
        var options: [String] = []
        var texts: [String] = []
        var rest = words[path.count..<end]
        while let word = rest.popFirst() {
            if TypedLine.isText(word) || !word.hasPrefix("-") || word == "-" {
                texts.append(word)
            } else if valued.contains(word), let value = rest.first, TypedLine.isText(value) {
                options.append("\(word)=\(value)")
                rest = rest.dropFirst()
            } else {
                options.append(word)
                if valued.contains(word), let value = rest.first, !value.hasPrefix("-") || value == "-" {
                    options.append(value)
                    rest = rest.dropFirst()
                }
            }
        }
        texts += words[end...].dropFirst()
        return path + options + (texts.isEmpty ? [] : ["--"] + texts)
    }

    /// Text that looks like an option: it begins with a dash and contains white space.
    private static func isText(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), argument.contains(where: \.isWhitespace) else { return false }
        let name = argument.prefix { $0 != "=" }
        return !(name.hasPrefix("--") && name.count > 2 && name.count < argument.count && !name.contains(where: \.isWhitespace))
    }

    /// `-had`, but not `-h`, `-n` or `-5`.
    private static func isShortOption(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), !argument.hasPrefix("--"), !["-h", "-n"].contains(argument), !isText(argument) else {
            return false
        }
        return argument.dropFirst().first.map { !$0.isNumber } ?? false
    }

    /// The options that jrnl writes with one dash, and what means the same here; `…` is the word after it.
    private static let ofJrnl = [
        "-on": "list --on …", "-from": "list --from …", "-to": "list --to …", "-until": "list --to …",
        "-month": "list --on …",
        "-year": "list --on …", "-contains": "search …", "-and": "search …", "-not": "search -- -…",
        "-tagged": "list --tag …",
        "-starred": "list --starred", "-today-in-history": "list --on-this-day",
    ]

    /// What to type instead of an option with one dash.
    private func hint(unknown place: Int) -> Sentence {
        let option = words[place]
        let long = "-" + option.prefix(40)
        if !path.isEmpty,
            Auralyst.helpMessage(for: CommandTree.command(named: path).type)
                .split(whereSeparator: { $0.isWhitespace || $0 == "," }).contains(Substring(long))
        {
            return "did you mean '\(long)'?"
        }
        if let name = words.first, TypedLine.writing.contains(name) {
            return "text that begins with '-' goes after '--': auralyst \(name) -- \(option.prefix(40))"
        }
        if let ours = TypedLine.ofJrnl[option] {
            let next = place + 1 < words.count && !words[place + 1].hasPrefix("-") ? words[place + 1] : "…"
            return "here it is 'auralyst \(ours.replacing("…", with: next == "…" ? next : Shell.quoted(next)))'"
        }
        let command = (["auralyst"] + path).joined
        return "'\(command) --help' shows its options"
    }

    /// The unsaved text given to a writing command; `nil` if there is none.
    var unsavedText: String? {
        // Several words that begin with no command's name, or with a mistyped date before a colon, are meant as an entry.
        let isMeantAsEntry =
            path.isEmpty
            && (words.contains { $0.has(":") }
                || words.count > 1 && words[0].first != "-"
                    && NearestName.to(words[0], in: Auralyst.configuration.subcommands.map { $0._commandName }) == nil)
        guard isMeantAsEntry || TypedLine.writing.contains(path.first ?? "") && !TypedLine.reading.contains(path.last ?? "")
        else { return nil }
        // The values of known options are not what was written, except for texts. If the options are not known, the parser says why.
        let valued = ((try? valuedOptions()) ?? []).subtracting(["--text", "--note"])
        let rest = words.dropFirst(path.count)
        let written = zip([""] + rest, rest).filter { before, word in
            !valued.contains(before) && (TypedLine.isText(word) || !word.hasPrefix("--") && word != "-" && word != "-h")
        }
        let text = written.map { $0.1 }.joined(separator: " ")
        return text.contains { !$0.isWhitespace } ? text : nil
    }

    private static let ofEntries: Set = ["edit", "delete", "restore", "show", "history"]
    private static let writing: Set = ["add", "edit", "note", "symptom", "measure", "check-in", "support", "template"]
    private static let reading: Set = ["list", "show", "delete", "restore", "remove", "move", "hide", "sos"]

    /// The command's options that take a value: `--note`, `--at`, …
    private func valuedOptions() throws -> Set<String> {
        var command = try JSONDecoder().decode(Tool.self, from: Data(Auralyst._dumpHelp().utf8)).command
        for word in path { command = command.subcommands?.first { $0.commandName == word } ?? command }
        // A default subcommand adds its options.
        let usual = command.subcommands?.first { $0.commandName == command.defaultSubcommand }
        let options = ((command.arguments ?? []) + (usual?.arguments ?? [])).filter { $0.kind == "option" }
        return Set(options.flatMap { $0.names ?? [] }.map { "--" + $0.name })
    }
}

/// The relevant parts of the parser's description of the commands.
private struct Tool: Decodable {
    let command: Command

    struct Command: Decodable {
        let commandName: String
        let defaultSubcommand: String?
        let subcommands: [Command]?
        let arguments: [Argument]?
    }

    struct Argument: Decodable {
        struct Name: Decodable { let name: String }
        let kind: String
        let names: [Name]?
    }
}
