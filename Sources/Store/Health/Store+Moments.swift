import Journal
import Ledger
import Records
import SQLite

extension Store {
    /// Passes the records of a kind (not `entry`) within a time range to the closure, oldest or newest first, until it returns
    /// false; including deleted ones. Incomplete ones are skipped; unreadable ones are also counted.
    ///
    /// Places begin with the instant, so a time range is one range of the index.
    /// - Parameter filter: which of them; a quick check that may let others through.
    /// - Returns: how many could not be read.
    package func eachStored<Kept: RecordValue>(
        _ type: Kept.Type, in range: Range<Instant>? = nil, newestFirst: Bool = false, filter: RecordFilter = .all,
        _ body: (Stored<Kept>) throws -> Bool
    ) throws -> Int {
        var low = range.map { Position.first(at: $0.lowerBound) } ?? .min
        var high = range.map { Position.first(at: $0.upperBound) } ?? .max
        let (from, chosen) = filter.sql
        // SQLite uses a partial index only if its condition is written out.
        let sql = """
            SELECT position FROM \(from) WHERE kind = '\(Kept.kind)' AND kind <> 'entry' AND position >= ? AND position < ?
            \(chosen) ORDER BY position \(newestFirst ? "DESC" : "ASC") LIMIT 256
            """
        var unreadable = 0
        // In batches: reading the newest twenty does not need the positions of twenty thousand.
        while true {
            let positions = try database.all(sql, [.int(low), .int(high)] + filter.values) { $0.int64(0) }
            for position in positions {
                switch try stored(type, at: position) {
                case .damaged: unreadable += 1
                case .whole(let found): if try !body(found) { return unreadable }
                case .notWhole: continue
                }
            }
            guard positions.count == 256, let last = positions.last else { return unreadable }
            if newestFirst { high = last } else { low = last + 1 }
        }
    }

    /// One record, deleted or not; `nil` if there is none of this name or it is incomplete.
    package func stored<Kept: RecordValue>(_ type: Kept.Type, _ id: RecordID) throws -> Stored<Kept>? {
        let row = try database.first(
            "SELECT j.name, r.state FROM record r JOIN journal j ON j.id = r.journal WHERE r.id = ? AND r.kind = ? ORDER BY r.journal LIMIT 1",
            .blob(id.bytes), .text(Kept.kind)
        ) { ($0.blob(0), $0.blob(1)) }
        guard let row, let journal = JournalID(row.0) else { return nil }
        return Stored(id: id, journal: journal, state: try RecordState(storedBytes: row.1))
    }

    /// The names of records of some kinds in a range, including deleted ones: at most `limit`.
    package func recordIDs(
        in range: ClosedRange<RecordID>, kinds: [String], limit: Int
    ) throws(SQLiteError) -> [(kind: String, id: RecordID)] {
        let marks = repeatElement("?", count: kinds.count).joined(separator: ",")
        let bounds: [Value] = [.blob(range.lowerBound.bytes), .blob(range.upperBound.bytes)]
        return try database.all(
            "SELECT DISTINCT kind, id FROM record WHERE id BETWEEN ? AND ? AND kind IN (\(marks)) ORDER BY id LIMIT ?",
            bounds + kinds.map { .text($0) } + [.int(limit)]
        ) { ($0.text(0), RecordID($0.blob(1))) }.compactMap { kind, id in id.map { (kind, $0) } }
    }

    private enum Reading<Kept: RecordValue> {
        case whole(Stored<Kept>)
        case notWhole
        case damaged
    }

    private func stored<Kept: RecordValue>(_ type: Kept.Type, at position: Int64) throws -> Reading<Kept> {
        try record(at: position) { row -> Reading<Kept>? in
            guard let id = RecordID(row.id), let journal = JournalID(row.journal) else { return nil }
            let stored = Stored<Kept>(id: id, journal: journal, state: try RecordState(storedBytes: row.state))
            return stored.map { .whole($0) } ?? .notWhole
        } ?? .damaged
    }
}
