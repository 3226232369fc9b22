import Ledger
import SQLite

/// A journal's row besides its operations: enough to decide whether an operation may come next without reading earlier ones.
package struct JournalRow: Hashable, Sendable {
    package var head: LogHead
    /// Encrypted operations up to here are deleted; 0 for none.
    package var floor: UInt64
    package var epoch: UInt32
    package var controlPosition: UInt64
    /// Its hash; zeros if there is none.
    package var controlHead: [UInt8]
    /// The owner's account.
    package var owner: [UInt8]
    /// The account that uploaded the journal: it pays for its storage, as long as it is a member's.
    package var uploader: [UInt8]
    /// Bytes of operations, blobs and snapshots.
    package var bytes: Int64
    /// Position of the latest checkpoint whose head is this log's; 0 for none.
    package var checkpoint: UInt64
    /// Hash of the snapshot that it names; zeros for none.
    package var snapshot: [UInt8]
    package var checkpointReceived: Int64
    /// Whether the journal was deleted for everyone: no operation may follow.
    package var isDestroyed: Bool

    package static let noHash = [UInt8](repeating: 0, count: 32)

    init(_ row: RelayRow) throws(RelayStorageError) {
        let head = row.bytes(1)
        guard head.count == 32, row.int(2) >= 0, row.bytes(6).count == 32 else { throw .damaged }
        self.head = LogHead(position: row.count(0), value: head, received: row.int(2))
        floor = row.count(3)
        epoch = UInt32(clamping: row.int(4))
        (controlPosition, controlHead) = (row.count(5), row.bytes(6))
        (owner, uploader, bytes) = (row.bytes(7), row.bytes(8), row.int(9))
        (checkpoint, snapshot, checkpointReceived) = (row.count(10), row.bytes(11), row.int(12))
        isDestroyed = row.bool(13)
    }

    var values: [Value] {
        [
            .int(Int64(head.position)), .blob(head.value), .int(head.received), .int(Int64(floor)), .int(Int64(epoch)),
            .int(Int64(controlPosition)), .blob(controlHead), .blob(owner), .blob(uploader), .int(bytes),
            .int(Int64(checkpoint)), .blob(snapshot), .int(checkpointReceived), .int(isDestroyed ? 1 : 0),
        ]
    }
}

package struct DeviceRow: Hashable, Sendable {
    package var device: DeviceID
    /// The current name of the device's person.
    package var identity: [UInt8]
    /// Its Ed25519 public key.
    package var publicKey: [UInt8]
    /// Its position on its chain: how many of its operations are here.
    package var position: UInt64
    /// Hash of the last one; zeros for none.
    package var last: [UInt8]
    package var isDropped: Bool
    /// The relay's position up to which it has pulled.
    package var pulled: UInt64 = 0
    /// When it last pulled: milliseconds since 1970.
    package var heard: Int64 = 0

    package init(
        device: DeviceID, identity: [UInt8], publicKey: [UInt8], position: UInt64 = 0, last: [UInt8] = JournalRow.noHash,
        isDropped: Bool = false
    ) {
        (self.device, self.identity, self.publicKey) = (device, identity, publicKey)
        (self.position, self.last, self.isDropped) = (position, last, isDropped)
    }

    init(_ row: RelayRow) throws(RelayStorageError) {
        guard let device = DeviceID(row.bytes(0)), row.bytes(4).count == 32 else { throw .damaged }
        self.init(
            device: device, identity: row.bytes(1), publicKey: row.bytes(2), position: row.count(3), last: row.bytes(4),
            isDropped: row.bool(5))
        (pulled, heard) = (row.count(6), row.int(7))
    }

    var values: [Value] {
        [
            .blob(device.bytes), .blob(identity), .blob(publicKey), .int(Int64(position)), .blob(last),
            .int(isDropped ? 1 : 0), .int(Int64(pulled)), .int(heard),
        ]
    }
}

package struct PlacedOperation: Hashable, Sendable {
    package let operation: Operation
    /// Its bytes as received.
    package let bytes: [UInt8]
    /// The log's end after it: its position, when it was received, and the chain's value.
    package let head: LogHead

    var values: [Value] {
        let header = operation.header
        return [
            .int(Int64(head.position)), .blob(header.device.bytes), .int(Int64(header.position)),
            .int(Int64(header.lane.rawValue)),
            .int(head.received), .blob(operation.hash), .blob(head.value), .int(bytes.count), .blob(bytes),
        ]
    }
}
