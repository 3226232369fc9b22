import ArgumentParser

/// A command that was named in full and whose arguments are right: read without the tree of all commands, which takes the parser
/// longer than most commands take to run.
///
/// It is the parser itself that reads, as if this command were the whole program. What it refuses, and every question for help, is
/// `nil` here: then the parser reads again from the root, and its sentences name the whole command.
enum DirectCommand {
    /// The command that `arguments` name below `root`, with its options read; `nil` where only the whole parser can tell.
    static func read(_ arguments: [String], below root: any ParsableCommand.Type) -> (any ParsableCommand)? {
        var command = root
        var rest = arguments[...]
        while !command.configuration.subcommands.isEmpty {
            let configuration = command.configuration
            if let word = rest.first, let named = configuration.subcommands.first(where: { $0._commandName == word }) {
                command = named
                rest = rest.dropFirst()
            } else if let usual = configuration.defaultSubcommand, rest.first?.hasPrefix("-") != true {
                command = usual
            } else {
                return nil
            }
        }
        return read(Array(rest), as: command)
    }

    private static func read<Command: ParsableCommand>(_ arguments: [String], as _: Command.Type) -> (any ParsableCommand)? {
        // What is refused here is refused again by the whole parser, in its words.
        ((try? Alone<Command>.parseAsRoot(arguments)) as? Alone<Command>)?.command
    }

    /// Keeps the parser from looking for requests for completion scripts, which only the root answers.
    private struct Alone<Command: ParsableCommand>: ParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: Command._commandName, _superCommandName: Auralyst._commandName)
        }

        @OptionGroup var command: Command
    }
}
