import Journal
import Ledger
import Records
import Store
import Vault

extension OpenVault {
    /// The journals of this vault: the first one, then the others by name.
    package func journals() throws -> [JournalSummary] {
        // Another program may have created a journal or chosen another default; if the file cannot be read, the known state is
        // used.
        try? keys.refresh()
        let counts = try cached(Cached.entriesByJournal) { try store.entriesByJournal() }
        let (first, usual) = (try firstJournal(), try defaultJournal())
        return try journalNames().map { id, name in
            JournalSummary(
                id: id, name: name, entries: counts[id]?.count ?? 0, lastDay: counts[id]?.lastDay, isDefault: id == usual,
                isFirst: id == first, end: try end(of: id))
        }
    }

    /// The names of the journals, in the order of `journals()`. Someone else's journal with the same name as another one includes
    /// its owner's name: "Journal of Ann". The cost does not depend on the number of entries.
    package func journalNames() throws -> [(id: JournalID, name: String)] {
        let first = try firstJournal()
        return try cached(Cached.journalNames) {
            let names = try store.journalNames()
            let named = try store.journals().map { ($0, names[$0] ?? .usual) }
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

    /// The names of journals for a list: if there is more than one, and not only one was selected.
    package func shownJournals(in selection: Selection = Selection()) throws -> [JournalID: String] {
        guard selection.journals == nil else { return [:] }
        let names = try journalNames()
        return names.count > 1 ? Dictionary(uniqueKeysWithValues: names.map { ($0.id, $0.name) }) : [:]
    }

    /// The name of the owner of someone else's journal; `nil` for one's own, and if it is not known.
    private func nameOfOwner(of journal: JournalID) throws -> String? {
        if try owns(journal) { return nil }
        return try memberNames(of: journal)[OpenVault.memberRecord(controlLog(of: journal).owner.root)]
    }

    /// The owner's own journals: what insights, reports, reviews and reminders count.
    package func ownJournals() throws -> Set<JournalID> {
        try cached(Cached.ownJournals) {
            Set(try store.journals().filter { try owns($0) })
        }
    }

    /// The journals whose keys the owner can replace.
    func journalsWithOwnKeys() throws -> Set<JournalID> {
        Set(try store.journals().filter { try owns($0) && !isDestroyed($0) })
    }

    /// Finds a journal by its name (capitals make no difference), by the beginning of its name, or by that of its 26 characters
    /// (at least 4). Throws `EngineError.noSuchJournal` and `JournalError.ambiguous`.
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

    /// The same; `nil` if nothing was typed.
    package func journal(named typed: String?) throws -> JournalID? { try typed.map { try journal(matching: $0) } }

    /// The journal for new entries when none is named: the chosen one, as long as its keys are here and it has not ended.
    package func defaultJournal() throws -> JournalID {
        guard let bytes = keys.body.defaultJournal, let journal = JournalID(bytes) else { throw EngineError.unfinished }
        return try keys.body.epochs(of: bytes).isEmpty || isDestroyed(journal) ? firstJournal() : journal
    }

    /// The journal that the vault began with. Data that belongs to the person rather than to a journal is here, whatever the
    /// default journal is: preferences, templates, medicines, the support plan, mood learning.
    package func firstJournal() throws -> JournalID {
        if let knownFirst { return knownFirst }
        let first = try OpenVault.firstJournal(in: keys.body)
        knownFirst = first
        return first
    }

    static func firstJournal(in body: borrowing VaultBody) throws -> JournalID {
        if let genesis = body[setting: "genesis"] { return try Genesis(reading: genesis).journal }
        guard let journal = body.defaultJournal.flatMap({ JournalID($0) }) else { throw EngineError.unfinished }
        return journal
    }
}
