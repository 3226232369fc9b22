import Ledger
import SQLite

/// The content of a snapshot, read from the tables: docs/formats/snapshot.md.
extension Store {
    /// The end of the relay's log that a snapshot would cover now; `nil` if nothing was read of it. Only valid inside `read`.
    package func snapshotHead(of journal: JournalID) throws -> SnapshotHead? {
        let log = RelayedLog(database: database, journal: journal)
        let control = try database.first(
            """
            SELECT hash FROM operation WHERE lane = 0 AND seq IS NOT NULL AND chain IN (SELECT id FROM chain WHERE journal = ?)
            ORDER BY seq DESC LIMIT 1
            """, .blob(journal.bytes)
        ) { $0.blob(0) }
        let end = try log.standing().head
        guard let control, end.position > 0 else { return nil }
        return SnapshotHead(journal: journal, end: end, control: control, ends: try log.ends())
    }

    /// Passes every record of a journal to the closure with all its writes, ordered by name and kind: two devices that have read
    /// the same log give the same. `received`: the time of the log's end, for the age of deletions. Only valid inside `read`.
    package func eachSnapshotRecord(
        of journal: JournalID, received: Int64, _ body: (SnapshotRecord) throws -> Void
    ) throws {
        try database.each(
            """
            SELECT r.id, r.kind, r.state, r.journal FROM record r JOIN journal j ON j.id = r.journal WHERE j.name = ?
            ORDER BY r.id, r.kind
            """, [.blob(journal.bytes)]
        ) { row in
            guard let record = RecordID(row.blob(0)) else { throw StoreError.damagedRow(table: "record") }
            let kind = row.text(1)
            var writes = try RecordState(storedBytes: row.blob(2)).fields.mapValues { [$0] }
            for (field, write) in try StoreWriter(database: database).revisions(of: record, kind: kind, journal: row.int(3)) {
                writes[field, default: []].append(write)
            }
            try body(SnapshotRecord(kind: kind, record: record, writes: writes).kept(received: received))
            return true
        }
    }
}

extension StoreWriter {
    func hasSnapshot(of journal: JournalID) throws(SQLiteError) -> Bool {
        try database.first("SELECT 1 FROM snapshot_end WHERE journal = ? LIMIT 1", .blob(journal.bytes)) { _ in true } ?? false
    }

    /// The writes of a record that are not current.
    func revisions(of record: RecordID, kind: String, journal: Int) throws -> [(field: String, write: Write)] {
        var writes: [(field: String, write: Write)] = []
        try database.each(
            "SELECT field, stamp, device, content FROM revision WHERE id = ? AND kind = ? AND journal = ?",
            [.blob(record.bytes), .text(kind), .int(journal)]
        ) { row in
            writes.append((row.text(0), try StoreWriter.revision(row, from: 1)))
            return true
        }
        return writes
    }

    /// Applies a part of a snapshot to the projections. Known writes are unchanged: the operation itself records when a relay
    /// received it.
    func apply(_ part: SnapshotPart, of journal: JournalID, row: Int) throws {
        switch part {
        case .head(let head): try RelayedLog(database: database, journal: journal).note(head)
        case .records(let records):
            for record in records { try join(record, journal: row) }
        }
    }

    private func join(_ record: SnapshotRecord, journal: Int) throws {
        let mutation = Mutation(kind: record.kind, record: record.record, fields: record.writes.mapValues { _ in .null })
        var known: [String: Set<WriteName>] = [:]
        for (field, write) in try revisions(of: record.record, kind: record.kind, journal: journal) {
            known[field, default: []].insert(write.name)
        }
        try change(mutation, journal: journal, bringsSeveral: true) { state in
            for (field, writes) in record.writes.sorted(by: { $0.key < $1.key }) {
                for write in writes where known[field]?.contains(write.name) != true && state.fields[field]?.name != write.name {
                    if let ceiling = write.ceiling { try keep(ceiling, of: write.name) }
                    try merge(write, of: field, into: &state, mutation: mutation, journal: journal)
                }
            }
        }
    }

    /// Before a rebuild from the log: deletes what its operations will record again.
    func forgetWhatTheLogSays() throws(SQLiteError) {
        try database.execute("DELETE FROM ceiling; DELETE FROM snapshot_end; UPDATE journal_state SET unopened = NULL")
    }
}
