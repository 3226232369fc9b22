import Ledger
import Records
import SQLite

extension Store {
    /// The kinds of records, by name, with the number of each, including deleted ones. Of some journals or of all.
    package func recordKinds(journals: Set<JournalID>? = nil) throws(SQLiteError) -> [(kind: String, count: Int)] {
        let chosen = Store.condition(journals, "journal")
        // Uses the index only: no record is read.
        return try database.all(
            "SELECT kind, count(*) FROM record INDEXED BY record_id \(chosen.map { "WHERE " + $0.sql } ?? "") GROUP BY kind ORDER BY kind",
            chosen?.values ?? []
        ) { ($0.text(0), $0.int(1)) }
    }

    /// The same without entries.
    package func otherKinds(journals: Set<JournalID>? = nil) throws(SQLiteError) -> [(kind: String, count: Int)] {
        let chosen = Store.condition(journals, "journal")
        let counted = "SELECT name, count FROM tally WHERE what = 'kind' AND count > 0 ORDER BY name"
        return try database.all(
            chosen.map { "SELECT kind, count(*) FROM record WHERE kind <> 'entry' AND \($0.sql) GROUP BY kind ORDER BY kind" }
                ?? counted, chosen?.values ?? []
        ) { ($0.text(0), $0.int(1)) }
    }

    /// The stored bytes of the records of each kind. Reads all of them. Of some journals or of all.
    package func recordBytes(journals: Set<JournalID>? = nil) throws -> [String: Int64] {
        var bytes: [String: Int64] = [:]
        let chosen = Store.condition(journals, "journal")
        // Summed here: SQLite would first sort the records themselves in memory.
        try database.each(
            "SELECT kind, length(state) FROM record \(chosen.map { "WHERE " + $0.sql } ?? "")", chosen?.values ?? []
        ) { row in
            bytes[row.text(0), default: 0] += row.int64(1)
            return true
        }
        return bytes
    }

    /// The days with entries, in order, with the number of each. Of some journals or of all.
    package func daysWithEntries(journals: Set<JournalID>? = nil) throws(SQLiteError) -> [(day: Int, count: Int)] {
        let chosen = Store.condition(journals, "journal")
        return try database.all(
            "SELECT day, count(*) FROM entry \(chosen.map { "WHERE " + $0.sql } ?? "") GROUP BY day ORDER BY day",
            chosen?.values ?? []
        ) { ($0.int(0), $0.int(1)) }
    }

    /// Passes every record of a kind to the closure, including deleted ones, one in memory at a time, in an order determined by
    /// the records alone: by `instant`, then by name; then those without an instant, by name.
    ///
    /// Places in time (`Position`) order records of one moment by arrival, so they may differ between two databases with the same
    /// records. Adjacent places that one moment may have filled are sorted by the records themselves.
    /// - Parameter journals: only records of these; of all if `nil`.
    /// - Returns: how many could not be read because their page is damaged.
    package nonisolated(nonsending) func eachRecord(
        kind: String, journals: Set<JournalID>? = nil, _ body: nonisolated(nonsending) (AnyRecord) async throws -> Void
    ) async throws -> Int {
        let chosen = Store.condition(journals, "journal")
        // Uses the index only, and sorts here: the records are read one by one afterwards.
        let places = try database.all(
            "SELECT position FROM record INDEXED BY record_id WHERE kind = ?\(chosen.map { " AND " + $0.sql } ?? "")",
            [.text(kind)] + (chosen?.values ?? [])
        ) { $0.int64(0) }.sorted()
        var unreadable = 0
        var timeless: [ExportKey] = []
        var start = 0
        while start < places.count {
            var end = start + 1
            // One moment's records are adjacent, and may run over into the next moment without a gap.
            while end < places.count, places[end] == places[end - 1] + 1 || places[end] >> 14 == places[end - 1] >> 14 {
                end += 1
            }
            if end == start + 1 {
                if let record = try record(kind: kind, at: places[start]) {
                    record.exportInstant == nil
                        ? timeless.append(ExportKey(record, places[start])) : try await body(record)
                } else {
                    unreadable += 1
                }
            } else {
                let (keys, lost) = try keys(of: kind, at: places[start..<end])
                unreadable += lost
                timeless += keys.filter { $0.instant == nil }
                for key in keys.sorted() where key.instant != nil {
                    if let record = try record(kind: kind, at: key.position) { try await body(record) }
                }
            }
            start = end
        }
        for key in timeless.sorted() { if let record = try record(kind: kind, at: key.position) { try await body(record) } }
        return unreadable
    }

    private func keys(of kind: String, at places: ArraySlice<Int64>) throws -> (keys: [ExportKey], lost: Int) {
        var keys: [ExportKey] = []
        for place in places { if let record = try record(kind: kind, at: place) { keys.append(ExportKey(record, place)) } }
        return (keys, places.count - keys.count)
    }

    /// `nil` if its page is damaged, or it is incomplete.
    private func record(kind: String, at position: Int64) throws -> AnyRecord? {
        try record(at: position) { row -> AnyRecord? in
            guard let id = RecordID(row.id), let journal = JournalID(row.journal) else { return nil }
            return AnyRecord(kind: kind, id: id, journal: journal, state: try RecordState(storedBytes: row.state))
        }
    }
}

extension AnyRecord {
    /// The instant that `Position` uses.
    fileprivate var exportInstant: Int64? { state["instant"]?.int.flatMap { (-(1 << 48)..<(1 << 48)).contains($0) ? $0 : nil } }
}

private struct ExportKey: Comparable {
    let instant: Int64?
    let id: RecordID
    let journal: JournalID
    let position: Int64

    init(_ record: AnyRecord, _ position: Int64) {
        (instant, id, journal, self.position) = (record.exportInstant, record.exportedID, record.journal, position)
    }

    static func < (a: ExportKey, b: ExportKey) -> Bool {
        (a.instant ?? .max, a.id, a.journal) < (b.instant ?? .max, b.id, b.journal)
    }
}

extension StoreWriter {
    /// The state of a record, for reading only. See `state(of:kind:journal:)`.
    package static func state(of record: RecordID, kind: String, journal: JournalID, in store: Store) throws -> RecordState {
        try StoreWriter(database: store.database).state(of: record, kind: kind, journal: journal)
    }
}
extension Store {
    /// A record of any kind, deleted or not, in the first journal with one of this name; `nil` if there is none.
    package func anyRecord(_ id: RecordID, kind: String) throws -> AnyRecord? {
        let row = try database.first(
            "SELECT j.name, r.state FROM record r JOIN journal j ON j.id = r.journal WHERE r.id = ? AND r.kind = ? ORDER BY r.journal LIMIT 1",
            .blob(id.bytes), .text(kind)
        ) { ($0.blob(0), $0.blob(1)) }
        guard let row else { return nil }
        guard let journal = JournalID(row.0) else { throw StoreError.damagedRow(table: "record") }
        return AnyRecord(kind: kind, id: id, journal: journal, state: try RecordState(storedBytes: row.1))
    }
}
