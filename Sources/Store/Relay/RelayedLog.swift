import Ledger
import SQLite

/// What this device knows of a journal's log at the relay, in the tables `journal_state`, `relay_place` and `snapshot_end`: stored
/// with the log, in the same transactions.
struct RelayedLog {
    let database: Connection
    let journal: JournalID

    func standing() throws(SQLiteError) -> RelayStanding {
        try database.state(RelayStanding.columns, of: journal, row: RelayStanding.init(row:)) ?? .none
    }

    /// The row after which operations may wait to be sent: the journal has none before.
    func waitingStart() throws(SQLiteError) -> Int {
        let first = try database.first(
            "SELECT min((SELECT id FROM operation WHERE chain = c.id ORDER BY place LIMIT 1)) FROM chain c WHERE c.journal = ?",
            .blob(journal.bytes)
        ) { $0.int(0) }
        return max(try standing().sent, (first ?? 0) - 1)
    }

    func keep(_ end: RelayStanding) throws(SQLiteError) { try database.set(end.values, of: journal) }

    /// The row up to which this device's own operations were offered to a relay, whether or not they arrived.
    func offered() throws(SQLiteError) -> Int { try database.state("offered", of: journal) { $0.int(0) } ?? 0 }

    func keep(offered row: Int) throws(SQLiteError) {
        try database.set(["offered": .int(row)], of: journal)
    }

    /// Whether a device's waiting operation between two rows, not known to any relay, records another state of the log.
    func hasOtherView(device: DeviceID, behind start: Int, upTo end: Int = .max) throws -> Bool {
        var isOther = false
        var known: [UInt64: [UInt8]] = [:]
        // The header begins the first form; it is one byte further in the re-encrypted one.
        try database.each(
            """
            SELECT CASE substr(o.bytes, 1, 1) WHEN x'81' THEN substr(o.bytes, 2, 124) ELSE substr(o.bytes, 1, 124) END
            FROM operation o CROSS JOIN chain c ON c.id = o.chain
            WHERE o.id > ? AND o.id <= ? AND o.seq IS NULL AND o.received IS NULL AND c.journal = ? AND c.device = ? ORDER BY o.id
            """, [.int(start), .int(end), .blob(journal.bytes), .blob(device.bytes)]
        ) { row in
            let header = try OperationHeader(reading: row.blob(0))
            guard header.seenPosition > 0 else { return true }
            let value = try known[header.seenPosition] ?? place(at: header.seenPosition)?.value
            known[header.seenPosition] = value
            isOther = value != header.seenHead
            return !isOther
        }
        return isOther
    }

    /// Adds positions: the row of each operation and the head after it.
    func append(_ places: [(row: Int, head: LogHead)]) throws(SQLiteError) {
        for (row, head) in places {
            try database.run(
                "INSERT OR REPLACE INTO relay_place VALUES(?, ?, ?, ?)", .blob(journal.bytes),
                .int(Int64(clamping: head.position)), .int(row), .blob(head.value))
        }
    }

    /// Row and head of a position; `nil` if it was never read.
    func place(at position: UInt64) throws(SQLiteError) -> (row: Int, value: [UInt8])? {
        try database.first(
            "SELECT operation, head FROM relay_place WHERE journal = ? AND position = ?", .blob(journal.bytes),
            .int(Int64(clamping: position))
        ) { ($0.int(0), $0.blob(1)) }
    }

    /// The hash of the operation at a position of a device's chain; `nil` for none.
    func hash(ofPlace position: UInt64, device: DeviceID) throws(SQLiteError) -> [UInt8]? {
        try database.first(
            "SELECT hash FROM operation WHERE chain = (SELECT id FROM chain WHERE journal = ? AND device = ?) AND place = ?",
            .blob(journal.bytes), .blob(device.bytes), .int(Int64(clamping: position))
        ) { $0.blob(0) }
    }

    /// For each device, its last operation in the log as read or joined so far.
    func ends() throws(SQLiteError) -> [DeviceID: ChainEnd] {
        let ends = try ends(
            """
            SELECT c.device, o.place, o.hash FROM chain c JOIN operation o ON o.id =
              (SELECT id FROM operation WHERE chain = c.id AND seq IS NOT NULL ORDER BY place DESC LIMIT 1)
            WHERE c.journal = ?
            """)
        // Not all operations that a snapshot covers are here.
        guard try standing().floor > 0 else { return ends }
        return ends.merging(try snapshotEnds()) { $0.position < $1.position ? $1 : $0 }
    }

    /// Up to where joined snapshots cover the devices' chains.
    func snapshotEnds() throws(SQLiteError) -> [DeviceID: ChainEnd] {
        try ends("SELECT device, place, hash FROM snapshot_end WHERE journal = ?")
    }

    private func ends(_ sql: String) throws(SQLiteError) -> [DeviceID: ChainEnd] {
        try database.all(sql, [.blob(journal.bytes)]) {
            (DeviceID($0.blob(0)), ChainEnd(position: UInt64(clamping: $0.int64(1)), hash: $0.blob(2)))
        }.reduce(into: [:]) { ends, row in if let device = row.0 { ends[device] = row.1 } }
    }

    func note(_ head: SnapshotHead) throws(SQLiteError) {
        for (device, end) in head.ends {
            try database.run(
                """
                INSERT INTO snapshot_end VALUES(?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET place = excluded.place, hash = excluded.hash WHERE excluded.place > snapshot_end.place
                """, .blob(journal.bytes), .blob(device.bytes), .int(Int64(clamping: end.position)), .blob(end.hash))
        }
    }

    /// Deletes all positions: the next pull reads the log from its beginning.
    func forgetPlaces() throws(SQLiteError) {
        try database.run("DELETE FROM relay_place WHERE journal = ?", .blob(journal.bytes))
    }
}
