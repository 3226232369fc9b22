import Base
import Documents
import Engine
import HTTP
import Ledger
import Sync

extension WebApp {
    func addPeopleRoutes(to routes: inout Routes) {
        routes.page("/people") { visit in try await visit.app.people(visit) }
        routes.page("/people/invite") { visit in try await visit.app.invitePage(visit) }
        routes.form("/people/invite", limit: 16 << 10) { visit, fields in try await visit.app.invite(visit, fields) }
        routes.form("/people/withdraw") { visit, fields in
            guard let invitation = fields["invitation"].flatMap({ bytes(fromHex: $0) }) else { throw HTTPFault.notFound }
            return try await visit.app.share(visit, fields, said: say("Link withdrawn. It no longer works.")) { vault, journal in
                try await vault.withdraw(invitation, to: journal)
            }
        }
        routes.form("/people/compare") { visit, fields in
            let isCompared = fields["compared"] == "yes"
            let words = isCompared ? say("Marked as compared.") : say("Marked as not compared.")
            return try await visit.app.share(visit, fields, said: words) { vault, journal in
                try await vault.verify(member: try WebApp.member(fields), in: journal, isCompared)
            }
        }
        routes.form("/people/role") { visit, fields in
            guard let role = fields["role"].flatMap({ Role(rawValue: $0) }) else { throw HTTPFault.notFound }
            return try await visit.app.share(visit, fields, said: "Changed.") { vault, journal in
                try await vault.setRole(of: try WebApp.member(fields), to: role, in: journal)
            }
        }
        routes.page("/people/remove/:journal/:member") { visit in try await visit.app.removePage(visit) }
        routes.form("/people/remove") { visit, fields in
            let words = say("Removed. New entries are encrypted with a new key.")
            return try await visit.app.share(visit, fields, said: words) { vault, journal in
                try await vault.remove([try WebApp.member(fields)], from: journal)
            }
        }
        addJoiningRoutes(to: &routes)
        addSealedPageRoutes(to: &routes)
        addPlacesRoutes(to: &routes)
    }

    /// The page that contains a sharing form (see `page(insteadOf:)`).
    static func peoplePage(insteadOf parts: [String]) -> String? {
        switch (parts.first, parts.count) {
        case ("people", 2...): "/people"
        case ("note", 3): RecordID(text: parts[1]).map { "/note/\($0.description)" }
        default: nil
        }
    }

    func frame(_ title: HTML, _ content: HTML, _ visit: Visit, status: Status = .ok) -> Response {
        PageFrame(title: title, place: .people, name: "people").page(content, for: visit, status: status)
    }

    static func journal(_ fields: FormFields) throws -> JournalID {
        guard let journal = fields["journal"].flatMap({ JournalID(text: $0) }) else { throw HTTPFault.notFound }
        return journal
    }

    private static func member(_ fields: FormFields) throws -> [UInt8] {
        guard let member = fields["member"].flatMap({ bytes(fromHex: $0) }) else { throw HTTPFault.notFound }
        return member
    }

    /// The members of a journal in this vault. Throws `HTTPFault.notFound` if it is not here.
    func shared(_ journal: JournalID?, in vault: isolated OpenVault) throws -> SharedJournal {
        guard let found = try vault.sharedJournals().first(where: { $0.journal == journal }) else {
            throw HTTPFault.notFound
        }
        return found
    }

    /// Performs a sharing action, lets sync send it, and reports success or the error.
    func share(
        _ visit: Visit, _ fields: FormFields, said words: String,
        _ action: @Sendable (OpenVault, JournalID) async throws -> Void
    ) async throws -> Response {
        let vault = try await visit.vault()
        let journal = try await shared(try WebApp.journal(fields), in: vault).journal
        do {
            try await action(vault, journal)
        } catch  where error is SharingError || error is JournalError {
            return visit.done(Notice(sentence: PeopleWords.sentences(error), tone: .trouble), next: "/people")
        }
        sync.wake(.wrote)
        return visit.done(Notice(sentence: words), next: "/people")
    }

    private func people(_ visit: Visit) async throws -> Response {
        let asked = await asked(in: try await visit.vault())
        let page = try await visit.read { vault, preferences in
            let status = try vault.syncStatus()
            return PeoplePage(
                journals: try vault.sharedJournals(), asked: asked,
                joining: try vault.joining().sorted { $0.value < $1.value }.map { ($0.key, $0.value) },
                fingerprint: vault.ownFingerprint(), syncs: status.relay != nil, kept: status.kept,
                words: PeopleWords(
                    dates: preferences.dates, zone: CivilTime(zone: self.surroundings.zone), now: self.surroundings.now()))
        }
        // The next round shows whether this person was admitted.
        if !page.joining.isEmpty { sync.wake(.due) }
        return frame("People", page.html(for: visit), visit)
    }

    private func invitePage(_ visit: Visit) async throws -> Response {
        let vault = try await visit.vault()
        guard try await vault.syncStatus().relay != nil else { return .redirect(to: "/people") }
        let named = visit.request.query["journal"].flatMap { JournalID(text: $0) }
        let all = try await vault.sharedJournals()
        guard let shared = all.first(where: { $0.journal == named }) ?? all.first, shared.ownRole == .owner else {
            return .redirect(to: "/people")
        }
        return invitePage(InviteForm(own: shared.members.first(where: \.isYou)?.name ?? ""), shared, visit)
    }

    private func invitePage(_ form: InviteForm, _ shared: SharedJournal, _ visit: Visit) -> Response {
        let page = InvitePage(form: form, shared: shared)
        return frame("Invite", page.html(for: visit), visit, status: form.fault == nil ? .ok : .unprocessable)
    }

    private func invite(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let vault = try await visit.vault()
        let shared = try await shared(try WebApp.journal(fields), in: vault)
        var form = InviteForm(fields)
        do {
            let known = shared.members.first(where: \.isYou)?.name
            _ = try await vault.invite(
                to: shared.journal, as: form.role, history: form.history, days: form.dayCount, label: form.label,
                name: form.own == known && !form.own.isEmpty ? nil : form.own)
        } catch let error as SharingError {
            form.fault = PeopleWords.sentences(error)
            return invitePage(form, shared, visit)
        }
        sync.wake(.wrote)
        return visit.done(
            Notice(sentence: "The link is ready. Send it in a way that only they can read."), next: "/people#invitations")
    }

    private func removePage(_ visit: Visit) async throws -> Response {
        let shared = try await shared(JournalID(text: visit.part("journal")), in: try await visit.vault())
        let name = bytes(fromHex: visit.part("member"))
        guard let member = shared.members.first(where: { $0.identity == name }) else { throw HTTPFault.notFound }
        guard shared.ownRole == .owner, !member.isYou else { return .redirect(to: "/people") }
        return frame("Remove", RemovePage(member: member, journal: shared.journal).html(for: visit), visit)
    }
}
