import ArgumentParser
import Base
import Basics

/// The output of `auralyst --help` and `auralyst help COMMAND`.
enum HelpPage {
    /// The requested page; `nil` if none is. Throws for an unknown command.
    static func asked(by arguments: [String]) throws -> String? {
        let isFlag = ["--help", "-h"].contains(arguments.last) && !arguments.contains("--")
        guard isFlag || arguments.first == "help" else { return nil }
        let words = (isFlag ? arguments.dropLast() : arguments.dropFirst()).filter { !$0.hasPrefix("-") }
        let (command, depth) = CommandTree.command(named: words)
        if arguments.first == "help", depth < words.count { throw unknown(words[depth], behind: Array(words.prefix(depth))) }
        // Other words belong to the command: the parser shows its help.
        guard depth == words.count || isFlag && depth > 0 else { return nil }
        return depth == 0
            ? root
            : ofLibrary.reduce(Auralyst.helpMessage(for: command)) { $0.replacing($1, with: Sentence(listed: $1).shown) }
    }

    /// The error for an unknown word, with the nearest name.
    static func unknown(_ word: String, behind path: [String] = []) -> Refusal {
        let command = CommandTree.command(named: path).type
        let names = command.configuration.subcommands.map { $0._commandName } + (path.isEmpty ? ["help"] : [])
        let help = (["auralyst"] + path + ["--help"]).joined
        return Refusal(
            "unknown_command", "no command is called '\((path + [String(word.prefix(40))]).joined)'",
            hint: NearestName.to(word, in: names).map { "did you mean 'auralyst \((path + [$0]).joined)'? '\(help)' shows all" }
                ?? (path.isEmpty ? "'\(help)' shows all; 'auralyst add …' writes an entry" : "'\(help)' shows all"))
    }

    /// What the parser's library writes into each page.
    private static let ofLibrary = ["Show the version.", "Show help information."]

    private static var root: String {
        var lines = [
            say("Auralyst: a private journal. Everything is encrypted on this machine."), "",
            say("USAGE: auralyst [--vault DIR] [--profile NAME] [--json] COMMAND …"), "",
            say("  auralyst open                        use it in your browser"),
            say("  auralyst init                        make a vault on this machine"),
            say("  auralyst add Slept well, walked.     write an entry"),
            say("  auralyst yesterday 9pm: Long day.    write an entry for yesterday evening"),
            say("  auralyst list -n 5                   read the newest five"),
        ]
        for group in Auralyst.groups {
            lines += ["", group.name.uppercased()]
            for command in group.commands { lines += row("  " + command._commandName, command.configuration.abstract) }
        }
        lines += ["", say("OPTIONS OF EVERY COMMAND, BEFORE OR AFTER IT")]
        lines += row("  --vault DIR", say("Use the vault in this folder."))
        lines += row("  --profile NAME", say("Use the vault that has this name: 'auralyst profile list'."))
        lines += row("  --json", say("Print one JSON document; errors as JSON too."))
        lines += row("  --yes", say("Answer yes to the question that a command asks, where it asks one."))
        lines += row("  -h, --help", say("Show what a command does and takes, with examples."))
        lines += ["", say("A group alone, such as 'auralyst sync', shows something and changes nothing.")]
        lines += ["", say("Exit codes: 0 done, 1 failed, 3 locked, 4 damaged data, 64 wrong usage, 130 Ctrl-C.")]
        return lines.joined(separator: "\n")
    }

    private static func row(_ name: String, _ words: String) -> [String] {
        let indent = 20
        let rows = Rows.wrapped(words, to: Terminal.columns - indent)
        return rows.enumerated().map { index, row in (index == 0 ? name : "").padded(to: indent) + row }
    }
}
