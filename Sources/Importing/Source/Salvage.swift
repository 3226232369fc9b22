import Synchronization

/// If set, a broken source is read as far as possible, because its owner asked for it; stores where it broke.
package final class Salvage: Sendable {
    private let found = Mutex<[SourcePosition]>([])

    package init() {}

    /// Stores where a file ends early.
    func note(_ position: SourcePosition) {
        found.withLock { if !$0.contains(position) { $0.append(position) } }
    }

    /// The positions stored since the last call.
    func take() -> [SourcePosition] {
        found.withLock {
            let list = $0; $0 = []; return list
        }
    }
}
