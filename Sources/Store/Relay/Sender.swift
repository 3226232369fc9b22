import Ledger

/// This device as a sender: which of its waiting operations in a journal the relay would accept.
///
/// Operations that its person's role no longer allows were written before that was known here. They stay on this device, after
/// those that may be sent, until the role allows them again. Operations that a relay has had were allowed and are excluded.
package struct Sender: Hashable, Sendable {
    package let device: DeviceID
    /// The lanes on which the person may not write.
    package let forbidden: Set<OperationHeader.Lane>

    package init(_ device: DeviceID, forbidden: Set<OperationHeader.Lane> = []) {
        (self.device, self.forbidden) = (device, forbidden)
    }

    /// SQL for a journal's waiting operations after a row: operations `o` with their chains `c`. Takes the row and the journal.
    /// Parts of a snapshot are never sent.
    static let waiting = """
        FROM operation o CROSS JOIN chain c ON c.id = o.chain
        WHERE o.id > ? AND o.seq IS NULL AND o.lane <> 3 AND c.journal = ?
        """
    /// SQL for whether one of these may not be sent. Takes the device and the forbidden lanes.
    static let isKept = "(c.device = ? AND o.received IS NULL AND (? >> o.lane) & 1)"

    var forbiddenLanes: Int64 { forbidden.reduce(0) { $0 | 1 << Int64($1.rawValue) } }
}

/// How many operations of a journal wait to be seen in a relay's log.
package struct WaitingCount: Hashable, Sendable {
    /// This device's operations that may be sent.
    package let own: Int
    /// Other devices' operations that a relay has lost.
    package let others: Int
    /// This device's operations that no relay ever had and that its person's role does not allow (`Sender`).
    package let kept: Int
    /// The row of the first of these; `nil` for none.
    package let firstKept: Int?
    /// Whether one that may be sent follows it: the relay would miss the one before.
    package let isBlocked: Bool

    /// Nothing waits or is kept back.
    package static let none = WaitingCount(own: 0, others: 0, kept: 0, firstKept: nil, isBlocked: false)
}
