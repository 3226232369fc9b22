import Ledger

/// This device as one that sends what it has written in a journal: which of it the relay would take.
///
/// What the role of its person does not allow any more was written before that was known here. It stays on this device, behind
/// what may be sent, until the role allows it again. What a relay has had before was allowed when it came there, and is none of that.
package struct Sender: Hashable, Sendable {
    /// The device.
    package let device: DeviceID
    /// The lanes on which the person may not write.
    package let forbidden: Set<OperationHeader.Lane>

    package init(_ device: DeviceID, forbidden: Set<OperationHeader.Lane> = []) {
        (self.device, self.forbidden) = (device, forbidden)
    }

    /// The operations of a journal after a row that wait to be sent, for statements: operations `o` with their chains `c`. Takes the row and the journal. Parts
    /// of a snapshot are never sent.
    static let waiting = """
        FROM operation o CROSS JOIN chain c ON c.id = o.chain
        WHERE o.id > ? AND o.seq IS NULL AND o.lane <> 3 AND c.journal = ?
        """
    /// Whether one of these may not be sent. Takes the device and the forbidden lanes.
    static let isKept = "(c.device = ? AND o.received IS NULL AND (? >> o.lane) & 1)"

    /// The forbidden lanes as bits.
    var forbiddenLanes: Int64 { forbidden.reduce(0) { $0 | 1 << Int64($1.rawValue) } }
}

/// How many operations of a journal wait to be seen in a relay's log.
package struct WaitingCount: Hashable, Sendable {
    /// Those of this device that may be sent.
    package let own: Int
    /// Those of others, which a relay has lost.
    package let others: Int
    /// Those of this device that no relay ever had and that stay here, as the role of its person does not allow them (`Sender`).
    package let kept: Int
    /// The row of the first of these; `nil` for none.
    package let firstKept: Int?
    /// One that may be sent stands behind it: the relay would miss the one before.
    package let isBlocked: Bool

    /// Nothing waits, and nothing is kept.
    package static let none = WaitingCount(own: 0, others: 0, kept: 0, firstKept: nil, isBlocked: false)
}
