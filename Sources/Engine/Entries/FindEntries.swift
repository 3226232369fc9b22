import Journal
import Ledger
import Records
import Store

extension OpenVault {
    /// The selected entries, newest first, and how many of them are on damaged pages.
    package func entries(_ selection: Selection) throws -> (list: [StoredEntry], unreadable: Int) {
        try store.entries(selection)
    }

    /// The newest of the selected entries whose texts together have at most so many bytes, in order of time; and whether there are
    /// more.
    package func entries(
        _ selection: Selection, textBytes most: Int
    ) throws -> (list: [StoredEntry], unreadable: Int, isCut: Bool) {
        var (list, size, isCut) = ([StoredEntry](), 0, false)
        let limit = selection.limit ?? .max
        var asked = selection
        asked.limit = selection.limit.map { $0 + 1 }
        let unreadable = try store.eachEntry(asked) { stored in
            size += stored.entry.text.utf8.count
            isCut = list.count == limit || (size > most && !list.isEmpty)
            if !isCut { list.append(stored) }
            return !isCut
        }
        return (list.reversed(), unreadable, isCut)
    }

    /// The selected entries with the positions of the words that were found.
    package func hits(_ selection: Selection) throws -> (list: [Hit], unreadable: Int) { try store.hits(selection) }

    /// How many entries are selected, regardless of the selection's own limit; counting stops at `limit`.
    package func count(_ selection: Selection, limit: Int? = nil) throws -> Int {
        try store.entryCount(selection, limit: limit)
    }

    /// Entries of this day in earlier years, the newest first, of one journal or of all. 28 February of a common year includes 29
    /// February.
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

    /// The entry with this name, a name that begins so (at least 4 characters), or `last`.
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

    /// A member who only reads has no entry: the log is not searched to its beginning for one.
    private static let mostOfOthers = 200

    /// The entry that this person added last, whatever its date; if there is none among the latest, that of another member. Deleted
    /// ones are skipped. One that was moved to another journal since counts from when it was added, not from when it was moved.
    private func lastWritten() throws -> StoredEntry? {
        var last: StoredEntry?
        var lastMoved: StoredEntry?
        var others: [StoredEntry] = []
        var successors: [RecordID: RecordID] = [:]
        try store.eachOperationFromEnd { bytes in
            let payload = try payload(of: Ledger.Operation(reading: bytes))
            for mutation in payload?.mutations ?? [] where mutation.kind == Entry.kind && mutation.fields["created"] != nil {
                // A move that was undone leaves the copy deleted, and the entry itself is there.
                let added = try store.entry(mutation.record)
                if let added, try authorships(of: [added])[added.id]?.author != nil {
                    if added.deleted == nil { others.append(added) }
                    continue
                }
                let isThere = added.map { $0.deleted == nil } ?? false
                let present = isThere ? mutation.record : successors[mutation.record] ?? mutation.record
                if let original = mutation.fields[StoredEntry.movedFromField]?.string.flatMap({ RecordID(text: $0) }) {
                    successors[original] = present
                    if lastMoved == nil { lastMoved = try store.entry(present).flatMap { $0.deleted == nil ? $0 : nil } }
                    continue
                }
                if let entry = try store.entry(present), entry.deleted == nil { last = entry }
            }
            return last == nil && others.count < OpenVault.mostOfOthers
        }
        // In a log that came from elsewhere, the original may be after its copy, or missing.
        return last ?? lastMoved ?? others.first
    }

    /// The entries directly before and after one in time; `nil` for none, and for a deleted entry.
    package func neighbours(of stored: StoredEntry) throws -> (earlier: RecordID?, later: RecordID?) {
        guard stored.deleted == nil else { return (nil, nil) }
        return (try entries(Selection(limit: 1, after: stored.id)).list.first?.id, try later(than: stored))
    }

    /// Lists only go back in time: the next entry is looked for on its own day, then on the next day with entries.
    private func later(than stored: StoredEntry) throws -> RecordID? {
        func entries(of day: LocalDay) throws -> [RecordID] {
            var query = SearchQuery()
            (query.firstDay, query.lastDay) = (day, day)
            return try self.entries(Selection(query: query, limit: 1000)).list.map(\.id)
        }
        let day = stored.entry.day
        let sameDay = try entries(of: day)
        if let place = sameDay.firstIndex(of: stored.id), place > 0 { return sameDay[place - 1] }
        for month in try monthsWithEntries().reversed().drop(while: { $0 < day.month }).prefix(2) {
            let next = try dayCounts(month.days).keys.filter { $0 > day }.min()
            if let next { return try entries(of: next).last }
        }
        return nil
    }

    package func textName(of id: RecordID) throws -> WriteName? {
        try store.state(of: id, kind: Entry.kind)?.fields["text"]?.name
    }
}
