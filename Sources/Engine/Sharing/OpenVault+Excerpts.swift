import Base
import Journal
import Ledger
import Records
import Store

/// Excerpts: journals of their own in which others read a part of what the owner logs, for a limited time (docs/decisions/0034).
extension OpenVault {
    /// So many may be open at a time.
    package static let mostExcerpts = 20
    /// The field of a journal's name that says that it is an excerpt: the last day on which it is open.
    static let excerptMark = "excerpt"

    /// Makes an excerpt and a link by which one person may ask to read it; it works once the next round of sync has told the relay.
    ///
    /// `label`: for whom it is meant; stays on this device. `name`: what the owner is called for who reads. Throws `SharingError`,
    /// `JournalError`, and `SyncError.notSet` where this vault does not sync.
    package func makeExcerpt(
        _ plan: ExcerptPlan, label: String = "", name: String? = nil
    ) throws -> (excerpt: Excerpt, link: InvitationLink) {
        if let fault = plan.fault(today: surroundings.wall.day) { throw fault }
        guard try relayAddress() != nil else { throw SyncError.notSet }
        guard try excerpts().filter({ $0.ended == nil }).count < OpenVault.mostExcerpts else { throw SharingError.tooMany }
        let name = try name.map { try OpenVault.checked(name: $0) }
        let journalName = try freeName(plan.name)
        var plan = plan
        plan.name = journalName.description
        // In one transaction: others must never read a journal that is not in the owner's list of excerpts.
        let made = try commitCreating { writer in
            let made = try create(journalName, with: writer)
            let record = JournalName.record(of: made)
            let mark: [String: JSON] = [OpenVault.excerptMark: .string(plan.until.iso)]
            try append(
                [try writer.mutation(of: record, kind: JournalName.kind, journal: made, setting: mark)], to: made, with: writer)
            var fields = plan.fields
            fields["created"] = .int(surroundings.now())
            try append([Mutation(kind: ExcerptPlan.kind, record: record, fields: fields)], to: try firstJournal(), with: writer)
            return made
        }
        try refreshExcerpts()
        let left = plan.until.number - surroundings.wall.day.number + 1
        let link = try invite(to: made, as: .reader, history: .all, days: min(7, left), label: label, name: name)
        return (Excerpt(journal: made, plan: plan, isWithdrawn: false, ended: nil), link)
    }

    /// The excerpts that this person has made on any device, also those that have ended; by name.
    package func excerpts() throws -> [Excerpt] {
        let first = try firstJournal()
        return try counts.at(store.logPosition(), "excerpts") {
            let names = try store.journalNames()
            let journals = Dictionary(try store.journals().map { (JournalName.record(of: $0), $0) }) { first, _ in first }
            return try store.records(kind: ExcerptPlan.kind).compactMap { record in
                guard record.journal == first, var plan = ExcerptPlan(fields: record.state.values),
                    let journal = journals[record.id]
                else { return nil }
                // It may have been renamed as a journal since.
                if let name = names[journal] { plan.name = name.description }
                return Excerpt(
                    journal: journal, plan: plan, isWithdrawn: record.state["withdrawn"]?.bool == true,
                    ended: record.state["ended"]?.int)
            }.sorted { ($0.plan.name.lowercased(), $0.journal) < ($1.plan.name.lowercased(), $1.journal) }
        }
    }

    /// The open excerpt that is meant by its name, or the beginning of it or of its journal's; throws `SharingError.noSuchExcerpt`.
    package func excerpt(named typed: String) throws -> Excerpt {
        let wanted = trimmed(typed).lowercased()
        let open = try excerpts().filter { $0.ended == nil }
        let isMeant: [(Excerpt) -> Bool] = [
            { $0.plan.name.lowercased() == wanted }, { $0.plan.name.lowercased().hasPrefix(wanted) },
            { wanted.count >= 4 && $0.journal.description.hasPrefix(wanted) },
        ]
        for test in isMeant {
            let found = open.filter(test)
            if !wanted.isEmpty, found.count == 1 { return found[0] }
        }
        throw SharingError.noSuchExcerpt(typed)
    }

    /// Ends an excerpt before its time: who reads it is taken out, and the relay forgets it with the next round of sync. What was read
    /// stays read.
    package func endExcerpt(_ journal: JournalID) throws {
        try mark(journal, ["withdrawn": true])
        guard let excerpt = try excerpts().first(where: { $0.journal == journal }) else {
            throw SharingError.noSuchExcerpt(journal.description)
        }
        try closeExcerpt(excerpt)
    }

    /// Takes everybody out of an excerpt's journal, closes its links, ends it, and notes that in the plan. Where another device has done
    /// the same, whichever the relay hears first counts; where the relay has forgotten the journal already, nothing is sent.
    func closeExcerpt(_ excerpt: Excerpt) throws {
        let journal = excerpt.journal
        if try !isDestroyed(journal) {
            let control = try control(of: journal)
            guard control.dropped[device] == nil else { return }
            if control.devices[device] == nil { try enterDevice(into: journal) }
            for invite in control.invitations.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                try self.control(in: journal) { .revokeInvite(InvitationEnd(previous: $0, invite: invite)) }
            }
            try forgetInviteSecrets(of: journal)
            let readers = Set(control.members.keys).subtracting([control.owner.identity.name])
            if !readers.isEmpty { try remove(readers, from: journal) }
            try self.control(in: journal) { .destroy(previous: $0) }
        }
        if excerpt.ended == nil { try mark(journal, ["ended": .int(surroundings.now())]) }
    }

    private func mark(_ journal: JournalID, _ fields: [String: JSON]) throws {
        let first = try firstJournal()
        try act(in: first) { writer in
            [
                try writer.mutation(
                    of: JournalName.record(of: journal), kind: ExcerptPlan.kind, journal: first, setting: fields)
            ]
        }
    }

    // MARK: - Telling them from journals

    /// Until which day a journal is open as an excerpt, one's own or somebody else's; `nil` for a journal that is none.
    func excerptUntil(_ journal: JournalID) throws -> LocalDay? {
        try store.journalState(journal)[OpenVault.excerptMark]?.string.flatMap { LocalDay(iso: $0) }
    }

    /// Whether a journal is an excerpt of this person that nobody is to read any more.
    func isOver(_ journal: JournalID) throws -> Bool {
        let today = surroundings.wall.day
        return try excerpts().contains { $0.journal == journal && $0.isOver(on: today) }
    }

    /// Whether a journal is an excerpt that was ended: nobody needs to see it any more.
    func isEndedExcerpt(_ journal: JournalID) throws -> Bool { try excerptUntil(journal) != nil && isDestroyed(journal) }

    /// Refuses to write into an excerpt what it would hide from its owner's own lists: its records come from elsewhere.
    func refuseExcerpt(_ mutations: [Mutation], in journal: JournalID) throws {
        guard mutations.contains(where: { ExcerptScope.kinds.contains($0.kind) }), try excerptUntil(journal) != nil
        else { return }
        throw SharingError.isExcerpt
    }
}
