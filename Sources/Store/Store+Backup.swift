import Ledger
import SQLite

/// An operation's place in the log: its row, and its hash to recognise it.
package struct LogPlace: Hashable, Sendable {
    /// The row, from 1; 0 before the first.
    package let row: Int
    /// SHA-256 that names the operation; empty before the first.
    package let hash: [UInt8]

    package init(row: Int, hash: [UInt8]) {
        self.row = row
        self.hash = hash
    }

    /// Before the first operation.
    package static let start = LogPlace(row: 0, hash: [])
}

package struct RecordsDigest: Hashable, Sendable {
    /// SHA-256, 32 bytes.
    package let digest: [UInt8]
    package let records: Int

    package init(digest: [UInt8], records: Int) {
        self.digest = digest
        self.records = records
    }
}

extension Store {
    package func logEnd() throws -> LogPlace {
        try database.first("SELECT id, hash FROM operation ORDER BY id DESC LIMIT 1") {
            LogPlace(row: $0.int(0), hash: $0.blob(1))
        } ?? .start
    }

    /// Whether the log still has this operation at this place, neither replaced nor reordered.
    package func holds(_ place: LogPlace) throws -> Bool {
        guard place != .start else { return true }
        return try database.first("SELECT hash FROM operation WHERE id = ?", .int(place.row)) { $0.blob(0) } == place.hash
    }

    /// The number and total size of the operations after a row.
    package func operations(after row: Int) throws -> (count: Int, bytes: Int64) {
        try database.first("SELECT count(*), coalesce(sum(length(bytes)), 0) FROM operation WHERE id > ?", .int(row)) {
            ($0.int(0), $0.int64(1))
        } ?? (0, 0)
    }

    /// Passes every record to the closure as stored, ordered by time.
    package func eachStoredRecord(
        _ body: (_ journal: [UInt8], _ kind: String, _ record: [UInt8], _ state: [UInt8]) throws -> Void
    ) throws {
        try database.each(
            "SELECT j.name, r.kind, r.id, r.state FROM record r JOIN journal j ON j.id = r.journal ORDER BY r.position", []
        ) { row in
            try body(row.blob(0), row.text(1), row.blob(2), row.blob(3))
            return true
        }
    }

    /// A digest of all records and their history: equal for two databases with the same content.
    ///
    /// SHA-256 over the sorted SHA-256 values of `LP(table) ‖ LP(journal) ‖ LP(kind) ‖ LP(id) ‖ LP(state)` of each record, and
    /// likewise of each revision; `LP` is the length as u32 before the bytes. A record's position in its table does not matter.
    /// `also` receives every record on the way.
    package func recordsDigest(
        also body: (_ journal: [UInt8], _ kind: String, _ record: [UInt8], _ state: [UInt8]) throws -> Void = { _, _, _, _ in }
    ) throws -> RecordsDigest {
        var leaves: [[UInt8]] = []
        func take(_ parts: [UInt8]...) {
            leaves.append(digest(parts.reduce(into: []) { $0.append(lengthPrefixed: $1) }))
        }
        try eachStoredRecord { journal, kind, record, state in
            take(Array("record".utf8), journal, Array(kind.utf8), record, try RecordState.withoutLists(state))
            try body(journal, kind, record, state)
        }
        let records = leaves.count
        try database.each(
            """
            SELECT j.name, v.kind, v.id, v.field, v.stamp, v.device, v.content FROM revision v JOIN journal j ON j.id = v.journal
            """, []
        ) { row in
            var stamp: [UInt8] = []
            stamp.append(bigEndian: UInt64(bitPattern: row.int64(4)))
            take(
                Array("revision".utf8), row.blob(0), Array(row.text(1).utf8), row.blob(2), Array(row.text(3).utf8), stamp,
                row.blob(5), row.blob(6))
            return true
        }
        leaves.sort { $0.lexicographicallyPrecedes($1) }
        return RecordsDigest(digest: digest(leaves.reduce(into: []) { $0 += $1 }), records: records)
    }

    /// Turns off crash safety: for a scratch store that is discarded.
    package func makeDisposable() throws {
        try database.execute(
            "PRAGMA journal_mode=DELETE; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-40000")
    }
}

extension StoreWriter {
    /// The same transaction without the tables for queries about entries: for comparing records.
    package var onlyRecords: StoreWriter { StoreWriter(database: database, indexes: false) }

    /// Appends an operation of a backup to a new store, or only applies its content.
    ///
    /// `payload`: its decrypted content; `nil` on the control lane, and for one that cannot be opened and is only stored.
    /// `ceiling`: the upper bound of its stamp, if that is further ahead than a relay's clock allowed.
    package func replay(_ operation: Operation, payload: Payload?, ceiling: Stamp? = nil, keepingIt: Bool) throws {
        let receipt = ceiling.map { RelayReceipt(position: nil, received: Stamp.received($0)) }
        guard keepingIt else { return try apply(payload, of: operation, received: receipt?.received) }
        try append(operation, payload: payload, receipt: receipt)
        if let payload { try notice(payload.stamp, received: receipt?.received) }
    }
}

extension [UInt8] {
    /// The length as u32, big-endian, then the bytes.
    fileprivate mutating func append(lengthPrefixed bytes: [UInt8]) {
        append(bigEndian: UInt32(bytes.count))
        self += bytes
    }
}
