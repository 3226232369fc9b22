import Synchronization

/// How many records were skipped since a vault was opened because they are on a damaged page. What was shown or counted is then
/// incomplete, and each interface must say so. It outlives the vault.
package final class UnreadableRecords: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    package var count: Int { counts.withLock { $0.values.reduce(0, +) } }

    /// Records how many of a kind one read skipped. Further reads skip the same ones.
    func note(_ count: Int, of kind: String) {
        guard count > 0 else { return }
        counts.withLock { $0[kind] = max($0[kind] ?? 0, count) }
    }
}
