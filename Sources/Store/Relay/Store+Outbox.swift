import Ledger
import SQLite

/// An operation that waits to be sent.
package struct WaitingOperation: Hashable, Sendable {
    /// Its row in the log.
    package let row: Int
    /// As it is sent.
    package let bytes: [UInt8]
}

extension Store {
    /// The operations of a journal that no relay's log has yet, in the order in which they were made: the first of them, at
    /// least one where there is one, and no more than `limit` and `bytes` say.
    package func outbox(
        of journal: JournalID, after row: Int = 0, limit: Int = .max, bytes: Int = .max
    ) throws -> [WaitingOperation] {
        let start = max(row, try RelayedLog(database: database, journal: journal).standing().sent)
        var waiting: [WaitingOperation] = []
        var size = 0
        try database.each(
            """
            SELECT id, bytes FROM operation WHERE id > ? AND seq IS NULL AND +chain IN (SELECT id FROM chain WHERE journal = ?)
            ORDER BY id
            """, [.int(start), .blob(journal.bytes)]
        ) { row in
            let operation = WaitingOperation(row: row.int(0), bytes: row.blob(1))
            size += operation.bytes.count + 4
            guard waiting.isEmpty || (size <= bytes && waiting.count < limit) else { return false }
            waiting.append(operation)
            return true
        }
        return waiting
    }

    /// Operations of a journal in their re-sealed form that a relay's log has, behind a row: about so many bytes of them, and the row
    /// of the last; `nil` where there are none.
    package func resealedOperations(
        of journal: JournalID, after row: Int, bytes: Int
    ) throws -> (operations: [[UInt8]], last: Int)? {
        var (list, size, last): ([[UInt8]], Int, Int) = ([], 0, row)
        try database.each(
            """
            SELECT id, bytes FROM operation WHERE id > ? AND seq IS NOT NULL AND substr(bytes, 1, 1) = x'81'
            AND +chain IN (SELECT id FROM chain WHERE journal = ?) ORDER BY id
            """, [.int(row), .blob(journal.bytes)]
        ) { row in
            let operation = row.blob(1)
            guard list.isEmpty || size + operation.count + 4 <= bytes else { return false }
            size += operation.count + 4
            list.append(operation)
            last = row.int(0)
            return true
        }
        return list.isEmpty ? nil : (list, last)
    }

    /// How many operations of a journal wait to be sent.
    package func waitingCount(of journal: JournalID) throws(SQLiteError) -> Int {
        let start = try RelayedLog(database: database, journal: journal).standing().sent
        return try database.first(
            """
            SELECT count(*) FROM operation WHERE id > ? AND seq IS NULL AND +chain IN (SELECT id FROM chain WHERE journal = ?)
            """, .int(start), .blob(journal.bytes)
        ) { $0.int(0) } ?? 0
    }
}

extension StoreWriter {
    /// Takes away the operations of a device that no relay ever had, to be made anew behind what came first there; gives them
    /// in their order. What they wrote stays: it is named by stamp and device, and the new ones say the same.
    package func takeBack(of journal: JournalID, device: DeviceID) throws -> [WaitingOperation] {
        let rows = try database.all(
            """
            SELECT id, bytes FROM operation WHERE seq IS NULL AND received IS NULL
            AND chain = (SELECT id FROM chain WHERE journal = ? AND device = ?) ORDER BY id
            """, [.blob(journal.bytes), .blob(device.bytes)]
        ) { WaitingOperation(row: $0.int(0), bytes: $0.blob(1)) }
        for row in rows { try database.run("DELETE FROM operation WHERE id = ?", .int(row.row)) }
        // What is put back may get rows of those that were taken away.
        let log = RelayedLog(database: database, journal: journal)
        var standing = try log.standing()
        standing.sent = min(standing.sent, (rows.first?.row ?? .max) - 1)
        try log.keep(standing)
        try recountEpoch(of: journal)
        return rows
    }

    /// Puts an operation at the end of the log whose writes stand already.
    package func putBack(_ operation: Operation) throws {
        try insert(operation, receipt: nil)
        try noteEpoch(of: operation)
    }

    /// Forgets what is known of the relay's log: everything waits to be seen in it again, and the next pull reads from the
    /// beginning. When operations were received stays known: it says what they count with.
    ///
    /// `healing`: this device puts the log into a relay anew; else that is as it was.
    package func forgetRelay(of journal: JournalID, healing: Bool = false) throws(SQLiteError) {
        let log = RelayedLog(database: database, journal: journal)
        var standing = RelayStanding.none
        standing.isHealing = try log.standing().isHealing || healing
        try log.forgetPlaces()
        try log.keep(standing)
        try database.run(
            "UPDATE operation SET seq = NULL WHERE seq IS NOT NULL AND +chain IN (SELECT id FROM chain WHERE journal = ?)",
            .blob(journal.bytes))
    }
}
