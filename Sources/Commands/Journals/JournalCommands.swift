import ArgumentParser
import Base
import Basics
import Engine
import Exchange
import Journal
import Ledger
import Records

struct JournalCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        "journal",
        subcommands: [
            JournalList.self, JournalNew.self, JournalRename.self, JournalUse.self, JournalDestroy.self, JournalRemove.self,
        ], defaultSubcommand: JournalList.self)
}

struct JournalList: AsyncParsableCommand {
    static let configuration = CommandConfiguration("journal list")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let list = try await Unlocking.open(options).journals()
        if options.json { return Document.print(.array(list.map(Document.journal))) }
        let width = min(list.map(\.name.columns).max() ?? 0, Terminal.columns / 3)
        for journal in list {
            let name = Rows.padded(Terminal.name(journal.name), to: width)
            let last = journal.lastDay.map { say(", last on \($0.longName)") } ?? ""
            let count = say("\(counted(journal.entries, "entry", "entries"))")
            let end = journal.end.map { "; " + JournalWords.end($0) } ?? ""
            Rows.tell(journal.isDefault ? "* " : "  ", "\(name)  \(journal.id.short)  \(count)\(last)\(end)", headStyle: nil)
        }
    }
}

struct JournalNew: AsyncParsableCommand {
    static let configuration = CommandConfiguration("journal new")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("Its name, 1 to 60 characters.")) var name: [String]

    func run() async throws {
        let made = try await Unlocking.open(options).createJournal(named: name.joined(separator: " "))
        if options.json { return Document.print(Document.journal(made)) }
        print(
            say(
                "Made the journal \(Terminal.harmless(made.name)). Write in it with --journal, or choose it with 'auralyst journal use'."
            )
        )
    }
}

struct JournalRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration("journal rename")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The journal.")) var journal: String
    @Argument(help: say("Its new name.")) var name: [String]

    func run() async throws {
        let vault = try Unlocking.open(options)
        let renamed = try await vault.renameJournal(
            try await vault.journal(matching: journal), to: name.joined(separator: " "))
        if options.json { return Document.print(Document.journal(renamed)) }
        print(say("The journal is now called \(Terminal.harmless(renamed.name))."))
    }
}

struct JournalUse: AsyncParsableCommand {
    static let configuration = CommandConfiguration("journal use")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The journal.")) var journal: String

    func run() async throws {
        let vault = try Unlocking.open(options)
        let used = try await vault.useJournal(try await vault.journal(matching: journal))
        if options.json { return Document.print(Document.journal(used)) }
        print(say("New entries go to \(Terminal.harmless(used.name)) from now on."))
    }
}

extension Document {
    static func journal(_ journal: JournalSummary) -> JSON {
        [
            "id": .string(journal.id.description), "kind": .string(JournalName.kind), "name": .string(journal.name),
            "entries": .int(Int64(journal.entries)), "last_day": .text(journal.lastDay?.iso), "default": .bool(journal.isDefault),
            "first": .bool(journal.isFirst),
            "ended": .text(journal.end?.reason.rawValue), "ended_since": SyncWords.rfc(journal.end?.since),
        ]
    }
}
