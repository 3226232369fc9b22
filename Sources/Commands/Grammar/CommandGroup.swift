import ArgumentParser
import Base

/// A command with subcommands. Alone it shows something: it never acts, and never fails for a missing argument. Its help lists
/// all subcommands, and an unknown one is answered with the nearest name.
protocol CommandGroup: AsyncParsableCommand {
    /// Its full name.
    static var path: [String] { get }
    /// What its name alone means; `nil` for its default subcommand or its help.
    static var alone: [String]? { get }
    /// Whether words that name no subcommand belong to the default one.
    static var takesWords: Bool { get }
    /// The message for a negative number among its words; `nil` if the parser's message is good enough.
    static var belowZero: String? { get }
    /// What to type instead of a word that is no subcommand, without the group's name; `nil` for the nearest name.
    static func offer(for word: String) -> String?
}

extension CommandGroup {
    static var path: [String] { configuration.commandName.map { [$0] } ?? [] }
    static var alone: [String]? { nil }
    static var takesWords: Bool { false }
    static var belowZero: String? { nil }
    static func offer(for word: String) -> String? { nil }

    func validate() throws {
        // The parser would pass the request on, and the help would hide all other subcommands.
        let line = TypedLine.here
        guard line.path.starts(with: Self.path) else { return }
        let rest = line.words.dropFirst(Self.path.count).filter { $0 != "--json" }
        if let sentence = Self.belowZero, Self.hasNegative(rest) { throw ValidationError(sentence) }
        guard !Self.takesWords, let word = rest.first, !word.hasPrefix("-"), !Self.names.contains(word) else { return }
        throw Self.unknown(word)
    }

    /// The error for a word that is no subcommand, with what was probably meant.
    static func unknown(_ word: String) -> ValidationError {
        let command = (["auralyst"] + path).joined
        let offer =
            offer(for: word).map { "'\(command) \($0)'" } ?? NearestName.to(word, in: names).map { "'\($0)'" }
            ?? (["list", "ls", "show"].contains(word.lowercased()) ? "'\(command)'" : nil)
        return ValidationError(
            say("'\(path.joined)' has no subcommand '\(word.prefix(40))'") + (offer.map { say(": did you mean \($0)?") } ?? ""))
    }

    static var names: [String] { configuration.subcommands.map { $0._commandName } }

    /// The nearest subcommand for the first word, if no subcommand has that name.
    static func meant(by words: [String]) -> String? {
        words.first.flatMap { NearestName.to($0, in: names, strictly: true) }.map { (["auralyst"] + path + [$0]).joined }
    }

    /// Whether there is a word such as `-3` that is not an option's value.
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
    /// The command named by the first words, and how many words that takes.
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
}
