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
    /// The device that wrote it.
    package var device: DeviceID

    /// u64 position ‖ u32 epoch ‖ hash 32 ‖ device 16
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: position)
        bytes.append(bigEndian: epoch)
        return bytes + snapshot + device.bytes
    }

    init?(bytes: [UInt8]) {
        guard bytes.count == 60, let device = DeviceID(bytes[44..<60]) else { return nil }
        (position, epoch) = (bytes.bigEndian(at: 0), bytes.bigEndian(at: 8))
        (snapshot, self.device) = (Array(bytes[12..<44]), device)
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
        try bytes(of: .checkpoint(journal)).flatMap(KnownCheckpoint.init(bytes:))
    }

    /// Whether something in a journal's log cannot be opened here: then this device cannot write a snapshot of it.
    package func hasUnopened(in journal: JournalID) throws(SQLiteError) -> Bool { try bytes(of: .unopened(journal)) != nil }

    /// The total size of the operations after a position of the relay's log; 0 if that position is unknown here.
    package func bytes(behind position: UInt64, of journal: JournalID) throws(SQLiteError) -> Int {
        guard let place = try RelayedLog(database: database, journal: journal).place(at: position) else { return 0 }
        return try database.first(
            "SELECT coalesce(sum(length(bytes)), 0) FROM operation WHERE id > ? AND seq > ?", .int(place.row),
            .int(Int64(clamping: position))
        ) { $0.int(0) } ?? 0
    }
}

extension StoreWriter {
    /// Records a checkpoint of a relay's log.
    func noteCheckpoint(in operation: Operation) throws(SQLiteError) {
        guard let checkpoint = KnownCheckpoint(operation) else { return }
        try keep(checkpoint.bytes, in: .checkpoint(operation.header.journal))
    }
}
