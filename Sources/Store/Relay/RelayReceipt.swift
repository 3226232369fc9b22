import SQLite

/// That a relay has an operation: where its log of the journal has it, and since when.
package struct RelayReceipt: Hashable, Sendable {
    /// The place in the relay's log, from 1 on; `nil` where only the moment is known, as after a restored backup.
    package let position: UInt64?
    /// Milliseconds since 1970, by the relay's clock.
    package let received: Int64

    package init(position: UInt64?, received: Int64) {
        (self.position, self.received) = (position, received)
    }

    /// The columns `seq` and `received`, one after the other; `nil` where no relay had the operation.
    init?(row: Row, from column: Int32) {
        guard !row.isNull(column + 1) else { return nil }
        self.init(
            position: row.isNull(column) ? nil : UInt64(clamping: row.int(column)), received: Int64(row.int(column + 1)))
    }
}
