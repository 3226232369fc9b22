import Synchronization

/// That of a broken source is taken what can still be read, because its owner has asked for it; and where it broke.
package final class Salvage: Sendable {
    private let found = Mutex<[SourcePosition]>([])

    package init() {}

    /// Notes where a file breaks off.
    func note(_ position: SourcePosition) {
        found.withLock { if !$0.contains(position) { $0.append(position) } }
    }

    /// What was noted since it was asked last.
    func take() -> [SourcePosition] {
        found.withLock {
            let list = $0; $0 = []; return list
        }
    }
}
