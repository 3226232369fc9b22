import ArgumentParser
import Base
import Basics
import Foundation

/// The typed arguments, classified before parsing: an argument with white space is text, even if it begins with a dash; any other
/// argument that begins with a dash is an option.
struct TypedWords {
    /// In the parser's form: options first, text after `--`.
    let arguments: [String]

    /// Throws for a short option other than `-h` and `-n`: the parser would read its letters one by one, and `-had` would request
    /// help.
    init(_ arguments: [String]) throws {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        if let place = arguments[..<end].firstIndex(where: TypedWords.isShortOption) {
            throw Refusal(
                "usage", "unknown option '\(arguments[place].prefix(40))'", hint: TypedWords.hint(arguments, unknown: place))
        }
        if let index = arguments[..<end].indices.dropFirst().first(where: { Int(arguments[$0]).map { $0 < 0 } == true }),
            TypedWords.ofEntries.contains(arguments[0]), !arguments[index - 1].hasPrefix("--")
        {
            throw Refusal(
                "usage", "'\(arguments[index])' is no entry's name",
                hint: "'auralyst list -n \(arguments[index].dropFirst())' shows the last ones with their names")
        }
        guard arguments[..<end].contains(where: TypedWords.isText) else {
            self.arguments = arguments
            return
        }
        let shape = try CommandShape.of(arguments)
        var options: [String] = []
        var words: [String] = []
        var rest = arguments[shape.depth..<end]
        while let argument = rest.popFirst() {
            if TypedWords.isText(argument) || !argument.hasPrefix("-") || argument == "-" {
                words.append(argument)
            } else if shape.valued.contains(argument), let value = rest.first, TypedWords.isText(value) {
                options.append("\(argument)=\(value)")
                rest = rest.dropFirst()
            } else {
                options.append(argument)
                if shape.valued.contains(argument), let value = rest.first, !value.hasPrefix("-") || value == "-" {
                    options.append(value)
                    rest = rest.dropFirst()
                }
            }
        }
        words += arguments[end...].dropFirst()
        self.arguments = arguments[..<shape.depth] + options + (words.isEmpty ? [] : ["--"] + words)
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
    private static func hint(_ arguments: [String], unknown place: Int) -> Sentence {
        let option = arguments[place]
        let (command, depth) = CommandTree.command(named: arguments)
        let long = "-" + option.prefix(40)
        if depth > 0,
            Auralyst.helpMessage(for: command).split(whereSeparator: { $0.isWhitespace || $0 == "," })
                .contains(Substring(long))
        {
            return "did you mean '\(long)'?"
        }
        if let name = arguments.first, writing.contains(name) {
            return "text that begins with '-' goes after '--': auralyst \(name) -- \(option.prefix(40))"
        }
        if let ours = ofJrnl[option] {
            let next = place + 1 < arguments.count && !arguments[place + 1].hasPrefix("-") ? arguments[place + 1] : "…"
            return "here it is 'auralyst \(ours.replacing("…", with: next == "…" ? next : Shell.quoted(next)))'"
        }
        let words = (["auralyst"] + arguments.prefix(depth)).joined
        return "'\(words) --help' shows its options"
    }

    /// The unsaved text given to a writing command; `nil` if there is none.
    static func text(in arguments: [String]) -> String? {
        let (command, depth) = CommandTree.command(named: arguments)
        // Several words that begin with no command's name, or with a mistyped date before a colon, are meant as an entry.
        let isMeantAsEntry =
            depth == 0
            && (arguments.contains { $0.has(":") }
                || arguments.count > 1 && arguments[0].first != "-"
                    && NearestName.to(arguments[0], in: Auralyst.configuration.subcommands.map { $0._commandName }) == nil)
        guard isMeantAsEntry || depth > 0 && writing.contains(arguments[0]) && !reading.contains(command._commandName) else {
            return nil
        }
        // The values of known options are not what was written, except for texts.
        let valued = ((try? CommandShape.of(arguments))?.valued ?? []).subtracting(["--text", "--note"])
        let rest = Array(arguments.dropFirst(depth))
        let words = zip([""] + rest, rest).filter { before, word in
            !valued.contains(before) && (isText(word) || !word.hasPrefix("--") && word != "-" && word != "-h")
        }
        let text = words.map { $0.1 }.joined(separator: " ")
        return text.contains { !$0.isWhitespace } ? text : nil
    }

    /// Commands that are given the names of entries.
    private static let ofEntries: Set = ["edit", "delete", "restore", "show", "history"]
    private static let writing: Set = ["add", "edit", "note", "symptom", "measure", "check-in", "support", "template"]
    private static let reading: Set = ["list", "show", "delete", "restore", "remove", "move", "hide", "sos"]
}

/// Which words name the command, and which of its options take a value.
private struct CommandShape {
    /// The number of words in the command's name.
    private(set) var depth = 0
    /// `--note`, `--at`, …
    private(set) var valued: Set<String> = []

    static func of(_ arguments: [String]) throws -> CommandShape {
        let tool = try JSONDecoder().decode(Tool.self, from: Data(Auralyst._dumpHelp().utf8))
        var shape = CommandShape()
        var command = tool.command
        while shape.depth < arguments.count,
            let next = command.subcommands?.first(where: { $0.commandName == arguments[shape.depth] })
        {
            command = next
            shape.depth += 1
        }
        // A default subcommand adds its options.
        let usual = command.subcommands?.first { $0.commandName == command.defaultSubcommand }
        for argument in (command.arguments ?? []) + (usual?.arguments ?? []) where argument.kind == "option" {
            shape.valued.formUnion((argument.names ?? []).map { "--" + $0.name })
        }
        return shape
    }

    /// The relevant parts of the parser's description of the commands.
    private struct Tool: Decodable { let command: Command }

    private struct Command: Decodable {
        let commandName: String
        let defaultSubcommand: String?
        let subcommands: [Command]?
        let arguments: [Argument]?
    }

    private struct Argument: Decodable {
        struct Name: Decodable { let name: String }
        let kind: String
        let names: [Name]?
    }
}
