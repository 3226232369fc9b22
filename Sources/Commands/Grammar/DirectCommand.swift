import ArgumentParser

/// Parses a fully named command with valid arguments without the tree of all commands, which takes longer than most commands take
/// to run.
///
/// It uses the parser itself, as if this command were the whole program. Errors and requests for help give `nil`: then the parser
/// parses again from the root, so that its messages name the whole command.
enum DirectCommand {
    /// The command with parsed options; `nil` if the full parser is needed.
    static func read(_ arguments: [String]) -> (any ParsableCommand)? {
        let (named, depth) = CommandTree.command(named: arguments)
        let rest = Array(arguments.dropFirst(depth))
        guard !named.configuration.subcommands.isEmpty else { return read(rest, as: named) }
        guard let usual = named.configuration.defaultSubcommand, rest.first?.hasPrefix("-") != true else { return nil }
        return read(rest, as: usual)
    }

    private static func read<Command: ParsableCommand>(_ arguments: [String], as _: Command.Type) -> (any ParsableCommand)? {
        // The full parser refuses it again, with its own message.
        ((try? Alone<Command>.parseAsRoot(arguments)) as? Alone<Command>)?.command
    }

    /// Prevents the parser from looking for completion requests, which only the root answers.
    private struct Alone<Command: ParsableCommand>: ParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: Command._commandName, _superCommandName: Auralyst._commandName)
        }

        @OptionGroup var command: Command
    }
}
