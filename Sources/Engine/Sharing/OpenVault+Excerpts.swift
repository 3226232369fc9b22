import Base
import Journal
import Ledger
import Records
import Store

/// Excerpts: separate journals in which others read a part of the owner's log, for a limited time (docs/decisions/0034).
extension OpenVault {
    /// The most that may be open at a time.
    package static let mostExcerpts = 20
    /// The field of a journal's name that marks it as an excerpt: the last day on which it is open.
    static let excerptMark = "excerpt"

    /// Creates an excerpt and a link with which one person may ask to read it; the link works after the next round of sync.
    ///
    /// `label`: a note on whom it is for; stays on this device. `name`: the owner's name as readers see it. Throws
    /// `SharingError`, `JournalError`, and `SyncError.notSet` if this vault does not sync.
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
            let made = try create(journalName)
            let record = JournalName.record(of: made)
            let mark: [String: JSON] = [OpenVault.excerptMark: .string(plan.until.iso)]
            try append([try writer.mutation(of: record, kind: JournalName.kind, journal: made, setting: mark)], to: made)
            var fields = plan.fields
            fields["created"] = .int(surroundings.now())
            try append([Mutation(kind: ExcerptPlan.kind, record: record, fields: fields)], to: try firstJournal())
            return made
        }
        try refreshExcerpts()
        let left = plan.until.number - surroundings.wall.day.number + 1
        let link = try invite(to: made, as: .reader, history: .all, days: min(7, left), label: label, name: name)
        return (Excerpt(journal: made, plan: plan, isWithdrawn: false, ended: nil), link)
    }

    /// The excerpts that this person made on any device, including ended ones; by name.
    package func excerpts() throws -> [Excerpt] {
        let first = try firstJournal()
        return try cached(Cached.excerpts) {
            let names = try store.journalNames()
            let journals = Dictionary(try store.journals().map { (JournalName.record(of: $0), $0) }) { first, _ in first }
            return try store.records(kind: ExcerptPlan.kind).compactMap { record in
                guard record.journal == first, var plan = ExcerptPlan(fields: record.state.values),
                    let journal = journals[record.id]
                else { return nil }
                // It may have been renamed as a journal.
                if let name = names[journal] { plan.name = name.description }
                return Excerpt(
                    journal: journal, plan: plan, isWithdrawn: record.state["withdrawn"]?.bool == true,
                    ended: record.state["ended"]?.int)
            }.sorted { ($0.plan.name.lowercased(), $0.journal) < ($1.plan.name.lowercased(), $1.journal) }
        }
    }

    /// Finds an open excerpt by its name, or by the beginning of it or of its journal's; throws `SharingError.noSuchExcerpt`.
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

    /// Ends an excerpt early: its readers are removed, and the relay deletes it with the next round of sync. What was read cannot
    /// be unread.
    package func endExcerpt(_ journal: JournalID) throws {
        try mark(journal, ["withdrawn": true])
        guard let excerpt = try excerpts().first(where: { $0.journal == journal }) else {
            throw SharingError.noSuchExcerpt(journal.description)
        }
        try closeExcerpt(excerpt)
    }

    /// Removes all readers from an excerpt's journal, closes its links, ends it, and records that in the plan. If another device
    /// did the same, the first one at the relay counts; if the relay has already deleted the journal, nothing is sent.
    func closeExcerpt(_ excerpt: Excerpt) throws {
        let journal = excerpt.journal
        if try !isDestroyed(journal) {
            let control = try control(of: journal)
            guard control.dropped[device] == nil else { return }
            if control.devices[device] == nil { try enterDevice(into: journal) }
            for invite in control.invitations.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                try appendControl(to: journal) { .revokeInvite(InvitationEnd(previous: $0, invite: invite)) }
            }
            try forgetInviteSecrets(of: journal)
            let readers = Set(control.members.keys).subtracting([control.owner.identity.name])
            if !readers.isEmpty { try remove(readers, from: journal) }
            try appendControl(to: journal) { .destroy(previous: $0) }
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

    // MARK: - Excerpts and other journals

    /// The last day of an excerpt, one's own or someone else's; `nil` for a journal that is none.
    func excerptUntil(_ journal: JournalID) throws -> LocalDay? {
        try store.journalState(journal)[OpenVault.excerptMark]?.string.flatMap { LocalDay(iso: $0) }
    }

    /// Whether a journal is an own excerpt that is over.
    func isOver(_ journal: JournalID) throws -> Bool {
        let today = surroundings.wall.day
        return try excerpts().contains { $0.journal == journal && $0.isOver(on: today) }
    }

    /// Whether a journal is an ended excerpt, which need not be listed any more.
    func isEndedExcerpt(_ journal: JournalID) throws -> Bool { try excerptUntil(journal) != nil && isDestroyed(journal) }

    /// Throws on writes to an excerpt: its records are copies, and the owner's own lists would not show them.
    func refuseExcerpt(_ mutations: [Mutation], in journal: JournalID) throws {
        guard mutations.contains(where: { ExcerptScope.kinds.contains($0.kind) }), try excerptUntil(journal) != nil
        else { return }
        throw SharingError.isExcerpt
    }
}
