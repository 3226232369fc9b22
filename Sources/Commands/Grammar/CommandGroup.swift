import ArgumentParser

/// A command that has subcommands. Its name alone shows something: it never acts, and never fails for what is missing. Asked for help,
/// it shows all of them, and a word that is none of them is answered by the one that was probably meant.
protocol CommandGroup: AsyncParsableCommand {
    /// The words by which it is called.
    static var path: [String] { get }
    /// What its name alone means; `nil` for the subcommand that may be left out, or its help.
    static var alone: [String]? { get }
    /// Whether words that name no subcommand belong to the one that may be left out.
    static var takesWords: Bool { get }
    /// What is said of a negative number among its words; `nil` where the parser's own answer is as good.
    static var belowZero: String? { get }
}

extension CommandGroup {
    static var path: [String] { configuration.commandName.map { [$0] } ?? [] }
    static var alone: [String]? { nil }
    static var takesWords: Bool { false }
    static var belowZero: String? { nil }

    func validate() throws {
        // The parser would hand the question on, and the answer would hide every other subcommand.
        let words = GlobalOptions.placed(Array(CommandLine.arguments.dropFirst())).filter { $0 != "--json" }
        guard words.starts(with: Self.path) else { return }
        let rest = Array(words.dropFirst(Self.path.count))
        if let sentence = Self.belowZero, Self.hasNegative(rest) { throw ValidationError(sentence) }
        guard !Self.takesWords, let word = rest.first, !word.hasPrefix("-"), !Self.names.contains(word) else { return }
        let offer = NearestName.to(word, in: Self.names).map { ": did you mean '\($0)'?" } ?? ""
        throw ValidationError("'\(Self.path.joined)' has no subcommand '\(word.prefix(40))'\(offer)")
    }

    /// Its subcommands.
    static var names: [String] { configuration.subcommands.map { $0._commandName } }

    /// The subcommand that was probably meant by the first word, where nothing is called by all of them.
    static func meant(by words: [String]) -> String? {
        words.first.flatMap { NearestName.to($0, in: names, strictly: true) }.map { (["auralyst"] + path + [$0]).joined }
    }

    /// Whether `-3` stands where no option waits for a value.
    private static func hasNegative(_ words: [String]) -> Bool {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words[..<end].indices.contains { place in
            let isNumber = words[place].hasPrefix("-") && (words[place].dropFirst().first?.isNumber ?? false)
            return isNumber && (place == 0 || !words[place - 1].hasPrefix("--"))
        }
    }
}

/// The tree of commands, as words walk down it.
enum CommandTree {
    /// The command that the first words name, and how many words that takes.
    static func command(named words: [String]) -> (type: any ParsableCommand.Type, depth: Int) {
        var found: any ParsableCommand.Type = Auralyst.self
        var depth = 0
        for word in words {
            guard let next = found.configuration.subcommands.first(where: { $0._commandName == word }) else { break }
            found = next
            depth += 1
        }
        return (found, depth)
    }

    /// The words with what a group's name alone means put behind it.
    static func filled(_ arguments: [String]) -> [String] {
        let (type, depth) = command(named: arguments)
        guard depth > 0, let group = type as? any CommandGroup.Type, let alone = group.alone else { return arguments }
        var rest = arguments[depth...]
        while let option = rest.popFirst() {
            if ["--vault", "--profile"].contains(option) {
                _ = rest.popFirst()
            } else if option != "--json", !option.hasPrefix("--vault="), !option.hasPrefix("--profile=") {
                return arguments
            }
        }
        return arguments[..<depth] + alone + arguments[depth...]
    }
}
