import Ledger
import SQLite

extension Store {
    /// Makes all projections anew from the log, in one transaction.
    ///
    /// `open` gives the payload of an operation (`nil` on the control lane) and throws where it cannot; such an
    /// operation stays in the log, is counted, and the others go on.
    /// - Returns: how many operations were applied, and the row ids of those that could not be opened.
    package func rebuild(
        open: (Operation) throws -> Payload?, progress: (Int) -> Void = { _ in }
    ) throws -> (applied: Int, unopened: [Int]) {
        try write { writer in
            for table in Schema.projectionTables { try database.run("DELETE FROM \(table)") }
            try writer.forgetWhatTheLogSays()
            var applied = 0
            var unopened: [Int] = []
            try eachOperation { id, bytes, received in
                do {
                    let operation = try Operation(reading: bytes)
                    let payload = try open(operation)
                    try writer.apply(payload, of: operation, received: received)
                    if let payload { try writer.notice(payload.stamp, received: received) }
                    applied += 1
                    progress(applied)
                } catch let error as SQLiteError {
                    throw error
                } catch {
                    unopened.append(id)
                }
                return true
            }
            return (applied, unopened)
        }
    }

    /// Hands over the bytes of every operation, in the order in which they came, until the closure returns false; `received`: when
    /// a relay received it, milliseconds since 1970, `nil` for one that no relay has.
    package func eachOperation(
        after id: Int = 0, _ body: (_ id: Int, _ bytes: [UInt8], _ received: Int64?) throws -> Bool
    ) throws {
        try database.each("SELECT id, bytes, received FROM operation WHERE id > ? ORDER BY id", [.int(id)]) { row in
            try body(row.int(0), row.blob(1), row.isNull(2) ? nil : Int64(row.int(2)))
        }
    }

    /// Hands over the bytes of every operation, the latest first, until the closure returns false.
    package func eachOperationFromEnd(_ body: (_ bytes: [UInt8]) throws -> Bool) throws {
        try database.each("SELECT bytes FROM operation ORDER BY id DESC", []) { row in try body(row.blob(0)) }
    }

    /// Reads the operations one by one and passes over those whose pages are damaged: for rescuing what can be read.
    /// - Returns: how many could not be read.
    package func eachReadableOperation(_ body: ([UInt8], RelayReceipt?) throws -> Void) throws -> Int {
        var unreadable = 0
        let index = "sqlite_autoindex_operation_1"
        for id in try readableIDs(of: "operation", column: "id", index: index, order: ["chain", "place"]) {
            do {
                let row = try database.first("SELECT bytes, seq, received FROM operation WHERE id = ?", .int(id)) {
                    ($0.blob(0), RelayReceipt(row: $0, from: 1))
                }
                if let row { try body(row.0, row.1) }
            } catch is SQLiteError {
                unreadable += 1
            }
        }
        return unreadable
    }

    /// Reads the states of all records that can still be read, whatever the log has lost.
    package func eachReadableRecord(
        _ body: (_ journal: JournalID, _ kind: String, _ record: RecordID, _ state: RecordState) throws -> Void
    ) throws {
        for position in try readableIDs(
            of: "record", column: "position", index: "record_id", order: ["id", "kind", "journal"])
        {
            let row = try? database.first(
                "SELECT j.name, r.kind, r.id, r.state FROM record r JOIN journal j ON j.id = r.journal WHERE r.position = ?",
                .int(position)
            ) { ($0.blob(0), $0.text(1), $0.blob(2), $0.blob(3)) }
            guard let row = row ?? nil, let journal = JournalID(row.0), let record = RecordID(row.2),
                let state = try? RecordState(storedBytes: row.3)
            else { continue }
            try body(journal, row.1, record, state)
        }
    }

    /// Reads the writes that stand no longer, as far as they can be read.
    package func eachReadableRevision(
        _ body: (_ journal: JournalID, _ kind: String, _ record: RecordID, _ field: String, _ write: Write) throws -> Void
    ) throws {
        // A table without row ids is walked from both ends, like the others; a write that comes twice is harmless.
        let columns = "j.name, v.kind, v.id, v.field, v.stamp, v.device, v.content"
        let key = ["v.id", "v.kind", "v.journal", "v.field", "v.stamp", "v.device"]
        for order in [key, key.map { $0 + " DESC" }] {
            let sql =
                "SELECT \(columns) FROM revision v JOIN journal j ON j.id = v.journal ORDER BY \(order.joined(separator: ","))"
            do {
                try database.each(sql, []) { row in
                    guard let journal = JournalID(row.blob(0)), let record = RecordID(row.blob(2)),
                        let device = DeviceID(row.blob(5))
                    else { return true }
                    let name = WriteName(stamp: Stamp(rawValue: UInt64(bitPattern: Int64(row.int(4)))), device: device)
                    guard let write = try? Write(name: name, storedContent: row.blob(6)) else { return true }
                    try body(journal, row.text(1), record, row.text(3), write)
                    return true
                }
                return
            } catch is SQLiteError {}
        }
    }

    /// The row ids of a table, in their order, as far as anything still tells them.
    ///
    /// The table's key is walked from both ends, so that one damaged page hides only what lies on it, and where that
    /// does not meet, an index that holds the ids as well.
    private func readableIDs(of table: String, column: String, index: String, order: [String]) throws -> [Int] {
        var ids: Set<Int> = []
        func walk(_ source: String, _ order: [String]) throws -> Bool {
            do {
                try database.each("SELECT \(column) FROM \(source) ORDER BY \(order.joined(separator: ","))", []) { row in
                    ids.insert(row.int(0))
                    return true
                }
                return true
            } catch is SQLiteError {
                return false
            }
        }
        if try walk(table, [column]) { return ids.sorted() }
        _ = try walk(table, [column + " DESC"])
        if try !walk("\(table) INDEXED BY \(index)", order) {
            _ = try walk("\(table) INDEXED BY \(index)", order.map { $0 + " DESC" })
        }
        return ids.sorted()
    }

    /// Copies one operation as it is, for a rescued log; one that is there already is left out.
    package func keep(_ operation: Operation, receipt: RelayReceipt?, in writer: StoreWriter) throws {
        let taken = try database.first("SELECT 1 FROM operation WHERE hash = ?", .blob(operation.hash)) { _ in true }
        if taken == nil { try writer.append(operation, payload: nil, receipt: receipt) }
    }
}

extension StoreWriter {
    /// Later stamps of this device come after this one, which counts at most with the ceiling of the moment it was received at.
    func notice(_ stamp: Stamp, received: Int64? = nil) throws(SQLiteError) {
        var clock = try clock()
        clock.receive(received.map { min(stamp, Stamp.ceiling(received: $0)) } ?? stamp)
        try keep(clock)
    }
}
