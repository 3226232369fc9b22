import Basics
import Journal
import Ledger
import Records
import SQLite

extension Store {
    /// The selected entries, newest first. Entries on damaged pages are left out and counted.
    package func entries(_ selection: Selection) throws -> (list: [StoredEntry], unreadable: Int) {
        var list: [StoredEntry] = []
        let unreadable = try eachEntry(selection) { entry in
            list.append(entry)
            return true
        }
        return (list, unreadable)
    }

    /// Passes the selected entries to the closure, newest first, until it returns false: one entry in memory at a time.
    /// - Returns: how many could not be read because their page is damaged.
    package func eachEntry(_ selection: Selection, _ body: (StoredEntry) throws -> Bool) throws -> Int {
        var unreadable = 0
        for position in try positions(of: selection) {
            guard let entry = try entry(at: position) else {
                unreadable += 1
                continue
            }
            if try !body(entry) { return unreadable }
        }
        return unreadable
    }

    /// First the positions, then the records one by one: a damaged page hides only what is on it.
    package func positions(of selection: Selection) throws -> [Int64] {
        if !selection.query.terms.isEmpty { try waiting?.enter() }
        let statement = try SelectionStatement(selection, alike: names)
        return try database.all(statement.places, statement.values) { $0.int64(0) }
    }

    /// `nil` if its page is damaged.
    package func entry(at position: Int64) throws -> StoredEntry? { try record(at: position, storedEntry) }

    /// What has names that are typed.
    enum Named: String { case tag, mood }

    /// The tags or moods in use that are the same to search as a typed one: `Café` for `cafe`.
    func names(of what: Named, like typed: String) throws -> [String] {
        let form = typed.searchForm
        return try database.all("SELECT name FROM tally WHERE what = '\(what)' AND count > 0") { $0.text(0) }
            .filter { $0.searchForm == form }
    }

    /// Converts the row of the record at a position; `nil` if its page is damaged, or the record is incomplete.
    func record<Made>(
        at position: Int64, _ made: ((id: [UInt8], journal: [UInt8], state: [UInt8])) throws -> Made?
    ) throws -> Made? {
        do {
            let row = try database.first(
                "SELECT r.id, j.name, r.state FROM record r JOIN journal j ON j.id = r.journal WHERE r.position = ?",
                .int(position)
            ) { (id: $0.blob(0), journal: $0.blob(1), state: $0.blob(2)) }
            return try row.flatMap(made)
        } catch SQLiteError.damaged {
            try passDamage()
            return nil
        } catch is StoreError {
            return nil
        }
    }

    /// How many entries are selected, ignoring the selection's own limit; counting stops at `limit`.
    package func entryCount(_ selection: Selection, limit: Int? = nil) throws -> Int {
        var all = selection
        all.limit = limit
        var count = 0
        if !all.query.terms.isEmpty { try waiting?.enter() }
        let statement = try SelectionStatement(all, alike: names)
        try database.each(statement.count, statement.values) { row in
            count = row.int(0)
            return false
        }
        return count
    }

    /// One entry, deleted or not; `nil` if there is none with this name. If several journals have one, the first journal counts.
    package func entry(_ id: RecordID) throws -> StoredEntry? {
        var found: StoredEntry?
        try database.each(
            "SELECT r.id, j.name, r.state FROM record r JOIN journal j ON j.id = r.journal WHERE r.id = ? AND r.kind = 'entry' ORDER BY r.journal",
            [.blob(id.bytes)]
        ) { row in
            found = try storedEntry((row.blob(0), row.blob(1), row.blob(2)))
            return found == nil
        }
        return found
    }

    /// The names of entries in a range, including deleted ones: at most `limit`.
    package func entryIDs(in range: ClosedRange<RecordID>, limit: Int) throws -> [RecordID] {
        var list: [RecordID] = []
        try database.each(
            """
            SELECT r.id, j.name, r.state FROM record r JOIN journal j ON j.id = r.journal
            WHERE r.id BETWEEN ? AND ? AND r.kind = 'entry' ORDER BY r.id
            """, [.blob(range.lowerBound.bytes), .blob(range.upperBound.bytes)]
        ) { row in
            if let entry = try storedEntry((row.blob(0), row.blob(1), row.blob(2))), entry.id != list.last {
                list.append(entry.id)
            }
            return list.count < limit
        }
        return list
    }

    /// Entries deleted since a moment (milliseconds since 1970), latest deletion first.
    package func deletedEntries(since moment: Int64) throws -> [StoredEntry] {
        var list: [StoredEntry] = []
        try database.each(
            """
            SELECT r.id, j.name, r.state FROM deleted d JOIN record r ON r.position = d.position
            JOIN journal j ON j.id = r.journal WHERE d.since >= ? ORDER BY d.since DESC, r.id
            """, [.int(moment)]
        ) { row in
            if let entry = try storedEntry((row.blob(0), row.blob(1), row.blob(2))) { list.append(entry) }
            return true
        }
        return list
    }

    /// The state of a record of any kind, in the first journal with one of this name; `nil` if there is none.
    package func state(of record: RecordID, kind: String) throws -> RecordState? {
        let bytes = try database.first(
            "SELECT state FROM record WHERE id = ? AND kind = ? ORDER BY journal LIMIT 1", .blob(record.bytes), .text(kind)
        ) { $0.blob(0) }
        return try bytes.map { try RecordState(storedBytes: $0) }
    }

    /// The states of those of these records that are there, by name.
    package func states(of records: [RecordID], kind: String) throws -> [RecordID: RecordState] {
        guard !records.isEmpty else { return [:] }
        let places = repeatElement("?", count: records.count).joined(separator: ",")
        var found: [RecordID: RecordState] = [:]
        try database.each(
            "SELECT id, state FROM record WHERE id IN (\(places)) AND kind = ?", records.map { .blob($0.bytes) } + [.text(kind)]
        ) { row in
            if let id = RecordID(row.blob(0)) { found[id] = try RecordState(storedBytes: row.blob(1)) }
            return true
        }
        return found
    }

    /// Every record of a kind (not `entry`), ordered by time.
    package func records(kind: String) throws -> [(id: RecordID, journal: JournalID, state: RecordState)] {
        try records("r.kind = ? AND r.kind <> 'entry'", [.text(kind)])
    }

    /// The notes on an entry, ordered by time, including deleted ones.
    package func notes(of entry: RecordID) throws -> [(id: RecordID, journal: JournalID, state: RecordState)] {
        try records("r.kind = 'note' AND \(Schema.noteEntry) = ?", [.text(entry.description)])
    }

    /// Records of a kind with names in a range, ordered by time.
    package func records(
        kind: String, named names: ClosedRange<RecordID>
    ) throws -> [(id: RecordID, journal: JournalID, state: RecordState)] {
        try records(
            "r.id BETWEEN ? AND ? AND r.kind = ?", [.blob(names.lowerBound.bytes), .blob(names.upperBound.bytes), .text(kind)])
    }

    private func records(
        _ condition: String, _ values: [Value]
    ) throws -> [(id: RecordID, journal: JournalID, state: RecordState)] {
        var list: [(RecordID, JournalID, RecordState)] = []
        try database.each(
            "SELECT r.id, j.name, r.state FROM record r JOIN journal j ON j.id = r.journal WHERE \(condition) ORDER BY r.position",
            values
        ) { row in
            guard let id = RecordID(row.blob(0)), let journal = JournalID(row.blob(1)) else {
                throw StoreError.damagedRow(table: "record")
            }
            list.append((id, journal, try RecordState(storedBytes: row.blob(2))))
            return true
        }
        return list
    }

    /// All known writes of one field of a record, current or not. The record is the one that `state` returns.
    package func writes(of field: String, record: RecordID, kind: String) throws -> [Write] {
        var writes: [Write] = []
        if let standing = try state(of: record, kind: kind)?.fields[field] { writes.append(standing) }
        try database.each(
            """
            SELECT stamp, device, content FROM revision WHERE id = ?1 AND kind = ?2 AND field = ?3
            AND journal = (SELECT min(journal) FROM record WHERE id = ?1 AND kind = ?2)
            """, [.blob(record.bytes), .text(kind), .text(field)]
        ) { row in
            guard let device = DeviceID(row.blob(1)) else { throw StoreError.damagedRow(table: "revision") }
            let name = WriteName(stamp: Stamp(rawValue: UInt64(bitPattern: row.int64(0))), device: device)
            writes.append(try Write(name: name, storedContent: row.blob(2)))
            return true
        }
        return writes
    }

    /// A list of a record, merged from all of its writes, with every addition and removal; `nil` for a field that is not a list,
    /// or an unknown record. The record is the one that `state` returns.
    package func merged(_ list: String, record: RecordID, kind: String) throws -> MergedList? {
        let row = try database.first(
            "SELECT state, journal FROM record WHERE id = ? AND kind = ? ORDER BY journal LIMIT 1", .blob(record.bytes),
            .text(kind)
        ) { ($0.blob(0), $0.int(1)) }
        guard let row, let form = ListForm.lists(of: kind)[list] else { return nil }
        return try StoreWriter(database: database).merged(
            list, form, of: record, kind: kind, journal: row.1, state: RecordState(storedBytes: row.0))
    }

    /// Tags in use with their number of entries, most used first.
    package func tags() throws(SQLiteError) -> [(name: String, count: Int)] {
        try database.all("SELECT name, count FROM tally WHERE what = 'tag' AND count > 0 ORDER BY 2 DESC, 1") {
            ($0.text(0), $0.int(1))
        }
    }

    /// The first and the last day with an entry; `nil` for an empty vault.
    package func days() throws(SQLiteError) -> ClosedRange<LocalDay>? {
        let ends = try database.first("SELECT (SELECT min(day) FROM entry), (SELECT max(day) FROM entry)") {
            $0.isNull(0) ? nil : ($0.int(0), $0.int(1))
        }
        guard let ends, let ends, let first = LocalDay(number: ends.0), let last = LocalDay(number: ends.1) else { return nil }
        return first...last
    }

    /// `nil` for an incomplete entry: a member without earlier history only has later changes of an older entry.
    func storedEntry(_ row: (id: [UInt8], journal: [UInt8], state: [UInt8])) throws -> StoredEntry? {
        guard let id = RecordID(row.id), let journal = JournalID(row.journal) else {
            throw StoreError.damagedRow(table: "record")
        }
        return StoredEntry(id: id, journal: journal, state: try RecordState(storedBytes: row.state))
    }
}
