/// The unencrypted first 124 bytes of an operation: its place, and nothing of its content (docs/formats/operation.md).
package struct OperationHeader: Hashable, Sendable {
    /// The stream of a journal that an operation belongs to; the relay enforces roles by it.
    package enum Lane: UInt8, Sendable {
        /// Membership, unencrypted.
        case control = 0
        /// Records, encrypted.
        case record = 1
        /// Notes of collaborators, encrypted.
        case note = 2
        /// A part of a snapshot that a device has joined, encrypted: only in its own log, never sent.
        case snapshot = 3
    }

    /// Length of a header in bytes.
    package static let count = 124
    package static let version: UInt8 = 1
    /// Cobblestone-256, Ed25519, HPKE X25519/HKDF-SHA256/ChaChaPoly, SHA-256.
    package static let suite: UInt8 = 1

    package var lane: Lane
    package var journal: JournalID
    /// The epoch whose key encrypts the body; counts from 1.
    package var epoch: UInt32
    package var device: DeviceID
    /// Place on the device's chain: 1, 2, 3 … without gaps, below 2^63.
    package var position: UInt64
    /// Hash of the device's operation before this one; 32 zeros for the first.
    package var previous: [UInt8]
    /// The relay's position that the author had verified; 0 if none.
    package var seenPosition: UInt64
    /// The relay's chain value there; 32 zeros if none.
    package var seenHead: [UInt8]
    /// Length of the following body in bytes.
    package var bodyCount: UInt32

    package init(
        lane: Lane, journal: JournalID, epoch: UInt32, device: DeviceID, position: UInt64, previous: [UInt8],
        seenPosition: UInt64 = 0, seenHead: [UInt8] = [UInt8](repeating: 0, count: 32), bodyCount: UInt32
    ) {
        precondition(previous.count == 32 && seenHead.count == 32, "hashes have 32 bytes")
        self.lane = lane
        self.journal = journal
        self.epoch = epoch
        self.device = device
        self.position = position
        self.previous = previous
        self.seenPosition = seenPosition
        self.seenHead = seenHead
        self.bodyCount = bodyCount
    }

    /// The 124 bytes.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(OperationHeader.count)
        bytes += [OperationHeader.version, OperationHeader.suite, lane.rawValue, 0]
        bytes += journal.bytes
        bytes.append(bigEndian: epoch)
        bytes += device.bytes
        bytes.append(bigEndian: position)
        bytes += previous
        bytes.append(bigEndian: seenPosition)
        bytes += seenHead
        bytes.append(bigEndian: bodyCount)
        return bytes
    }

    /// Reads the first 124 bytes.
    package init(reading bytes: [UInt8]) throws(LedgerError) {
        guard bytes.count >= OperationHeader.count else { throw .wrongLength }
        guard bytes[0] == OperationHeader.version, bytes[1] == OperationHeader.suite else {
            throw .newerVersion(version: bytes[0], suite: bytes[1])
        }
        guard let lane = Lane(rawValue: bytes[2]), bytes[3] == 0,
            let journal = JournalID(bytes[4..<20]), let device = DeviceID(bytes[24..<40])
        else { throw .badHeader }
        let position: UInt64 = bytes.bigEndian(at: 40)
        guard (1...UInt64(Int64.max)).contains(position) else { throw .badHeader }
        self.init(
            lane: lane, journal: journal, epoch: bytes.bigEndian(at: 20), device: device,
            position: position, previous: Array(bytes[48..<80]),
            seenPosition: bytes.bigEndian(at: 80), seenHead: Array(bytes[88..<120]),
            bodyCount: bytes.bigEndian(at: 120))
    }

    /// The context of the body's encryption: L("op") ‖ header. With any field changed, the body cannot be decrypted.
    package var sealingContext: [UInt8] { .label("op") + bytes }

    /// The HKDF context for deriving the body's key from the epoch's key.
    package var keyContext: [UInt8] { OperationHeader.keyContext(journal: journal, epoch: epoch) }

    /// journal ‖ epoch: follows the label "op-key" when a body's key is derived.
    package static func keyContext(journal: JournalID, epoch: UInt32) -> [UInt8] {
        var ids = journal.bytes
        ids.append(bigEndian: epoch)
        return ids
    }
}
