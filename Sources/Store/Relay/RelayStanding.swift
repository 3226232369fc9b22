import Ledger
import SQLite

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

    static let columns =
        "position, received, head, conflict_until, conflict_own, conflict_author, recovering, floor, sent"

    var values: KeyValuePairs<String, Value> {
        [
            "position": .int(Int64(clamping: head.position)), "received": .int(head.received), "head": .blob(head.value),
            "conflict_until": .int(Int64(clamping: conflictPosition)), "conflict_own": .int(isOwnConflict ? 1 : 0),
            "conflict_author": .blob(conflictAuthor), "recovering": .int(isRecovering ? 1 : 0),
            "floor": .int(Int64(clamping: floor)), "sent": .int(sent),
        ]
    }

    /// `nil` for a journal of whose log nothing was read.
    init?(row: Row) {
        guard row.blob(2).count == 32 else { return nil }
        head = LogHead(position: UInt64(clamping: row.int64(0)), value: row.blob(2), received: max(0, row.int64(1)))
        conflictPosition = UInt64(clamping: row.int64(3))
        (isOwnConflict, conflictAuthor) = (row.int(4) != 0, row.isNull(5) ? nil : row.blob(5))
        (isRecovering, floor, sent) = (row.int(6) != 0, UInt64(clamping: row.int64(7)), row.int(8))
    }
}
