import Ledger
import SQLite

/// The latest checkpoint in a journal's log at the relay, as read so far.
package struct KnownCheckpoint: Hashable, Sendable {
    /// The relay's position that its snapshot covers.
    package var position: UInt64
    /// The epoch under whose key its snapshot is encrypted.
    package var epoch: UInt32
    /// The snapshot's hash, 32 bytes.
    package var snapshot: [UInt8]
    package var device: DeviceID

    init?(row: Row) {
        guard let device = DeviceID(row.blob(3)) else { return nil }
        (position, epoch) = (UInt64(clamping: row.int64(0)), UInt32(clamping: row.int64(1)))
        (snapshot, self.device) = (row.blob(2), device)
    }

    /// `nil` for an operation that is not a checkpoint.
    init?(_ operation: Operation) {
        guard operation.header.lane == .control,
            case .checkpoint(let checkpoint)? = try? ControlOperation(reading: operation.body)
        else { return nil }
        (position, epoch) = (checkpoint.position, operation.header.epoch)
        (snapshot, device) = (checkpoint.snapshot, operation.header.device)
    }
}

extension Store {
    /// The latest checkpoint in the relay's log of a journal, as read so far; `nil` for none.
    package func checkpoint(of journal: JournalID) throws(SQLiteError) -> KnownCheckpoint? {
        try database.state(
            "checkpoint, checkpoint_epoch, checkpoint_hash, checkpoint_device", of: journal, row: KnownCheckpoint.init(row:))
    }

    /// The size of the snapshot of a checkpoint, if this device has made or joined it.
    package func snapshotSize(of journal: JournalID, at position: UInt64) throws(SQLiteError) -> Int64? {
        try database.state("snapshot, snapshot_bytes", of: journal) {
            !$0.isNull(0) && UInt64(clamping: $0.int64(0)) == position ? $0.int64(1) : nil
        }
    }

    /// Whether something in a journal's log cannot be opened here: then this device cannot write a snapshot of it.
    package func hasUnopened(in journal: JournalID) throws(SQLiteError) -> Bool {
        try database.state("unopened", of: journal) { $0.int(0) } == 1
    }

    /// The total size of the operations after a position of the relay's log; 0 if that position is unknown here.
    package func bytes(behind position: UInt64, of journal: JournalID) throws(SQLiteError) -> Int64 {
        guard let place = try RelayedLog(database: database, journal: journal).place(at: position) else { return 0 }
        return try database.first(
            "SELECT coalesce(sum(length(bytes)), 0) FROM operation WHERE id > ? AND seq > ?", .int(place.row),
            .int(Int64(clamping: position))
        ) { $0.int64(0) } ?? 0
    }
}

extension StoreWriter {
    func noteCheckpoint(in operation: Operation) throws(SQLiteError) {
        guard let checkpoint = KnownCheckpoint(operation) else { return }
        try database.set(
            [
                "checkpoint": .int(Int64(clamping: checkpoint.position)), "checkpoint_epoch": .int(Int64(checkpoint.epoch)),
                "checkpoint_hash": .blob(checkpoint.snapshot), "checkpoint_device": .blob(checkpoint.device.bytes),
            ], of: operation.header.journal)
    }

    func forgetCheckpoint(of journal: JournalID) throws(SQLiteError) {
        try database.clear(["checkpoint", "checkpoint_epoch", "checkpoint_hash", "checkpoint_device"], of: journal)
    }

    /// Records the size of the snapshot of a checkpoint that this device has made or joined.
    package func keep(snapshotSize size: Int64, at position: UInt64, of journal: JournalID) throws(SQLiteError) {
        try database.set(["snapshot": .int(Int64(clamping: position)), "snapshot_bytes": .int(size)], of: journal)
    }

    /// Records that something in a journal's log cannot be decrypted here.
    package func noteUnopened(in journal: JournalID) throws(SQLiteError) { try database.set(["unopened": 1], of: journal) }
}
