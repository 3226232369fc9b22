import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Sync
import Synchronization

/// Joining, admitting and leaving: requests that wait for the relay.
extension WebApp {
    /// How long the page People waits for the relay.
    private static let patience: Duration = .seconds(4)

    func addJoiningRoutes(to routes: inout Routes) {
        routes.form("/people/approve") { visit, fields in try await visit.app.approve(visit, fields) }
        routes.form("/people/decline") { visit, fields in try await visit.app.decline(visit, fields) }
        routes.page("/people/join") { visit in
            let syncs = try await visit.vault().syncStatus().relay != nil
            return visit.app.frame("Join", JoinPage(syncs: syncs).html(for: visit), visit)
        }
        routes.form("/people/join", limit: 16 << 10) { visit, fields in try await visit.app.join(visit, fields) }
        routes.form("/people/join/end") { visit, fields in
            let (vault, journal, app) = (try await visit.vault(), try WebApp.journal(fields), visit.app)
            return try await app.answerPeople("Telling the relay", to: visit) {
                try await vault.takeBackQuestion(journal, over: app.machine.relays)
                return say("Request cancelled.")
            }
        }
        routes.page("/people/leave/:journal") { visit in
            let shared = try await visit.app.shared(JournalID(text: visit.part("journal")), in: try await visit.vault())
            guard let role = shared.ownRole, role != .owner else { return .redirect(to: "/people") }
            return visit.app.frame("Leave", LeavePage(shared: shared).html(for: visit), visit)
        }
        routes.page("/people/end/:journal") { visit in
            let (shared, entries, vault) = try await visit.app.farewell(visit)
            guard shared.end == nil else { return .redirect(to: "/people") }
            do {
                try await vault.requireEndable(shared.journal)
            } catch {
                return visit.done(Notice(sentence: PeopleWords.sentences(error), tone: .trouble), next: "/people")
            }
            return visit.app.frame("End", EndJournalPage(shared: shared, entries: entries).html(for: visit), visit)
        }
        routes.form("/people/end") { visit, fields in
            try await visit.app.share(visit, fields, said: say("Deleted for everyone. Your copy stays readable.")) {
                vault, journal in
                try await vault.destroyJournal(journal)
            }
        }
        routes.page("/people/put-away/:journal") { visit in
            let (shared, entries, vault) = try await visit.app.farewell(visit)
            if let fault = try await vault.removalFault(shared.journal) {
                return visit.done(Notice(sentence: PeopleWords.sentences(fault), tone: .trouble), next: "/people")
            }
            let page = PutAwayPage(
                shared: shared, entries: entries, copies: try await vault.copiesElsewhere().map(\.what))
            return visit.app.frame("Remove", page.html(for: visit), visit)
        }
        routes.form("/people/put-away") { visit, fields in
            try await visit.app.share(visit, fields, said: say("Removed, and its keys are destroyed.")) { vault, journal in
                try await vault.removeJournal(journal)
            }
        }
        routes.form("/people/leave") { visit, fields in
            try await visit.app.share(visit, fields, said: say("You have left. What is here stays here.")) { vault, journal in
                try await vault.leave(journal)
            }
        }
    }

    /// The journal of a page about its end, and its number of entries.
    private func farewell(_ visit: Visit) async throws -> (shared: SharedJournal, entries: Int, vault: OpenVault) {
        let vault = try await visit.vault()
        let shared = try await shared(JournalID(text: visit.part("journal")), in: vault)
        let entries = try await vault.journals().first { $0.id == shared.journal }?.entries ?? 0
        return (shared, entries, vault)
    }

    /// The join requests, if the relay answers within a few seconds: the page works without them.
    func asked(in vault: OpenVault) async -> PeoplePage.Asked {
        let lines = RelayLines(machine.relays)
        return await withTaskGroup(of: Void.self, returning: PeoplePage.Asked.self) { group in
            group.addTask {
                // The sleep ends with the answer; otherwise the request is cancelled, and fails.
                try? await Task.sleep(for: WebApp.patience)
                lines.close()
            }
            defer { group.cancelAll() }
            do {
                return .these(try await vault.questions(over: lines.open))
            } catch SyncError.notSet {
                return .these([])
            } catch {
                return .unreachable(sentence(Explanation(error).sentence))
            }
        }
    }

    /// Performs an action through the relay, and reports the result on the People page.
    private func answerPeople(
        _ title: HTML, to visit: Visit, _ job: @escaping @Sendable () async throws -> String
    ) async throws -> Response {
        try await answer(title, to: visit) { _ in
            let notice: Notice
            do {
                notice = Notice(sentence: try await job())
            } catch {
                notice = Notice(sentence: PeopleWords.sentences(error), tone: .trouble)
            }
            self.sync.wake(.wrote)
            return { visit in visit.done(notice, next: "/people") }
        }
    }

    /// The request of a form, fetched from the relay again: only what it proves is used.
    private func question(_ fields: FormFields, to journal: JournalID, in vault: OpenVault) async throws -> JoinQuestion {
        let (invite, who) = (fields["invitation"], fields["who"])
        let questions = try await vault.questions(over: machine.relays)
        guard
            let found = questions.first(where: {
                $0.journal == journal && hex($0.invite) == invite && hex($0.identity.name) == who
            })
        else { throw SharingError.invitationClosed }
        return found
    }

    private func approve(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let (vault, journal) = (try await visit.vault(), try WebApp.journal(fields))
        return try await answerPeople("Adding the member", to: visit) {
            let question = try await self.question(fields, to: journal, in: vault)
            let name = fields["name"].map { trimmed($0) } ?? question.name
            try await vault.approve(question, as: name)
            return say("\(name) is now a member.")
        }
    }

    private func decline(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let (vault, journal) = (try await visit.vault(), try WebApp.journal(fields))
        return try await answerPeople("Telling the relay", to: visit) {
            try await vault.decline(try await self.question(fields, to: journal, in: vault), over: self.machine.relays)
            return say("Declined. The link stays valid until you withdraw it.")
        }
    }

    private func join(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let vault = try await visit.vault()
        let syncs = try await vault.syncStatus().relay != nil
        let page = JoinPage(
            link: trimmed(String((fields["link"] ?? "").prefix(1000))), name: trimmed(String((fields["name"] ?? "").prefix(300))),
            code: trimmed(String((fields["code"] ?? "").prefix(200))), syncs: syncs)
        return try await answer("Asking the owner", to: visit) { _ in
            do {
                let link = try InvitationLink(page.link)
                try await vault.ask(link, as: page.name, over: self.machine.relays, code: page.code.isEmpty ? nil : page.code)
            } catch {
                let words = PeopleWords.sentences(error)
                return { visit in
                    var page = page
                    page.fault = words
                    return self.frame("Join", page.html(for: visit), visit, status: .unprocessable)
                }
            }
            if syncs { self.sync.wake(.due) } else { await self.sync.begin(vault) }
            return { visit in
                visit.done(Notice(sentence: "Request sent. Now read your safety code to the owner."), next: "/people")
            }
        }
    }
}

/// Connections to a relay that are closed together.
private final class RelayLines: Sendable {
    private let relays: @Sendable (RelayAddress) -> any RelayTransport
    /// `nil` once they are closed.
    private let lines = Mutex<[any RelayTransport]?>([])

    init(_ relays: @escaping @Sendable (RelayAddress) -> any RelayTransport) { self.relays = relays }

    @Sendable func open(_ address: RelayAddress) -> any RelayTransport {
        let line = relays(address)
        let isEnded = lines.withLock { lines in
            lines?.append(line)
            return lines == nil
        }
        if isEnded { line.close() }
        return line
    }

    func close() {
        let open = lines.withLock { lines in
            defer { lines = nil }
            return lines
        }
        for line in open ?? [] { line.close() }
    }
}
