/// When a snapshot is to stand for a journal's log (docs/formats/snapshot.md).
package struct CheckpointRule: Hashable, Sendable {
    /// So many operations behind the last checkpoint call for another.
    package var operations: UInt64
    /// Fewer than these never do, but after a rotation.
    package var least: UInt64
    /// So many times the bytes of the last snapshot behind it call for another.
    package var factor: Int

    package init(operations: UInt64 = 5_000, least: UInt64 = 500, factor: Int = 8) {
        (self.operations, self.least, self.factor) = (operations, least, factor)
    }

    /// The last checkpoint.
    package struct Last: Hashable, Sendable {
        /// The position up to which it reaches.
        package var position: UInt64
        /// It is sealed under a key that a rotation has ended.
        package var isOfEarlierEpoch: Bool
        /// Bytes of its snapshot; `nil` where that is not known here.
        package var size: Int?

        package init(position: UInt64, isOfEarlierEpoch: Bool, size: Int?) {
            (self.position, self.isOfEarlierEpoch, self.size) = (position, isOfEarlierEpoch, size)
        }
    }

    /// Whether one is due at the end of a log. `bytes`: of the operations behind the last checkpoint; asked only where it matters.
    package func isDue<Failure>(end: UInt64, last: Last?, bytes: () throws(Failure) -> Int) throws(Failure) -> Bool {
        guard let last else { return end >= operations }
        guard end > last.position else { return false }
        let count = end - last.position
        if last.isOfEarlierEpoch || count >= operations { return true }
        guard count >= least, let size = last.size else { return false }
        return try bytes() / factor > size
    }
}
