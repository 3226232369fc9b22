import ArgumentParser
import Base
import Engine
import Exchange
import Ledger

struct JournalDestroy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "destroy", abstract: "End a journal of yours for everybody.",
        discussion: """
            Nobody writes into it any more, and the relay forgets it with its files.
            What is in your vault, and in those of others, stays readable there:
            'auralyst journal remove' takes yours away. It cannot be undone.
            """)

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The journal.") var journal: String
    @Flag(name: .long, help: "Do not ask.") var yes = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        let found = try await JournalWords.journal(journal, in: vault)
        if !yes, !found.isFirst, found.end == nil {
            let others = try await vault.shared(found.id).members.filter { !$0.isYou }
            let name = Terminal.harmless(found.name)
            let who =
                others.isEmpty
                ? "Nobody else shares it."
                : "It ends for \(counted(others.count, "other person", "other people")):"
            Terminal.error("\(name) has \(counted(found.entries, "entry", "entries")). \(who)")
            for member in others { Terminal.error("  \(ShareWords.name(member)), who \(member.role.words)") }
            Terminal.error("What they have read stays with them. This cannot be undone.")
        }
        try ShareWords.confirm("End this journal for everybody?", yes || found.isFirst, nothing: "nothing was ended")
        try await vault.destroyJournal(found.id)
        let isHeard = try await SyncRound.send(vault)
        let ended = try await JournalWords.journal(found.id.description, in: vault, orElse: found)
        if options.json { return Document.print(Document.journal(ended)) }
        let forgotten = isHeard ? ", and the relay has forgotten what was written in it" : ""
        print("\(Terminal.harmless(found.name)) has ended\(forgotten). What is here can be read.")
        Terminal.note("'auralyst journal remove' takes it out of this vault, and of your other devices")
    }
}

struct JournalRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take a journal out of this vault, with its key.",
        discussion: """
            For a journal of yours that has ended or was never synced, and for one of
            somebody else that you share no more. Its keys go first, then its entries,
            files and words; your other devices follow with their next sync. Nothing
            brings it back but a backup or an export from before, or an invitation.
            """)

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The journal.") var journal: String
    @Flag(name: .long, help: "Do not ask.") var yes = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        let found = try await JournalWords.journal(journal, in: vault)
        if let fault = try await vault.removalFault(found.id) { throw fault }
        let copies = try await vault.copiesElsewhere()
        if !yes {
            let count = counted(found.entries, "entry", "entries")
            Terminal.error("\(Terminal.harmless(found.name)) has \(count), which cannot be brought back.")
            if !copies.isEmpty { Terminal.error("Not reached, where they were made before:") }
            for copy in copies { Terminal.error("  \(Terminal.harmless(copy.what))") }
        }
        try ShareWords.confirm("Take it out of this vault for ever?", yes, nothing: "nothing was taken out")
        try await vault.removeJournal(found.id)
        if options.json {
            return Document.print([
                "kind": "journal_removed", "id": .string(found.id.description), "name": .string(found.name),
                "beyond": .array(copies.map { ["what": .string($0.what), "command": .string($0.command)] }),
            ])
        }
        print("\(Terminal.harmless(found.name)) is not in this vault any more, and its keys are destroyed.")
    }
}

/// How journals are said.
enum JournalWords {
    /// Why a journal goes no further, and since when.
    static func end(_ end: JournalEnd) -> String {
        let what =
            switch end.reason {
            case .destroyed: "ended by its owner"
            case .left: "you left it"
            case .removed: "you were removed"
            case .closed: "shared with you no more, or lost by the relay"
            }
        return what + (end.since.map { ", since \(SyncWords.moment($0))" } ?? "")
    }

    /// The journal that is meant. `orElse`: what it was, where it is listed no more.
    static func journal(
        _ typed: String, in vault: OpenVault, orElse known: JournalSummary? = nil
    ) async throws -> JournalSummary {
        var id = known?.id
        if id == nil { id = try await vault.journal(matching: typed) }
        guard let found = try await vault.journals().first(where: { $0.id == id }) ?? known else {
            throw EngineError.noSuchJournal(typed)
        }
        return found
    }
}
