import Ledger
import SQLite

/// An operation that waits to be sent.
package struct WaitingOperation: Hashable, Sendable {
    /// Its row in the log.
    package let row: Int
    /// As it is sent.
    package let bytes: [UInt8]
    /// Whose it is.
    package let device: DeviceID
    /// When a relay received it that has lost it since, in milliseconds since 1970; `nil` where none had it.
    package let received: Int64?
    /// A relay had it before, and has lost it.
    package var wasRelayed: Bool { received != nil }
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
            SELECT o.id, o.bytes, o.received, c.device FROM operation o CROSS JOIN chain c ON c.id = o.chain
            WHERE o.id > ? AND o.seq IS NULL AND c.journal = ? ORDER BY o.id
            """, [.int(start), .blob(journal.bytes)]
        ) { row in
            guard let device = DeviceID(row.blob(3)) else { throw StoreError.damagedRow(table: "chain") }
            let operation = WaitingOperation(
                row: row.int(0), bytes: row.blob(1), device: device, received: row.isNull(2) ? nil : Int64(row.int(2)))
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

    /// Whether something of a device waits, which no relay has had, that says of the relay's log what is not there: it was made before
    /// the relay lost its log, or while this was in doubt.
    package func hasOtherView(of journal: JournalID, device: DeviceID) throws -> Bool {
        let log = RelayedLog(database: database, journal: journal)
        var isOther = false
        var known: [UInt64: [UInt8]] = [:]
        // The header stands at the front of the first form, one byte further in the re-sealed one.
        try database.each(
            """
            SELECT CASE substr(o.bytes, 1, 1) WHEN x'81' THEN substr(o.bytes, 2, 124) ELSE substr(o.bytes, 1, 124) END
            FROM operation o CROSS JOIN chain c ON c.id = o.chain
            WHERE o.id > ? AND o.seq IS NULL AND o.received IS NULL AND c.journal = ? AND c.device = ? ORDER BY o.id
            """, [.int(try log.standing().sent), .blob(journal.bytes), .blob(device.bytes)]
        ) { row in
            let header = try OperationHeader(reading: row.blob(0))
            guard header.seenPosition > 0 else { return true }
            let value = try known[header.seenPosition] ?? log.place(at: header.seenPosition)?.value
            known[header.seenPosition] = value
            isOther = value != header.seenHead
            return !isOther
        }
        return isOther
    }

    /// How many operations of a journal wait to be sent: of this device, and those of others that a relay has lost.
    package func waitingCount(of journal: JournalID, device: DeviceID) throws(SQLiteError) -> (own: Int, others: Int) {
        let start = try RelayedLog(database: database, journal: journal).standing().sent
        let counts =
            try database.first(
                """
                SELECT count(*), coalesce(sum(c.device = ?), 0) FROM operation o CROSS JOIN chain c ON c.id = o.chain
                WHERE o.id > ? AND o.seq IS NULL AND c.journal = ?
                """, .blob(device.bytes), .int(start), .blob(journal.bytes)
            ) { ($0.int(0), $0.int(1)) } ?? (0, 0)
        return (counts.1, counts.0 - counts.1)
    }
}

extension StoreWriter {
    /// Takes away the operations of a device that no relay ever had, to be made anew behind what came first there; gives them
    /// in their order. What they wrote stays: it is named by stamp and device, and the new ones say the same.
    ///
    /// `all`: also those that a relay had before it lost its log, in which something came first that does not let them in as they are.
    package func takeBack(of journal: JournalID, device: DeviceID, all: Bool = false) throws -> [WaitingOperation] {
        let rows = try database.all(
            """
            SELECT id, bytes, received FROM operation WHERE seq IS NULL AND (received IS NULL OR ?)
            AND chain = (SELECT id FROM chain WHERE journal = ? AND device = ?) ORDER BY place
            """, [.int(all ? 1 : 0), .blob(journal.bytes), .blob(device.bytes)]
        ) {
            WaitingOperation(
                row: $0.int(0), bytes: $0.blob(1), device: device, received: $0.isNull(2) ? nil : Int64($0.int(2)))
        }
        for row in rows { try database.run("DELETE FROM operation WHERE id = ?", .int(row.row)) }
        // What is put back may get rows of those that were taken away.
        let log = RelayedLog(database: database, journal: journal)
        var standing = try log.standing()
        standing.sent = min(standing.sent, (rows.map(\.row).min() ?? .max) - 1)
        try log.keep(standing)
        try recountEpoch(of: journal, device: device)
        return rows
    }

    /// Puts an operation at the end of the log whose writes stand already; `received`: when a relay had received the one in whose
    /// place it comes, as its writes count until it arrives itself.
    package func putBack(_ operation: Operation, received: Int64?) throws {
        try insert(operation, receipt: received.map { RelayReceipt(position: nil, received: $0) })
        try noteEpoch(of: operation)
    }

    /// This device puts operations into a relay that had been in one before: whoever reads them there sees what their authors had
    /// seen of another log, until this device has vouched for this one.
    package func beginHealing(of journal: JournalID) throws(SQLiteError) {
        let log = RelayedLog(database: database, journal: journal)
        var standing = try log.standing()
        guard !standing.isHealing else { return }
        standing.isHealing = true
        try log.keep(standing)
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
