import ArgumentParser
import Base
import Engine
import Foundation
import Ledger

struct ShareCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        "share",
        subcommands: [
            ShareMembers.self, ShareInvite.self, ShareJoin.self, ShareRequests.self, ShareApprove.self, ShareDecline.self,
            ShareRole.self, ShareRemove.self, ShareLeave.self, ShareWithdraw.self, ShareVerify.self, SharePage.self,
            SharePlaces.self,
        ], defaultSubcommand: ShareMembers.self)
}

struct JournalOption: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp(say("The journal (default: the one you write in)."), valueName: "journal"))
    var journal: String?

    func find(in vault: OpenVault) async throws -> JournalID { try await vault.journalToShare(journal) }
}

struct ShareMembers: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share members")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        let shared = try await vault.shared(journal)
        if options.json { return Document.print(shared.json) }
        for member in shared.members { print(ShareWords.line(member)) }
        if shared.members.count == 1, shared.invitations.isEmpty {
            Paragraph.tell(say("No one else. 'auralyst share invite' invites someone."), 0)
        }
        for invitation in shared.invitations { print(ShareWords.line(invitation)) }
        for (journal, since) in try await vault.joining() {
            Paragraph.tell(
                say("You asked to join \(journal.short) on \(SyncWords.moment(since)); its owner has not answered yet."), 0)
        }
        guard choice.journal == nil else { return }
        let names = try await vault.shownJournals()
        for other in try await vault.sharedJournals() where other.journal != journal && other.members.count > 1 {
            if let name = names[other.journal] {
                Terminal.note(say("also shared: '\(Terminal.harmless(name))' (--journal shows it)"))
            }
        }
    }
}

struct ShareInvite: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share invite")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption
    @Option(name: .long, help: ArgumentHelp(say("editor (writes), note (adds notes) or reader."), valueName: "role"))
    var role: String = "note"
    @Option(name: .long, help: ArgumentHelp(say("all, or new: only new entries."), valueName: "history"))
    var history: String = "all"
    @Option(name: .long, help: ArgumentHelp(say("How many days the link is valid, 1 to 90."), valueName: "days")) var days: Int =
        7
    @Option(name: .customLong("for"), help: ArgumentHelp(say("Who it is for; this stays on this device."), valueName: "name"))
    var label: String?
    @Option(name: .customLong("as"), help: ArgumentHelp(say("Your name for the people who join."), valueName: "name"))
    var own: String?
    @OptionGroup var consent: Consent

    func validate() throws {
        _ = try ShareWords.role(role)
        guard Invitation.History(rawValue: history) != nil else { throw ValidationError(say("--history is 'all' or 'new'")) }
    }

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        // Impossible requests are refused before anyone is asked.
        try await vault.requireInviting(to: journal, days: days)
        if try await vault.isFirst(journal) {
            // Printed for scripts too, since it is important to know.
            Terminal.error(
                SharedJournal.firstIsRead + say(" 'auralyst journal new' makes a separate one."))
            try consent.ask("Share it anyway?", nothing: "no one was invited")
        }
        let link = try await vault.invite(
            to: journal, as: try ShareWords.role(role), history: Invitation.History(rawValue: history) ?? .all, days: days,
            label: label ?? "", name: own)
        try await SyncRound.send(vault)
        if options.json {
            return Document.print(["kind": "invitation", "link": .string(link.text), "journal": .string(journal.description)])
        }
        print(link.text)
        Terminal.note(say("valid for \(counted(days, "day")), for one person; 'auralyst share requests' shows who asks"))
        guard history != Invitation.History.new.rawValue else { return }
        let (bar, progress) = ProgressBar.make()
        defer { bar.end() }
        // The link is made: what cannot be searched now is told by the command itself.
        guard let places = try? await vault.places(in: journal, progress: progress), places.withPlace > 0 else { return }
        bar.end()
        let name = Terminal.harmless(try await vault.shared(journal).title)
        Terminal.note("\(places.sentence) 'auralyst share places --remove --journal \"\(name)\"' removes the places")
    }
}

struct ShareJoin: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share join")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The link; '-' reads it from standard input.")) var link: String
    @Option(name: .customLong("as"), help: ArgumentHelp(say("Your name for the owner."), valueName: "name")) var name: String
    @Option(name: .long, help: ArgumentHelp(say("The relay's invitation code, if it needs one."), valueName: "code"))
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
        print(say("Asked. Tell the owner your safety code, aloud or on paper: \(words)"))
        Terminal.note(say("when the owner has let you in, 'auralyst sync now' fetches the journal"))
    }
}

struct ShareRequests: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share requests")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let vault = try Unlocking.open(options)
        guard try await vault.relayAddress() != nil else { throw SyncError.notSet }
        let questions = try await vault.questions(over: SyncRound.transport)
        if options.json { return Document.print(.array(questions.map(\.json))) }
        if questions.isEmpty { return print(say("No one is asking.")) }
        let names = try await vault.shownJournals()
        for question in questions { print(ShareWords.line(question, among: names)) }
        Terminal.note(say("compare the safety code with the person, then 'auralyst share approve NAME'"))
    }
}

struct ShareApprove: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share approve")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("Their name, or the beginning of their safety code.")) var who: String
    @Option(name: .customLong("as"), help: ArgumentHelp(say("Their name for everyone who shares it."), valueName: "name"))
    var name: String?
    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        let requests = try ShareWords.requests(try await vault.questions(over: SyncRound.transport), who)
        guard let question = requests.last else { return }
        guard requests.allSatisfy({ $0.role == question.role && $0.history == question.history }) else {
            throw Refusal(
                "ambiguous_request", "'\(Terminal.harmless(who))' asks through several links, which give different rights",
                hint: "'auralyst share withdraw' closes the link you do not mean; 'auralyst share' lists them")
        }
        if !consent.isGiven { Terminal.error(ShareWords.line(question, among: try await vault.shownJournals())) }
        try consent.ask("Let them in?", nothing: "no one was let in")
        try await SyncRound.run(vault)
        try await vault.approve(question, as: name)
        try await SyncRound.send(vault)
        if options.json { return Document.print(try await vault.shared(question.journal).json) }
        print(say("\(Terminal.harmless(name ?? question.name)) is a member now, and \(question.role.words)."))
    }
}

struct ShareDecline: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share decline")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("Their name, or the beginning of their safety code.")) var who: String

    func run() async throws {
        let vault = try Unlocking.open(options)
        for question in try ShareWords.requests(try await vault.questions(over: SyncRound.transport), who) {
            try await vault.decline(question, over: SyncRound.transport)
        }
        if options.json { return Document.print(["kind": "declined"]) }
        print(say("Declined. The link is still valid; 'auralyst share withdraw' closes it."))
    }
}
