import Ledger
import SQLite

/// How far the operations of a journal are sealed anew after its key was rotated: kept beside the log, in the same transactions.
package struct Resealing: Hashable, Sendable {
    /// The epoch that everything is brought to.
    package var epoch: UInt32
    /// The device's clock when the epoch began: an attachment whose key was written later needs nothing.
    package var begun: Stamp
    /// Row id of the last operation that has been looked at.
    package var cursor: Int
    /// Row id of the last operation there is to look at: what comes later is sealed under the new epoch.
    package var end: Int

    package init(epoch: UInt32, begun: Stamp, cursor: Int, end: Int) {
        (self.epoch, self.begun, self.cursor, self.end) = (epoch, begun, cursor, end)
    }

    /// u32 epoch ‖ u64 begun ‖ u64 cursor ‖ u64 end
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: epoch)
        bytes.append(bigEndian: begun.rawValue)
        bytes.append(bigEndian: UInt64(cursor))
        bytes.append(bigEndian: UInt64(end))
        return bytes
    }

    init?(bytes: [UInt8]) {
        guard bytes.count == 28, let cursor = Int(exactly: bytes.bigEndian(at: 12, as: UInt64.self)),
            let end = Int(exactly: bytes.bigEndian(at: 20, as: UInt64.self))
        else { return nil }
        self.init(
            epoch: bytes.bigEndian(at: 0), begun: Stamp(rawValue: bytes.bigEndian(at: 4)), cursor: cursor, end: end)
    }
}

extension Store {
    /// How far a journal's re-sealing is; `nil` while there is none.
    package func resealing(of journal: JournalID) throws(SQLiteError) -> Resealing? {
        try bytes(of: .resealing(journal)).flatMap(Resealing.init(bytes:))
    }
}

extension StoreWriter {
    /// The epoch that the log itself says is current in a journal: 1, or that of the last rotation.
    ///
    /// Read inside the transaction that appends, it keeps a program that was open before a rotation from sealing under a key
    /// that is about to be destroyed.
    package func epoch(of journal: JournalID) throws(SQLiteError) -> UInt32 {
        let kept = try database.first("SELECT value FROM meta WHERE name = ?", .text(StoreWriter.epochRow(journal))) { $0.int(0) }
        return kept.flatMap(UInt32.init(exactly:)) ?? 1
    }

    /// Keeps how far the re-sealing of a journal is.
    package func keep(_ resealing: Resealing, of journal: JournalID) throws(SQLiteError) {
        try keep(resealing.bytes, in: .resealing(journal))
    }

    /// Operations of a journal behind a row id, in their order, at most `limit`; of the control lane none.
    package func sealedOperations(
        of journal: JournalID, after id: Int, upTo end: Int, limit: Int
    ) throws(SQLiteError) -> [(id: Int, bytes: [UInt8])] {
        // No index over the chain: the rows stand in the order in which they are asked for.
        try database.all(
            """
            SELECT id, bytes FROM operation WHERE id > ? AND id <= ? AND lane <> 0
            AND +chain IN (SELECT id FROM chain WHERE journal = ?) ORDER BY id LIMIT ?
            """, [.int(id), .int(end), .blob(journal.bytes), .int(limit)]
        ) { ($0.int(0), $0.blob(1)) }
    }

    /// Puts the re-sealed form of an operation in the place of the one that stands at this row.
    package func replace(_ id: Int, with operation: Operation) throws(SQLiteError) {
        try database.run("UPDATE operation SET bytes = ? WHERE id = ?", .blob(operation.bytes), .int(id))
    }

    /// How many operations of a journal are sealed in an earlier epoch than this one. Reads all of them.
    package func operations(of journal: JournalID, sealedBefore epoch: UInt32) throws(SQLiteError) -> Int {
        var limit: [UInt8] = []
        limit.append(bigEndian: epoch)
        // The epoch stands at byte 21 of the first form, at byte 222 of the re-sealed one (x'81').
        return try database.first(
            """
            SELECT count(*) FROM operation WHERE lane <> 0 AND +chain IN (SELECT id FROM chain WHERE journal = ?)
            AND CASE substr(bytes, 1, 1) WHEN x'81' THEN substr(bytes, 222, 4) ELSE substr(bytes, 21, 4) END < ?
            """, .blob(journal.bytes), .blob(limit)
        ) { $0.int(0) } ?? 0
    }

    /// The control operation of a journal that came last; `nil` where there is none.
    package func lastControl(of journal: JournalID) throws(SQLiteError) -> [UInt8]? {
        try database.first(
            """
            SELECT bytes FROM operation WHERE lane = 0 AND chain IN (SELECT id FROM chain WHERE journal = ?)
            ORDER BY id DESC LIMIT 1
            """, .blob(journal.bytes)
        ) { $0.blob(0) }
    }

    /// The control operation behind which this device's next one comes at the relay: the last of its log, or of those of this device
    /// that wait. Others that the relay has lost do not count: they may never come back as they are.
    package func lastControl(of journal: JournalID, device: DeviceID) throws(SQLiteError) -> [UInt8]? {
        try database.first(
            """
            SELECT o.bytes FROM operation o CROSS JOIN chain c ON c.id = o.chain
            WHERE o.lane = 0 AND c.journal = ? AND (c.device = ? OR o.seq IS NOT NULL)
            ORDER BY o.seq IS NULL DESC, o.seq DESC, o.id DESC LIMIT 1
            """, .blob(journal.bytes), .blob(device.bytes)
        ) { $0.blob(0) }
    }

    /// Takes notice of what a control operation changes for its journal: the epoch, or that there is nothing behind it. `received`: when a
    /// relay got it.
    func noteControl(_ operation: Operation, received: Int64?) throws(SQLiteError) {
        guard operation.header.lane == .control, let said = try? ControlOperation(reading: operation.body) else { return }
        let journal = operation.header.journal
        if case .destroy = said { try keep(end: received, of: journal) }
        guard let change = said.keyChange else { return }
        guard try change.epoch > epoch(of: journal) else { return }
        try database.run(
            "INSERT OR REPLACE INTO meta VALUES(?, ?)", .text(StoreWriter.epochRow(journal)), .int(Int64(change.epoch)))
    }

    /// Looks up anew what the control operations say: one may have been taken away, or been lost by the relay.
    func recountControls(of journal: JournalID, device: DeviceID) throws {
        try forgetControls(of: journal)
        let controls = try database.all(
            """
            SELECT bytes, received FROM operation WHERE lane = 0 AND chain IN
              (SELECT id FROM chain WHERE journal = ?1 AND (device = ?2 OR operation.seq IS NOT NULL)) ORDER BY id
            """, [.blob(journal.bytes), .blob(device.bytes)]
        ) { (bytes: $0.blob(0), received: $0.isNull(1) ? nil : Int64($0.int(1))) }
        for (bytes, received) in controls { try noteControl(Operation(reading: bytes), received: received) }
    }

    /// Forgets what was noted of a journal's control operations.
    func forgetControls(of journal: JournalID) throws(SQLiteError) {
        try database.run("DELETE FROM meta WHERE name = ?", .text(StoreWriter.epochRow(journal)))
        try database.run("DELETE FROM meta WHERE name = ?", .text(JournalEndRow.name(journal)))
    }

    private static func epochRow(_ journal: JournalID) -> String { "epoch:" + journal.description }
}
