import Journal
import Ledger
import Records
import Store

extension OpenVault {
    /// The selected entries, newest first, and how many of them lie on damaged pages.
    package func entries(_ selection: Selection) throws -> (list: [StoredEntry], unreadable: Int) {
        try store.entries(selection)
    }

    /// The selected entries with the places where the words stand.
    package func hits(_ selection: Selection) throws -> (list: [Hit], unreadable: Int) { try store.hits(selection) }

    /// How many entries are selected, the selection's own limit left aside: at most `limit`, where the counting ends.
    package func count(_ selection: Selection, limit: Int? = nil) throws -> Int {
        try store.entryCount(selection, limit: limit)
    }

    /// What was written on this day of earlier years, the newest first. On 28 February of a common year the 29th counts too.
    /// Of one journal or of all.
    package func onThisDay(_ today: LocalDay, limit: Int? = nil, journal: JournalID? = nil) throws -> [StoredEntry] {
        guard let written = try store.days() else { return [] }
        let days = today.anniversaries(since: written.lowerBound.year)
        guard !days.isEmpty, let yesterday = today.adding(days: -1) else { return [] }
        var query = SearchQuery()
        query.lastDay = yesterday
        let selection = Selection(query: query, journals: journal.map { [$0] }, anniversaries: days, limit: limit)
        let found = try store.entries(selection).list
        return found.filter { today.isAnniversary(of: $0.entry.day) }
    }

    /// The entry that a person means by its name, by the beginning of it (at least 4 characters), or by `last`.
    package func find(_ typed: String) throws -> StoredEntry {
        if typed.lowercased() == "last" {
            guard let last = try lastWritten() else { throw EngineError.noSuchEntry(typed) }
            return last
        }
        guard typed.count >= 4, let range = RecordID.range(ofPrefix: typed) else { throw EngineError.badEntryID(typed) }
        let found = try store.entryIDs(in: range, limit: 10)
        guard let id = found.first else { throw EngineError.noSuchEntry(typed) }
        guard found.count == 1 else { throw EngineError.ambiguousEntry(typed, count: found.count) }
        return try entry(id)
    }

    /// The entry that came into the vault last, whatever its date; deleted ones are passed over.
    private func lastWritten() throws -> StoredEntry? {
        var last: StoredEntry?
        try store.eachOperationFromEnd { bytes in
            let payload = try payload(of: Ledger.Operation(reading: bytes))
            for mutation in payload?.mutations ?? [] where mutation.kind == Entry.kind && mutation.fields["created"] != nil {
                if let entry = try store.entry(mutation.record), entry.deleted == nil { last = entry }
            }
            return last == nil
        }
        return last
    }

    /// Which write of its text stands in an entry.
    package func textName(of id: RecordID) throws -> WriteName? {
        try store.state(of: id, kind: Entry.kind)?.fields["text"]?.name
    }
}
