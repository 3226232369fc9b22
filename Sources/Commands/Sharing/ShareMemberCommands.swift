import ArgumentParser
import Base
import Engine
import Foundation
import Journal
import Ledger

struct ShareRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share role")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption
    @Argument(help: say("Their name, or the beginning of their safety code.")) var who: String
    @Argument(help: say("editor, note or reader.")) var role: String

    func validate() throws { _ = try ShareWords.role(role) }

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        let member = try ShareWords.member(try await vault.shared(journal), who)
        let role = try ShareWords.role(role)
        try await vault.setRole(of: member.identity, to: role, in: journal)
        try await SyncRound.send(vault)
        if options.json { return Document.print(try await vault.shared(journal).json) }
        print(say("\(ShareWords.name(member)) \(role.words) now."))
    }
}

struct ShareRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share remove")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption
    @Argument(help: say("Their names, or the beginnings of their safety codes.")) var who: [String]
    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        let shared = try await vault.shared(journal)
        let members = try who.map { try ShareWords.member(shared, $0) }
        let names = members.map(ShareWords.name).spokenList
        if !consent.isGiven { Terminal.error(say("What they have read or copied cannot be taken back.")) }
        try consent.ask("Remove \(names)?", nothing: "no one was removed")
        try await vault.remove(Set(members.map(\.identity)), from: journal)
        try await SyncRound.send(vault)
        if options.json { return Document.print(try await vault.shared(journal).json) }
        print(say("\(names) cannot read new entries."))
    }
}

struct ShareLeave: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share leave")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption
    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        // Impossible requests are refused before anyone is asked.
        try await vault.requireLeavable(journal)
        try consent.ask("Leave this journal?", nothing: "you are still a member")
        try await vault.leave(journal)
        try await SyncRound.send(vault)
        if options.json { return Document.print(["kind": "left", "journal": .string(journal.description)]) }
        print(say("You left. What is here stays here, and gets no more changes."))
    }
}

struct ShareWithdraw: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share withdraw")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption
    @Argument(help: say("The beginning of its name, or who it is for.")) var invitation: String

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        let found = try await vault.shared(journal).invitations.filter {
            ShareWords.short($0.id).hasPrefix(invitation.lowercased()) || $0.label.lowercased() == invitation.lowercased()
        }
        guard found.count == 1 else { throw SharingError.noSuchInvitation(invitation) }
        try await vault.withdraw(found[0].id, to: journal)
        try await SyncRound.send(vault)
        if options.json { return Document.print(["kind": "withdrawn"]) }
        print(say("The link is closed."))
    }
}

struct ShareVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share verify")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption
    @Argument(help: say("Their name, or the beginning of their safety code.")) var who: String
    @Flag(name: .long, help: say("Take it back.")) var undo = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        let member = try ShareWords.member(try await vault.shared(journal), who)
        try await vault.verify(member: member.identity, in: journal, !undo)
        if options.json { return Document.print(try await vault.shared(journal).json) }
        print("\(ShareWords.name(member)): \(undo ? say("not compared") : say("compared")).")
    }
}
