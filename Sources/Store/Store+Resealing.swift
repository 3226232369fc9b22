import Ledger
import SQLite

/// The progress of re-encrypting a journal after its key was rotated: stored with the log, in the same transactions.
package struct Resealing: Hashable, Sendable {
    package var epoch: UInt32
    /// The device's clock when the epoch began: an attachment whose key was written later needs no re-encryption.
    package var begun: Stamp
    /// Row id of the last operation processed.
    package var cursor: Int
    /// Row id of the last operation to process: later ones are encrypted under the new epoch.
    package var end: Int

    package init(epoch: UInt32, begun: Stamp, cursor: Int, end: Int) {
        (self.epoch, self.begun, self.cursor, self.end) = (epoch, begun, cursor, end)
    }

    init?(row: Row) {
        guard let epoch = UInt32(exactly: row.int64(0)), epoch > 0 else { return nil }
        self.init(
            epoch: epoch, begun: Stamp(rawValue: UInt64(bitPattern: row.int64(1))), cursor: row.int(2), end: row.int(3))
    }
}

extension Store {
    /// A journal's re-encryption; `nil` if there is none.
    package func resealing(of journal: JournalID) throws(SQLiteError) -> Resealing? {
        try database.state("reseal_epoch, reseal_begun, reseal_done, reseal_end", of: journal, row: Resealing.init(row:))
    }

    /// The row of the log up to which re-encrypted forms of an epoch were sent to the relay.
    package func resealedSent(of journal: JournalID, epoch: UInt32) throws(SQLiteError) -> Int {
        try database.state("resealed_epoch, resealed_sent", of: journal) { $0.int64(0) == Int64(epoch) ? $0.int(1) : nil } ?? 0
    }
}

extension StoreWriter {
    /// A journal's current epoch according to the log: 1, or that of the last rotation.
    ///
    /// Read inside the transaction that appends, it keeps a program opened before a rotation from encrypting under a key that is
    /// about to be destroyed.
    package func epoch(of journal: JournalID) throws(SQLiteError) -> UInt32 {
        try database.state("epoch", of: journal) { $0.isNull(0) ? nil : UInt32(exactly: $0.int64(0)) } ?? 1
    }

    package func keep(_ resealing: Resealing, of journal: JournalID) throws(SQLiteError) {
        try database.set(
            [
                "reseal_epoch": .int(Int64(resealing.epoch)), "reseal_begun": .int(Int64(bitPattern: resealing.begun.rawValue)),
                "reseal_done": .int(resealing.cursor), "reseal_end": .int(resealing.end),
            ], of: journal)
    }

    package func endResealing(of journal: JournalID) throws(SQLiteError) {
        try database.clear(["reseal_epoch", "reseal_begun", "reseal_done", "reseal_end"], of: journal)
    }

    /// Records up to which row of the log re-encrypted forms of an epoch were sent to the relay.
    package func keep(resealedSent row: Int, epoch: UInt32, of journal: JournalID) throws(SQLiteError) {
        try database.set(["resealed_epoch": .int(Int64(epoch)), "resealed_sent": .int(row)], of: journal)
    }

    /// A journal's operations after a row id, in order, at most `limit`, without the control lane.
    package func sealedOperations(
        of journal: JournalID, after id: Int, upTo end: Int, limit: Int
    ) throws(SQLiteError) -> [(id: Int, bytes: [UInt8])] {
        // No index over the chain: the rows are in the requested order.
        try database.all(
            """
            SELECT id, bytes FROM operation WHERE id > ? AND id <= ? AND lane <> 0
            AND +chain IN (SELECT id FROM chain WHERE journal = ?) ORDER BY id LIMIT ?
            """, [.int(id), .int(end), .blob(journal.bytes), .int(limit)]
        ) { ($0.int(0), $0.blob(1)) }
    }

    /// Replaces the operation in this row by its re-encrypted form.
    package func replace(_ id: Int, with operation: Operation) throws(SQLiteError) {
        try database.run("UPDATE operation SET bytes = ? WHERE id = ?", .blob(operation.bytes), .int(id))
    }

    /// How many operations of a journal are encrypted in an earlier epoch. Reads all of them.
    package func operations(of journal: JournalID, sealedBefore epoch: UInt32) throws(SQLiteError) -> Int {
        var limit: [UInt8] = []
        limit.append(bigEndian: epoch)
        // The epoch is at byte 21 of the first form, at byte 222 of the re-encrypted one (x'81').
        return try database.first(
            """
            SELECT count(*) FROM operation WHERE lane <> 0 AND +chain IN (SELECT id FROM chain WHERE journal = ?)
            AND CASE substr(bytes, 1, 1) WHEN x'81' THEN substr(bytes, 222, 4) ELSE substr(bytes, 21, 4) END < ?
            """, .blob(journal.bytes), .blob(limit)
        ) { $0.int(0) } ?? 0
    }

    /// A journal's latest control operation; `nil` if there is none.
    package func lastControl(of journal: JournalID) throws(SQLiteError) -> [UInt8]? {
        try database.first(
            """
            SELECT bytes FROM operation WHERE lane = 0 AND chain IN (SELECT id FROM chain WHERE journal = ?)
            ORDER BY id DESC LIMIT 1
            """, .blob(journal.bytes)
        ) { $0.blob(0) }
    }

    /// The control operation that this device's next one follows at the relay: the last of its log, or of this device's waiting
    /// ones. Others that the relay has lost do not count: they may never return unchanged.
    package func lastControl(of journal: JournalID, device: DeviceID) throws(SQLiteError) -> [UInt8]? {
        try database.first(
            """
            SELECT o.bytes FROM operation o CROSS JOIN chain c ON c.id = o.chain
            WHERE o.lane = 0 AND c.journal = ? AND (c.device = ? OR o.seq IS NOT NULL)
            ORDER BY o.seq IS NULL DESC, o.seq DESC, o.id DESC LIMIT 1
            """, .blob(journal.bytes), .blob(device.bytes)
        ) { $0.blob(0) }
    }

    /// Records what a control operation changes for its journal: the epoch, or its deletion for everyone. `received`: when a
    /// relay received it, if it did.
    func noteControl(_ operation: Operation, received: Int64?) throws(SQLiteError) {
        guard operation.header.lane == .control, let said = try? ControlOperation(reading: operation.body) else { return }
        let journal = operation.header.journal
        if case .destroy = said { try keep(end: received, of: journal) }
        guard let change = said.keyChange else { return }
        guard try change.epoch > epoch(of: journal) else { return }
        try database.set(["epoch": .int(Int64(change.epoch))], of: journal)
    }

    /// Reads the control operations again: one may have been removed, or lost by the relay.
    func recountControls(of journal: JournalID, device: DeviceID) throws {
        try forgetControls(of: journal)
        let controls = try database.all(
            """
            SELECT bytes, received FROM operation WHERE lane = 0 AND chain IN
              (SELECT id FROM chain WHERE journal = ?1 AND (device = ?2 OR operation.seq IS NOT NULL)) ORDER BY id
            """, [.blob(journal.bytes), .blob(device.bytes)]
        ) { (bytes: $0.blob(0), received: $0.isNull(1) ? nil : $0.int64(1)) }
        for (bytes, received) in controls { try noteControl(Operation(reading: bytes), received: received) }
    }

    func forgetControls(of journal: JournalID) throws(SQLiteError) {
        try database.clear(["epoch", "ended"], of: journal)
    }
}
