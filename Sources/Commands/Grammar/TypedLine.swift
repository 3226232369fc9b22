import ArgumentParser
import Base
import Basics

/// The typed command line, read once: the options of every command, the command's name, and its words. What is left to the parser
/// is in its form (`arguments`).
struct TypedLine {
    /// That of this process.
    static let here = TypedLine(Array(CommandLine.arguments.dropFirst()))

    let typed: [String]
    /// With the options of every command after the command's name, and short forms written in full.
    let words: [String]
    let path: [String]
    /// The same as typed: a group's name alone may mean one of its subcommands.
    let typedPath: [String]
    let vault: String?
    let profile: String?
    let isJSON: Bool

    init(_ typed: [String]) {
        self.typed = typed
        var words = TypedLine.withCommandFirst(typed)
        let options = words.prefix { $0 != "--" }
        vault = TypedLine.value(of: "--vault", in: options)
        profile = TypedLine.value(of: "--profile", in: options)
        isJSON = options.contains("--json")
        var (command, depth) = CommandTree.command(named: words)
        if depth == 0, let long = TypedLine.shorthands.reduce([String]?.none, { $0 ?? $1(words) }) {
            words = long
            (command, depth) = CommandTree.command(named: words)
        }
        typedPath = Array(words.prefix(depth))
        if let group = command as? any CommandGroup.Type, let alone = group.alone, TypedLine.isAlone(words[depth...]) {
            words.insert(contentsOf: alone, at: depth)
            depth = CommandTree.command(named: words).depth
        }
        self.words = words
        path = Array(words.prefix(depth))
    }

    /// The program's name as typed for this vault: with `--vault` or `--profile` if given.
    var program: String {
        vault.map { "auralyst --vault \(Shell.quoted($0))" } ?? profile.map { "auralyst --profile \(Shell.quoted($0))" }
            ?? "auralyst"
    }

    /// A hint whose commands include the typed vault.
    func forSameVault(_ hint: String) -> String { hint.replacing("'auralyst ", with: "'\(program) ") }

    /// The command with its options. Throws help and the version too, as the parser does.
    func command() throws -> any ParsableCommand {
        if path.isEmpty, let word = words.first, !word.hasPrefix("-") {
            throw DatedEntry.fault(words) ?? HelpPage.unknown(word)
        }
        let arguments = try self.arguments()
        return try DirectCommand.read(arguments) ?? Auralyst.parseAsRoot(arguments)
    }

    static func value(of option: String, in words: some Sequence<String>) -> String? {
        var (found, before) = (String?.none, "")
        for word in words {
            if before == option { found = word }
            if word.hasPrefix(option + "=") { found = String(word.dropFirst(option.count + 1)) }
            before = word
        }
        return found
    }
}

// MARK: - Rules

extension TypedLine {
    /// Short ways to say a command, where none is named: each gives the words in full, or `nil`.
    private static let shorthands: [@Sendable ([String]) -> [String]?] = [newest, tagged, sos, DatedEntry.arguments]

    /// `auralyst -3`, as in jrnl: the last three entries.
    @Sendable private static func newest(_ words: [String]) -> [String]? {
        guard let first = words.first, first.hasPrefix("-"), let count = Int(first.dropFirst()), count > 0 else { return nil }
        return ["list", "--limit", String(count)] + words.dropFirst()
    }

    /// `auralyst @walk`, as in jrnl: the entries with a tag.
    @Sendable private static func tagged(_ words: [String]) -> [String]? {
        let tags = words.prefix { $0.hasPrefix("@") && $0.count > 1 }
        return tags.isEmpty ? nil : ["list"] + tags.flatMap { ["--tag", String($0.dropFirst())] } + words.dropFirst(tags.count)
    }

    /// `auralyst sos`: short, for a hard moment.
    @Sendable private static func sos(_ words: [String]) -> [String]? {
        if words.starts(with: ["help", "sos"]) { return ["help", "support"] + words.dropFirst() }
        return words.first == "sos" ? ["support"] + words : nil
    }

    /// Whether nothing but the options of every command follows a group's name.
    private static func isAlone(_ words: ArraySlice<String>) -> Bool {
        var rest = words
        while let option = rest.popFirst() {
            if ["--vault", "--profile"].contains(option) {
                _ = rest.popFirst()
            } else if option != "--json", !option.hasPrefix("--vault="), !option.hasPrefix("--profile=") {
                return false
            }
        }
        return true
    }

    /// Permits `--vault DIR`, `--profile NAME` and `--json` before the command, where the parser does not accept them.
    private static func withCommandFirst(_ typed: [String]) -> [String] {
        var leading: [String] = []
        var rest = typed[...]
        while let first = rest.first {
            if first == "--json" || first.hasPrefix("--vault=") || first.hasPrefix("--profile=") {
                leading.append(first)
                rest = rest.dropFirst()
            } else if ["--vault", "--profile"].contains(first), rest.count > 1 {
                leading += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else {
                break
            }
        }
        let words = rest.first == "search" ? withWordsLast(rest) : Array(rest)
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return Array(words[..<end]) + leading + Array(words[end...])
    }

    /// Moves the words of a search after its options, so that `-rain` is an excluded word and no option.
    private static func withWordsLast(_ search: ArraySlice<String>) -> [String] {
        var options = Array(search.prefix(1))
        var words: [String] = []
        var rest = search.dropFirst()
        while let word = rest.popFirst() {
            if word == "--" {
                words += rest
                break
            }
            guard word.hasPrefix("--") || ["-h", "-n"].contains(word) else {
                words.append(word)
                continue
            }
            options.append(word)
            let isFlag = ["--json", "--starred", "--full", "--help", "--version", "-h"].contains(word)
            if !isFlag, !word.has("="), let value = rest.popFirst() { options.append(value) }
        }
        return options + (words.isEmpty ? [] : ["--"] + words)
    }
}
