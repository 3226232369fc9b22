import Ledger
import SQLite

extension Store {
    /// Rebuilds all projections from the log, in one transaction.
    ///
    /// `open` returns an operation's payload (`nil` on the control lane) and throws if it cannot; such an operation stays in the
    /// log, is counted, and the others are applied.
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

    /// Passes every operation to the closure, in order of arrival, until it returns false; `received`: when a relay received it,
    /// milliseconds since 1970, `nil` if no relay has it.
    package func eachOperation(
        after id: Int = 0, _ body: (_ id: Int, _ bytes: [UInt8], _ received: Int64?) throws -> Bool
    ) throws {
        try database.each("SELECT id, bytes, received FROM operation WHERE id > ? ORDER BY id", [.int(id)]) { row in
            try body(row.int(0), row.blob(1), row.isNull(2) ? nil : row.int64(2))
        }
    }

    /// Passes every operation to the closure, latest first, until it returns false.
    package func eachOperationFromEnd(_ body: (_ bytes: [UInt8]) throws -> Bool) throws {
        try database.each("SELECT bytes FROM operation ORDER BY id DESC", []) { row in try body(row.blob(0)) }
    }

    /// Reads the operations one by one, skipping damaged pages: for rescuing what can be read.
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

    /// Reads the states of all readable records, whatever the log has lost.
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

    /// Reads the writes that are no longer current, as far as readable.
    package func eachReadableRevision(
        _ body: (_ journal: JournalID, _ kind: String, _ record: RecordID, _ field: String, _ write: Write) throws -> Void
    ) throws {
        // A table without row ids is walked from both ends, like the others; a write read twice is harmless.
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
                    let name = WriteName(stamp: Stamp(rawValue: UInt64(bitPattern: row.int64(4))), device: device)
                    guard let write = try? Write(name: name, storedContent: row.blob(6)) else { return true }
                    try body(journal, row.text(1), record, row.text(3), write)
                    return true
                }
                return
            } catch is SQLiteError {}
        }
    }

    /// The row ids of a table, in order, as far as readable.
    ///
    /// Walks the table's key from both ends, so that one damaged page hides only what is on it; if the two walks do not meet,
    /// also an index that contains the ids.
    private func readableIDs(of table: String, column: String, index: String, order: [String]) throws -> [Int64] {
        var ids: Set<Int64> = []
        func walk(_ source: String, _ order: [String]) throws -> Bool {
            do {
                try database.each("SELECT \(column) FROM \(source) ORDER BY \(order.joined(separator: ","))", []) { row in
                    ids.insert(row.int64(0))
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

    /// Copies one operation unchanged, for a rescued log; skips one that exists.
    package func keep(_ operation: Operation, receipt: RelayReceipt?, in writer: StoreWriter) throws {
        let taken = try database.first("SELECT 1 FROM operation WHERE hash = ?", .blob(operation.hash)) { _ in true }
        if taken == nil { try writer.append(operation, payload: nil, receipt: receipt) }
    }
}

extension StoreWriter {
    /// Makes later stamps of this device come after this one, bounded by the ceiling of its receipt.
    func notice(_ stamp: Stamp, received: Int64? = nil) throws(SQLiteError) {
        var clock = try clock()
        clock.receive(received.map { min(stamp, Stamp.ceiling(received: $0)) } ?? stamp)
        try keep(clock)
    }
}
