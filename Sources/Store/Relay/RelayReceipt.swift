import SQLite

/// A relay's receipt of an operation: its position in the journal's log there, and when it arrived.
package struct RelayReceipt: Hashable, Sendable {
    /// The position in the relay's log, from 1; `nil` if only the time is known, as after restoring a backup.
    package let position: UInt64?
    /// Milliseconds since 1970, by the relay's clock.
    package let received: Int64

    package init(position: UInt64?, received: Int64) {
        (self.position, self.received) = (position, received)
    }

    /// The adjacent columns `seq` and `received`; `nil` if no relay had the operation.
    init?(row: Row, from column: Int32) {
        guard !row.isNull(column + 1) else { return nil }
        self.init(
            position: row.isNull(column) ? nil : UInt64(clamping: row.int64(column)), received: row.int64(column + 1))
    }
}
