import Synchronization

/// How many records were passed over since a vault was opened because they lie on a damaged page of its database. What was shown or
/// counted is not whole then, and each face has to say so. It outlives the vault.
package final class UnreadableRecords: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// How many in all.
    package var count: Int { counts.withLock { $0.values.reduce(0, +) } }

    /// Notes how many of a kind one look at them passed over. Looked at again they are the same ones.
    func note(_ count: Int, of kind: String) {
        guard count > 0 else { return }
        counts.withLock { $0[kind] = max($0[kind] ?? 0, count) }
    }
}
