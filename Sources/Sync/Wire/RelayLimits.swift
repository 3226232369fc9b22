import Ledger

/// A relay's size limits, in bytes. A client reads its relay's limits before it sends.
package struct RelayLimits: Hashable, Sendable {
    package var operation: Int
    /// The body of one push, and of one pull unless its first operation alone is larger.
    package var batch: Int
    package var blob: Int64
    /// One encrypted snapshot.
    package var snapshot: Int
    /// The total storage of one account.
    package var account: Int64

    /// Texts have at most 1 MiB: an operation of 4 MiB holds several.
    package init(
        operation: Int = 4 << 20, batch: Int = 8 << 20, blob: Int64 = 2 << 30, snapshot: Int = 512 << 20,
        account: Int64 = 20 << 30
    ) {
        (self.operation, self.batch, self.blob, self.snapshot, self.account) = (operation, batch, blob, snapshot, account)
    }

    /// The encrypted copy of a vault file that a relay stores for an account.
    package static let vault = 64 << 10
    /// A message in a mailbox, from a device with a session.
    package static let message = 64 << 10
    /// A message in a mailbox from anyone: the offer of a device that is to be linked has 32 bytes.
    package static let offer = 1 << 10
    /// Any JSON sent to a relay.
    package static let json = 64 << 10

    var json: JSON {
        [
            "op": .int(Int64(operation)), "batch": .int(Int64(batch)), "blob": .int(blob),
            "snapshot": .int(Int64(snapshot)), "account": .int(account),
        ]
    }

    /// `nil` for limits too small for any operation.
    init?(_ json: JSON?) {
        guard let json, let operation = json.size("op"), let batch = json.size("batch"), let blob = json["blob"]?.int, blob >= 0,
            let snapshot = json.size("snapshot"), let account = json["account"]?.int, account >= 0, operation >= 1 << 10,
            batch >= operation
        else { return nil }
        self.init(operation: operation, batch: batch, blob: blob, snapshot: snapshot, account: account)
    }
}

extension JSON {
    /// A number of bytes, or any other non-negative number; with a 32-bit `Int`, clamped.
    func size(_ name: String) -> Int? { count(name).map(Int.init(clamping:)) }
}
