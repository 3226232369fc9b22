import ArgumentParser
import Engine
import Foundation
import Journal
import Ledger

struct ShareRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "role", abstract: "Give a member another role.")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption
    @Argument(help: "Their name, or the beginning of their words.") var who: String
    @Argument(help: "editor, note or reader.") var role: String

    func validate() throws { _ = try ShareWords.role(role) }

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        let member = try ShareWords.member(try await vault.shared(journal), who)
        let role = try ShareWords.role(role)
        try await vault.setRole(of: member.identity, to: role, in: journal)
        try await SyncRound.send(vault)
        if options.json { return Document.print(try await vault.shared(journal).json) }
        print("\(ShareWords.name(member)) \(role.words) now.")
    }
}

struct ShareRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take members out of a journal.",
        discussion: """
            The journal gets a new key in the same step: they can open nothing that is
            written from then on. What they have read, or copied, nobody can take back.
            """)

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption
    @Argument(help: "Their names, or the beginnings of their words.") var who: [String]
    @Flag(name: .long, help: "Do not ask.") var yes = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        let shared = try await vault.shared(journal)
        let members = try who.map { try ShareWords.member(shared, $0) }
        let names = members.map(ShareWords.name).spokenList
        if !yes { Terminal.error("What they have read, or copied, nobody can take back.") }
        try ShareWords.confirm("Take \(names) out?", yes, nothing: "nobody was taken out")
        try await vault.remove(Set(members.map(\.identity)), from: journal)
        try await SyncRound.send(vault)
        if options.json { return Document.print(try await vault.shared(journal).json) }
        print("\(names) can open nothing that is written from now on.")
    }
}

struct ShareLeave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave", abstract: "Leave a journal that somebody shares with you.",
        discussion: "What is on this device stays here, and gets nothing new.")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption
    @Flag(name: .long, help: "Do not ask.") var yes = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        try ShareWords.confirm("Leave this journal?", yes, nothing: "nothing was left")
        try await vault.leave(journal)
        try await SyncRound.send(vault)
        if options.json { return Document.print(["kind": "left", "journal": .string(journal.description)]) }
        print("Left. What is here stays here, and gets nothing new.")
    }
}

struct ShareWithdraw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "withdraw", abstract: "Close a link that nobody has used yet.")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption
    @Argument(help: "The beginning of its name, or for whom it is.") var invitation: String

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
        print("The link opens nothing any more.")
    }
}

struct ShareVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Note that you have compared a member's words.",
        discussion: "Ask them to read theirs aloud: 'auralyst share members' shows both sides the same.")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption
    @Argument(help: "Their name, or the beginning of their words.") var who: String
    @Flag(name: .long, help: "Take it back.") var undo = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        let member = try ShareWords.member(try await vault.shared(journal), who)
        try await vault.verify(member: member.identity, in: journal, !undo)
        if options.json { return Document.print(try await vault.shared(journal).json) }
        print("\(ShareWords.name(member)): \(undo ? "not compared" : "compared").")
    }
}
