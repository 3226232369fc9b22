import ArgumentParser
import Base
import Engine
import Exchange
import Ledger

struct JournalDestroy: AsyncParsableCommand {
    static let configuration = CommandConfiguration("journal destroy")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The journal.")) var journal: String
    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        let found = try await JournalWords.journal(journal, in: vault)
        // Impossible requests are refused before anyone is asked.
        try await vault.requireEndable(found.id)
        if !consent.isGiven {
            let others = try await vault.shared(found.id).members.filter { !$0.isYou }
            let name = Terminal.harmless(found.name)
            let who =
                others.isEmpty
                ? say("No one else shares it.")
                : say("It is deleted for \(counted(others.count, "other person", "other people")):")
            Terminal.error(say("\(name) has \(counted(found.entries, "entry", "entries")). \(who)"))
            for member in others { Terminal.error(say("  \(ShareWords.name(member)), who \(member.role.words)")) }
            Terminal.error(say("What they have read, they may keep. This cannot be undone."))
        }
        try consent.ask("Delete this journal for everyone?", nothing: "nothing was deleted")
        try await vault.destroyJournal(found.id)
        let isHeard = try await SyncRound.send(vault)
        let ended = try await JournalWords.journal(found.id.description, in: vault, orElse: found)
        if options.json { return Document.print(Document.journal(ended)) }
        let forgotten = isHeard ? say(", and the relay deleted what it had of it") : ""
        print(say("\(Terminal.harmless(found.name)) is deleted for everyone\(forgotten). You can still read it here."))
        Terminal.note(say("'auralyst journal remove' removes it from this vault and your other devices"))
    }
}

struct JournalRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration("journal remove")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The journal.")) var journal: String
    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        let found = try await JournalWords.journal(journal, in: vault)
        if let fault = try await vault.removalFault(found.id) { throw fault }
        let copies = try await vault.copiesElsewhere()
        if !consent.isGiven {
            Terminal.error(
                say(
                    "\(Terminal.harmless(found.name)) has \(counted(found.entries, "entry", "entries")). They cannot be restored."
                ))
            if !copies.isEmpty { Terminal.error(say("These copies are not removed:")) }
            for copy in copies { Terminal.error("  \(Terminal.harmless(copy.what))") }
        }
        try consent.ask("Remove it from this vault for good?", nothing: "nothing was removed")
        try await vault.removeJournal(found.id)
        if options.json {
            return Document.print([
                "kind": "journal_removed", "id": .string(found.id.description), "name": .string(found.name),
                "beyond": .array(copies.map { ["what": .string($0.what), "command": .string($0.command)] }),
            ])
        }
        print(say("\(Terminal.harmless(found.name)) is removed from this vault, and its keys are destroyed."))
    }
}

enum JournalWords {
    static func end(_ end: JournalEnd) -> String {
        end.reason.words + (end.since.map { ", since \(SyncWords.moment($0))" } ?? "")
    }

    /// The named journal. `orElse`: the one it was, if it is not listed any more.
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
