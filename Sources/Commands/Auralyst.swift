import ArgumentParser
import Base
import Basics
import COpenSSL
import CPlatform
import Foundation

/// The command line: parses the arguments, calls one use case, prints the result.
package struct Auralyst: AsyncParsableCommand {
    /// The command that opens the app; only it knows the web app.
    @TaskLocal private static var open: (any (ParsableCommand & SendableMetatype).Type)?

    static var groups: [(name: String, commands: [any ParsableCommand.Type])] {
        [
            ("Write", [Add.self, Edit.self, Delete.self, Restore.self, TemplateCommand.self]),
            ("Read", [List.self, Search.self, Show.self, History.self, DayCommand.self, TagsCommand.self, ShowQuote.self]),
            (
                "Health",
                [
                    CheckInCommand.self, SymptomCommand.self, MeasureCommand.self, DoseCommand.self, MedicationCommand.self,
                    ScheduleCommand.self, SupportCommand.self, Remind.self,
                ]
            ),
            (
                "Insights",
                [
                    InsightsCommand.self, TrendsCommand.self, TrialCommand.self, ReviewCommand.self, ReportCommand.self,
                    SuggestMood.self,
                ]
            ),
            ("Data", [Import.self, ExportCommand.self, BackupCommand.self, Repair.self]),
            (say("Devices and people"), [SyncCommand.self, PhoneCommand.self, ShareCommand.self, NoteCommand.self]),
            (
                "Vault",
                [open].compactMap(\.self) + [
                    Init.self, Unlock.self, Lock.self, Status.self, Keys.self, JournalCommand.self, ProfileCommand.self,
                    PreferencesCommand.self, Wipe.self, Demo.self, Completions.self,
                ]
            ),
        ]
    }

    /// The name and all commands; `HelpPage` has the help.
    package static let configuration = CommandConfiguration(
        commandName: "auralyst", abstract: say("A private journal. Everything is encrypted on this machine."),
        version: Product.version, subcommands: groups.flatMap(\.commands) + [Agent.self, ThumbnailCommand.self])

    package init() {}

    /// Runs the typed command and ends the process with its exit code. `open` opens the app.
    package static func run(opening open: any (ParsableCommand & SendableMetatype).Type) async {
        await $open.withValue(open) { await run() }
    }

    private static func run() async {
        _ = platform_forbid_dumps()
        copenssl_prepare()
        // A closed pipe ('| head') ends the program quietly, as with every other command.
        _ = signal(SIGPIPE, SIG_DFL)
        let line = TypedLine.here
        if line.isJSON { Terminal.holdNotes() }
        do {
            guard !line.typed.isEmpty else { return try await Welcome.show() }
            if let names = await Completion.asked(by: line.words) { return names.forEach { print($0) } }
            try Environment.check()
            try CArguments.checkUTF8()
            if let page = try HelpPage.asked(by: line.words) { return print(page) }
            // Nothing else refers to the command that the parser has just made.
            nonisolated(unsafe) var command = try line.command()
            nonisolated(unsafe) var asyncCommand = unsafe command as? any AsyncParsableCommand
            if unsafe asyncCommand != nil {
                let vault = try await CommandVault(
                    at: try Profiles.location(vault: line.vault, profile: line.profile), for: line.words)
                try await CommandVault.$current.withValue(vault) { try await unsafe asyncCommand?.run() }
                try vault.checkWhole()
            } else {
                // These have no vault.
                try unsafe command.run()
            }
            try Output.check()
            for note in Terminal.takeNotes() { Terminal.note(note) }
        } catch {
            let code = Failure.report(error, asJSON: line.isJSON)
            if code == Explanation.Exit.usage.rawValue, !line.isJSON, let text = line.unsavedText {
                Terminal.note(say("nothing was saved. What you typed: \(text)"))
            }
            Foundation.exit(code)
        }
    }
}
