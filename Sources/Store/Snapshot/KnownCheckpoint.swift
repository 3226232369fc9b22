import Ledger
import SQLite

/// The latest checkpoint of a journal's log at the relay, as far as that was read.
package struct KnownCheckpoint: Hashable, Sendable {
    /// The relay's position up to which its snapshot reaches.
    package var position: UInt64
    /// The epoch under whose key its snapshot is sealed.
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

    /// `nil` for an operation that is no checkpoint.
    init?(_ operation: Operation) {
        guard operation.header.lane == .control,
            case .checkpoint(let checkpoint)? = try? ControlOperation(reading: operation.body)
        else { return nil }
        (position, epoch) = (checkpoint.position, operation.header.epoch)
        (snapshot, device) = (checkpoint.snapshot, operation.header.device)
    }
}

extension Store {
    /// The latest checkpoint in the relay's log of a journal, as far as that was read; `nil` for none.
    package func checkpoint(of journal: JournalID) throws(SQLiteError) -> KnownCheckpoint? {
        try bytes(of: .checkpoint(journal)).flatMap(KnownCheckpoint.init(bytes:))
    }

    /// Whether something in a journal's log does not open here: then this device cannot say what the log says.
    package func hasUnopened(in journal: JournalID) throws(SQLiteError) -> Bool { try bytes(of: .unopened(journal)) != nil }

    /// How many bytes the operations have that came behind a place of the relay's log; 0 where that place is not known here.
    package func bytes(behind position: UInt64, of journal: JournalID) throws(SQLiteError) -> Int {
        guard let place = try RelayedLog(database: database, journal: journal).place(at: position) else { return 0 }
        return try database.first(
            "SELECT coalesce(sum(length(bytes)), 0) FROM operation WHERE id > ? AND seq > ?", .int(place.row),
            .int(Int64(clamping: position))
        ) { $0.int(0) } ?? 0
    }
}

extension StoreWriter {
    /// Takes notice of a checkpoint that a relay's log has.
    func noteCheckpoint(in operation: Operation) throws(SQLiteError) {
        guard let checkpoint = KnownCheckpoint(operation) else { return }
        try keep(checkpoint.bytes, in: .checkpoint(operation.header.journal))
    }
}
