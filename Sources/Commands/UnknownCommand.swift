import ArgumentParser

/// A first word that is no command, and the command that was probably meant.
struct UnknownCommand {
    private let word: String
    private let nearest: String?

    /// `nil` when the first word is a command, or there is no word.
    init?(_ arguments: [String], in commands: [any ParsableCommand.Type]) {
        guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
        let names = commands.map { $0._commandName } + ["help"]
        guard !names.contains(word) else { return nil }
        self.word = word
        let ranked = names.map { (name: $0, distance: UnknownCommand.distance(word, $0)) }
        nearest = ranked.filter { $0.distance <= 2 }.min { $0.distance < $1.distance }?.name
    }

    /// The sentence and its hint.
    var refusal: Refusal {
        Refusal(
            "unknown_command", "no command is called '\(word.prefix(40))'",
            hint: nearest.map { "did you mean 'auralyst \($0)'? 'auralyst --help' shows all" } ?? "'auralyst --help' shows all")
    }

    /// How many letters have to be added, removed or replaced (Levenshtein).
    private static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.prefix(40)), Array(b))
        var row = Array(0...b.count)
        for i in a.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let substituted = diagonal + (a[i] == b[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j + 1] + 1, row[j] + 1)
            }
        }
        return row[b.count]
    }
}
