import ArgumentParser

/// A command that has a subcommand for the case that none is named: asked for help alone, it shows all of them, not only that one.
protocol CommandGroup: AsyncParsableCommand {
    /// The words by which it is called.
    static var path: [String] { get }
}

extension CommandGroup {
    static var path: [String] { configuration.commandName.map { [$0] } ?? [] }

    func validate() throws {
        // The parser would hand the question on, and the answer would hide every other subcommand.
        let words = CommandLine.arguments.dropFirst().filter { $0 != "--json" }
        guard let last = words.last, ["--help", "-h"].contains(last), Array(words.dropLast()) == Self.path else { return }
        throw CleanExit.helpRequest(Self.self)
    }
}
