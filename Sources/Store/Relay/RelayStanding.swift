import Ledger

/// How far this device has read a journal's log at the relay.
package struct RelayStanding: Hashable, Sendable {
    /// The end of what was read.
    package var head: LogHead
    /// The position up to which the history is in conflict, since an author has seen another log; 0 if it is not.
    package var conflictPosition: UInt64 = 0
    /// Whether only this device's own view conflicts.
    package var isOwnConflict = false
    /// The root of the only person whose view conflicts; `nil` for several, or for what was read here before.
    package var conflictAuthor: [UInt8]?
    /// Whether this device is recovering the log at a relay, or has not yet seen it there afterwards.
    package var isRecovering = false
    /// The end of the snapshot by which the log was joined; 0 if it was read from its beginning.
    package var floor: UInt64 = 0
    /// The row of the local log up to which nothing waits to be sent.
    var sent = 0

    init(head: LogHead) { self.head = head }

    /// Nothing was read yet.
    package static let none = RelayStanding(head: .empty)

    /// u64 position ‖ u64 received ‖ head 32 ‖ u64 conflictPosition ‖ u64 sent ‖ u8 flags: recovering (1), own conflict (2) ‖
    /// u64 floor ‖ root of the only person whose view conflicts, 32, or nothing
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: head.position)
        bytes.append(bigEndian: UInt64(head.received))
        bytes += head.value
        bytes.append(bigEndian: conflictPosition)
        bytes.append(bigEndian: UInt64(sent))
        bytes.append((isRecovering ? 1 : 0) | (isOwnConflict ? 2 : 0))
        bytes.append(bigEndian: floor)
        return bytes + (conflictAuthor ?? [])
    }

    init?(bytes: [UInt8]) {
        guard [65, 73, 105].contains(bytes.count), let received = Int64(exactly: bytes.bigEndian(at: 8, as: UInt64.self)),
            let sent = Int(exactly: bytes.bigEndian(at: 56, as: UInt64.self))
        else { return nil }
        head = LogHead(position: bytes.bigEndian(at: 0), value: Array(bytes[16..<48]), received: received)
        conflictPosition = bytes.bigEndian(at: 48)
        self.sent = sent
        (isRecovering, isOwnConflict) = (bytes[64] & 1 != 0, bytes[64] & 2 != 0)
        // Before snapshots existed, nothing followed.
        floor = bytes.count >= 73 ? bytes.bigEndian(at: 65) : 0
        conflictAuthor = bytes.count == 105 ? Array(bytes[73...]) : nil
    }
}
