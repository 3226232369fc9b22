import Journal
import Ledger
import Store
import Vault

extension OpenVault {
    /// The journals of this vault: the first one, then the others by name.
    package func journals() throws -> [JournalSummary] {
        // Another program may have made one, or chosen another for what is new; where the file cannot be read, what is known holds.
        try? keys.refresh()
        let counts = try counts.at(store.logPosition(), "entries by journal") { try store.entriesByJournal() }
        let (first, usual) = (try firstJournal(), try defaultJournal())
        return try journalNames().map { id, name in
            JournalSummary(
                id: id, name: name, entries: counts[id]?.count ?? 0, lastDay: counts[id]?.lastDay, isDefault: id == usual,
                isFirst: id == first, excerptUntil: try excerptUntil(id), end: try end(of: id))
        }
    }

    /// What the journals are called, in the order of `journals()`; excerpts that have ended are left out. One of somebody else's that is
    /// called as another here goes by its owner's name as well: "Journal of Ann". Costs the same at any number of entries.
    package func journalNames() throws -> [(id: JournalID, name: String)] {
        let first = try firstJournal()
        return try counts.at(store.logPosition(), "journal names") {
            let names = try store.journalNames()
            let named = try store.journals().filter { try !isEndedExcerpt($0) }.map { ($0, names[$0] ?? .usual) }
                .sorted { a, b in
                    a.0 == first || (b.0 != first && (a.1.key, a.0) < (b.1.key, b.0))
                }
            let often = Dictionary(named.map { ($0.1.key, 1) }, uniquingKeysWith: +)
            return try named.map { id, name in
                let owner = often[name.key] == 1 ? nil : try nameOfOwner(of: id)
                return (id: id, name: name.description + (owner.map { " of \($0)" } ?? ""))
            }
        }
    }

    /// What the owner of somebody else's journal is called; `nil` for one's own, and where nobody has said it.
    private func nameOfOwner(of journal: JournalID) throws -> String? {
        if try owns(journal) { return nil }
        return try memberNames(of: journal)[OpenVault.memberRecord(control(of: journal).owner.root)]
    }

    /// The journals that are their owner's: what insights, reports, reviews and reminders count. Excerpts hold copies, and are none.
    package func ownJournals() throws -> Set<JournalID> {
        try counts.at(store.logPosition(), "own journals") {
            Set(try store.journals().filter { try owns($0) && excerptUntil($0) == nil })
        }
    }

    /// The journals whose keys the owner can replace: excerpts that are open as well.
    func journalsWithOwnKeys() throws -> Set<JournalID> {
        Set(try store.journals().filter { try owns($0) && !isDestroyed($0) })
    }

    /// The journal that a person means: by its name, in capitals or not, by the beginning of its name, or by that of its 26
    /// characters (at least 4). Throws `EngineError.noSuchJournal` and `JournalError.ambiguous`.
    package func journal(matching typed: String) throws -> JournalID {
        let all = try journalNames()
        let wanted = trimmed(typed).lowercased()
        guard !wanted.isEmpty else { throw EngineError.noSuchJournal(typed) }
        let isMeant: [((id: JournalID, name: String)) -> Bool] = [
            { $0.id.description == wanted }, { $0.name.lowercased() == wanted }, { $0.name.lowercased().hasPrefix(wanted) },
            { wanted.count >= 4 && $0.id.description.hasPrefix(wanted) },
        ]
        for test in isMeant {
            let found = all.filter(test)
            if found.count > 1 { throw JournalError.ambiguous(typed, names: found.map { "\($0.name) (\($0.id.short))" }) }
            if let only = found.first { return only.id }
        }
        throw EngineError.noSuchJournal(typed)
    }

    /// The same where a person may leave it out: `nil` then.
    package func journal(named typed: String?) throws -> JournalID? { try typed.map { try journal(matching: $0) } }

    /// The journal that new entries come into when none is named: the one that was chosen, as long as its keys are here and it goes on.
    package func defaultJournal() throws -> JournalID {
        guard let bytes = keys.body.defaultJournal, let journal = JournalID(bytes) else { throw EngineError.unfinished }
        return try keys.body.epochs(of: bytes).isEmpty || isDestroyed(journal) ? firstJournal() : journal
    }

    /// The journal with which the vault began. What belongs to the person and to no journal in particular stands in it, whatever
    /// journal is chosen for what is new: preferences, templates, medicines, the support plan, what was learnt.
    package func firstJournal() throws -> JournalID {
        if let knownFirst { return knownFirst }
        let first: JournalID
        if let body = keys.body[setting: "genesis"] {
            first = try Genesis(reading: body).journal
        } else {
            guard let journal = keys.body.defaultJournal.flatMap({ JournalID($0) }) else { throw EngineError.unfinished }
            first = journal
        }
        knownFirst = first
        return first
    }
}
