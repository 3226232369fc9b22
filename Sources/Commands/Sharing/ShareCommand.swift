import ArgumentParser
import Base
import Engine
import Foundation
import Ledger

struct ShareCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Share one journal with somebody, and take it back.",
        discussion: """
            You invite, they ask with your link, you let them in. The link opens nothing
            by itself. Who is taken out can open nothing that is written from then on;
            what was read before stays read.

              auralyst share invite --role note --for Ann    you, and send Ann the link
              auralyst share join LINK --as Ann              Ann, in her own vault
              auralyst share approve Ann                     you, after comparing words
            """,
        subcommands: [
            ShareMembers.self, ShareInvite.self, ShareJoin.self, ShareRequests.self, ShareApprove.self, ShareDecline.self,
            ShareRole.self, ShareRemove.self, ShareLeave.self, ShareWithdraw.self, ShareVerify.self,
            ShareExcerpt.self, SharePage.self,
        ], defaultSubcommand: ShareMembers.self)
}

/// The journal that a command of sharing is about.
struct JournalOption: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The journal (else the one that you write in).", valueName: "journal"))
    var journal: String?

    func find(in vault: OpenVault) async throws -> JournalID { try await vault.journalToShare(journal) }
}

struct ShareMembers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "members", abstract: "Show who can see a journal, since when, and who is invited.")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        let shared = try await vault.shared(journal)
        if options.json { return Document.print(shared.json) }
        for member in shared.members { print(ShareWords.line(member)) }
        if shared.members.count == 1, shared.invitations.isEmpty {
            print("Nobody else. 'auralyst share invite' opens it to somebody.")
        }
        for invitation in shared.invitations { print(ShareWords.line(invitation)) }
        for (journal, since) in try await vault.joining() {
            print("You have asked to join \(journal.short) on \(SyncWords.moment(since)); its owner has not answered yet.")
        }
        guard choice.journal == nil else { return }
        let names = try await vault.shownJournals()
        for other in try await vault.sharedJournals() where other.journal != journal && other.members.count > 1 {
            if let name = names[other.journal] {
                Terminal.note("shared as well: '\(Terminal.harmless(name))' (--journal names it)")
            }
        }
    }
}

struct ShareInvite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Make a link by which somebody may ask to join.",
        discussion: """
            Send the link by a way that only they read. It holds no key: whoever has it
            can ask, and you see who before you say yes, to one of them.

            A journal of its own is best: 'auralyst journal new' makes one.
            """)

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption
    @Option(name: .long, help: ArgumentHelp("editor writes, note adds notes, reader reads.", valueName: "role"))
    var role: String = "note"
    @Option(name: .long, help: ArgumentHelp("'all', or 'new': only what is written from then on.", valueName: "history"))
    var history: String = "all"
    @Option(name: .long, help: ArgumentHelp("How many days the link holds, 1 to 90.", valueName: "days")) var days: Int = 7
    @Option(name: .customLong("for"), help: ArgumentHelp("For whom it is; stays on this device.", valueName: "name"))
    var label: String?
    @Option(name: .customLong("as"), help: ArgumentHelp("What you are called for those who join.", valueName: "name"))
    var own: String?
    @Flag(name: .long, help: "Do not ask.") var yes = false

    func validate() throws {
        _ = try ShareWords.role(role)
        guard Invitation.History(rawValue: history) != nil else { throw ValidationError("--history is 'all' or 'new'") }
        guard (1...90).contains(days) else { throw ValidationError("--days is a number from 1 to 90") }
    }

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        guard try await vault.relayAddress() != nil else { throw SyncError.notSet }
        if try await vault.isFirst(journal) {
            // Scripts hear it too: it is what one would wish to have known.
            Terminal.error(
                "This journal also holds your medicines, your support plan and your settings: whoever joins reads them."
                    + " 'auralyst journal new' makes one of its own.")
            try ShareWords.confirm("Share it all the same?", yes, nothing: "nobody was invited")
        }
        let link = try await vault.invite(
            to: journal, as: try ShareWords.role(role), history: Invitation.History(rawValue: history) ?? .all, days: days,
            label: label ?? "", name: own)
        try await SyncRound.send(vault)
        if options.json {
            return Document.print(["kind": "invitation", "link": .string(link.text), "journal": .string(journal.description)])
        }
        print(link.text)
        Terminal.note("holds for \(counted(days, "day")), for one person; 'auralyst share requests' shows who asks")
    }
}

struct ShareJoin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Ask to join somebody's journal, with the link you were sent.",
        discussion: "Its owner sees your name and your words, and says yes or no. 'auralyst sync' then brings the journal.")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The link; '-' reads it from standard input.") var link: String
    @Option(name: .customLong("as"), help: ArgumentHelp("What the owner is to call you.", valueName: "name")) var name: String
    @Option(name: .long, help: ArgumentHelp("The code of whoever runs the relay, if it asks for one.", valueName: "code"))
    var invite: String?

    func run() async throws {
        let typed = link == "-" ? readLine() ?? "" : link
        let parsed = try InvitationLink(typed)
        let vault = try Unlocking.open(options)
        try await SyncRound.first(parsed.relay) {
            try await vault.ask(parsed, as: name, over: SyncRound.transport, code: invite)
        }
        let words = await vault.ownFingerprint()
        if options.json {
            return Document.print([
                "kind": "asked", "journal": .string(parsed.journal.description), "fingerprint": .string(words),
            ])
        }
        print("Asked. Tell the owner your words, aloud or on paper: \(words)")
        Terminal.note("when the owner has let you in, 'auralyst sync' brings the journal")
    }
}

struct ShareRequests: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "requests", abstract: "Ask the relay who wants to join.")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let vault = try Unlocking.open(options)
        guard try await vault.relayAddress() != nil else { throw SyncError.notSet }
        let questions = try await vault.questions(over: SyncRound.transport)
        if options.json { return Document.print(.array(questions.map(\.json))) }
        if questions.isEmpty { return print("Nobody asks.") }
        let names = try await vault.shownJournals()
        for question in questions { print(ShareWords.line(question, among: names)) }
        Terminal.note("compare the words with the person, then 'auralyst share approve NAME'")
    }
}

struct ShareApprove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Let somebody in who asks.",
        discussion: "Compare the words with the person first: nobody in between can imitate them.")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "Their name, or the beginning of their words.") var who: String
    @Option(name: .customLong("as"), help: ArgumentHelp("What they are called for all who share it.", valueName: "name"))
    var name: String?
    @Flag(name: .long, help: "Do not ask.") var yes = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        let requests = try ShareWords.requests(try await vault.questions(over: SyncRound.transport), who)
        guard let question = requests.last else { return }
        guard requests.allSatisfy({ $0.role == question.role && $0.history == question.history }) else {
            throw Refusal(
                "ambiguous_request", "'\(Terminal.harmless(who))' asks by several links, which offer different things",
                hint: "'auralyst share withdraw' closes the one that is not meant; 'auralyst share' lists them")
        }
        if !yes { Terminal.error(ShareWords.line(question, among: try await vault.shownJournals())) }
        try ShareWords.confirm("Let them in?", yes, nothing: "nobody was let in")
        try await SyncRound.run(vault)
        try await vault.approve(question, as: name)
        try await SyncRound.send(vault)
        if options.json { return Document.print(try await vault.shared(question.journal).json) }
        print("\(Terminal.harmless(name ?? question.name)) is in, and \(question.role.words).")
    }
}

struct ShareDecline: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "decline", abstract: "Turn somebody down who asks.")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "Their name, or the beginning of their words.") var who: String

    func run() async throws {
        let vault = try Unlocking.open(options)
        for question in try ShareWords.requests(try await vault.questions(over: SyncRound.transport), who) {
            try await vault.decline(question, over: SyncRound.transport)
        }
        if options.json { return Document.print(["kind": "declined"]) }
        print("Turned down. The link still holds; 'auralyst share withdraw' closes it.")
    }
}
