/// When to replace a journal's log by a snapshot (docs/formats/snapshot.md).
package struct CheckpointRule: Hashable, Sendable {
    /// A checkpoint is due after this many operations since the last one.
    package var operations: UInt64
    /// With fewer operations none is due, except after a rotation.
    package var least: UInt64
    /// A checkpoint is due if the operations since the last one exceed its snapshot's size by this factor.
    package var factor: Int64

    package init(operations: UInt64 = 5_000, least: UInt64 = 500, factor: Int64 = 8) {
        (self.operations, self.least, self.factor) = (operations, least, factor)
    }

    package struct Last: Hashable, Sendable {
        package var position: UInt64
        /// Whether it is encrypted under a key that a rotation has replaced.
        package var isOfEarlierEpoch: Bool
        /// Size of its snapshot in bytes; `nil` if unknown here.
        package var size: Int64?

        package init(position: UInt64, isOfEarlierEpoch: Bool, size: Int64?) {
            (self.position, self.isOfEarlierEpoch, self.size) = (position, isOfEarlierEpoch, size)
        }
    }

    /// Whether one is due at the end of a log. `bytes`: size of the operations since the last checkpoint; called only if needed.
    package func isDue<Failure>(end: UInt64, last: Last?, bytes: () throws(Failure) -> Int64) throws(Failure) -> Bool {
        guard let last else { return end >= operations }
        guard end > last.position else { return false }
        let count = end - last.position
        if last.isOfEarlierEpoch || count >= operations { return true }
        guard count >= least, let size = last.size else { return false }
        return try bytes() / factor > size
    }
}
