import ArgumentParser
import Base
import Basics
import COpenSSL
import CPlatform
import Foundation

/// The command line: reads what was typed, calls one use case, shows what came of it.
package struct Auralyst: AsyncParsableCommand {
    /// The command that opens the app: it knows the web app, which no other command does.
    @TaskLocal private static var open: (any (ParsableCommand & SendableMetatype).Type)?

    /// The name, the help and all commands.
    package static let configuration = CommandConfiguration(
        commandName: "auralyst",
        abstract: "A private journal. It keeps the log; everything is sealed on this machine.",
        discussion: """
            First steps:
              auralyst open                      the app in your browser
              auralyst init                      make a vault on this machine
              auralyst add Slept well, walked.   write an entry
              auralyst list                      read, newest first
              auralyst search garden             find
              auralyst symptom headache 7        log a symptom

            Exit codes: 0 done, 1 failed, 3 locked or wrong passphrase,
            4 damaged data, 64 wrong usage.
            """,
        version: Product.version,
        subcommands: [open].compactMap(\.self) + [
            Init.self, Unlock.self, Lock.self, Status.self, Add.self, List.self, Show.self, Edit.self, Delete.self,
            Restore.self, History.self, Search.self, OnThisDay.self, DayCommand.self,
            CheckInCommand.self, SymptomCommand.self, DoseCommand.self, MedicationCommand.self, ScheduleCommand.self,
            SupportCommand.self, Remind.self,
            InsightsCommand.self, TrendsCommand.self, ReportCommand.self, TrialCommand.self, ReviewCommand.self,
            ShowQuote.self, SuggestMood.self, FindSimilar.self, Import.self, Export.self, WipeExport.self,
            BackupCommand.self, JournalCommand.self, SyncCommand.self, ShareCommand.self, NoteCommand.self, Keys.self,
            ProfileCommand.self,
            Repair.self, Wipe.self,
            Demo.self, Completions.self, Agent.self,
        ])

    /// The group of commands whose own help is asked for: the parser would show that of the command which the group's name alone means.
    private static func group(askedAbout arguments: [String]) -> (any ParsableCommand.Type)? {
        guard arguments.count == 2, ["--help", "-h"].contains(arguments[1]) else { return nil }
        return configuration.subcommands.first {
            $0._commandName == arguments[0] && $0.configuration.defaultSubcommand != nil
        }
    }

    /// What is said of a first word that is no command does not name the one that was meant. The names are looked through only then.
    private static func orUnknown<T>(_ arguments: [String], _ read: () throws -> T) throws -> T {
        do {
            return try read()
        } catch {
            throw UnknownCommand(arguments, in: configuration.subcommands)?.refusal ?? error
        }
    }

    package init() {}

    /// Runs the command that was typed and ends the process with its exit code. `open` is what opens the app.
    package static func run(opening open: any (ParsableCommand & SendableMetatype).Type) async {
        await $open.withValue(open) { await run() }
    }

    private static func run() async {
        _ = platform_forbid_dumps()
        copenssl_prepare()
        // A reader that goes away ('| head') ends the program quietly, as with every other command.
        _ = signal(SIGPIPE, SIG_DFL)
        var arguments = GlobalOptions.placed(Array(CommandLine.arguments.dropFirst()))
        do {
            guard !arguments.isEmpty else {
                try await Welcome.show()
                return
            }
            try Environment.check()
            try CArguments.checkUTF8()
            try orUnknown(arguments) { arguments = try TypedWords(arguments).arguments }
            if let group = group(askedAbout: arguments) { return print(helpMessage(for: group)) }
            // Nothing else holds the command that the parser has just made.
            nonisolated(unsafe) var command = try orUnknown(arguments) {
                try DirectCommand.read(arguments, below: Self.self) ?? parseAsRoot(arguments)
            }
            try Profiles.checkRefusal()
            nonisolated(unsafe) var asyncCommand = unsafe command as? any AsyncParsableCommand
            if unsafe asyncCommand != nil {
                try await unsafe asyncCommand?.run()
            } else {
                try unsafe command.run()
            }
            try Unlocking.checkWhole()
            try Output.check()
        } catch {
            let isJSON = arguments.prefix { $0 != "--" }.contains("--json")
            let code = Failure.report(error, asJSON: isJSON)
            if code == Explanation.Exit.usage.rawValue, !isJSON, let text = TypedWords.text(in: arguments) {
                Terminal.note("nothing was saved. What you typed: " + text)
            }
            Foundation.exit(code)
        }
    }
}
