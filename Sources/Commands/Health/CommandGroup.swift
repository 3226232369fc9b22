import ArgumentParser

/// A command that has a subcommand for the case that none is named: asked for help alone, it shows all of them, not only that one,
/// and a word that is none of them is answered by the one that was probably meant.
protocol CommandGroup: AsyncParsableCommand {
    /// The words by which it is called.
    static var path: [String] { get }
    /// Whether words that name no subcommand belong to the one that may be left out.
    static var takesWords: Bool { get }
    /// What is said of a negative number among its words; `nil` where the parser's own answer is as good.
    static var belowZero: String? { get }
}

extension CommandGroup {
    static var path: [String] { configuration.commandName.map { [$0] } ?? [] }
    static var takesWords: Bool { false }
    static var belowZero: String? { nil }

    func validate() throws {
        // The parser would hand the question on, and the answer would hide every other subcommand.
        let words = GlobalOptions.placed(Array(CommandLine.arguments.dropFirst())).filter { $0 != "--json" }
        guard words.starts(with: Self.path) else { return }
        let rest = Array(words.dropFirst(Self.path.count))
        if rest == ["--help"] || rest == ["-h"] { throw CleanExit.helpRequest(Self.self) }
        if let sentence = Self.belowZero, Self.hasNegative(rest) { throw ValidationError(sentence) }
        guard !Self.takesWords, let word = rest.first, !word.hasPrefix("-"), !Self.names.contains(word) else { return }
        let offer = Subcommands.nearest(to: word, in: Self.names).map { ": did you mean '\($0)'?" } ?? ""
        throw ValidationError("'\(Self.path.joined)' has no subcommand '\(word.prefix(40))'\(offer)")
    }

    /// Its subcommands.
    static var names: [String] { configuration.subcommands.map { $0._commandName } }

    /// The subcommand that was probably meant by the first word, where nothing is called by all of them.
    static func meant(by words: [String]) -> String? {
        words.first.flatMap { Subcommands.nearest(to: $0, in: names) }.map { (["auralyst"] + path + [$0]).joined }
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

/// Which subcommand a mistyped word was meant to be.
enum Subcommands {
    /// The one that is one edit away: a letter too much, too few, another, or two that changed places.
    static func nearest(to word: String, in names: [String]) -> String? {
        let word = Array(word.lowercased())
        return names.first { $0.count > 2 && isOneEdit(word, Array($0)) }
    }

    private static func isOneEdit(_ a: [Character], _ b: [Character]) -> Bool {
        guard abs(a.count - b.count) <= 1, a != b else { return false }
        let front = zip(a, b).prefix { $0 == $1 }.count
        let back = min(zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.count, min(a.count, b.count) - front)
        let (restA, restB) = (a[front..<(a.count - back)], b[front..<(b.count - back)])
        if restA.count <= 1, restB.count <= 1 { return true }
        return restA.count == 2 && restA.elementsEqual(restB.reversed())
    }
}
