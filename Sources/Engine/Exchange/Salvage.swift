import Synchronization

/// That of a broken source is taken what can still be read, because its owner has asked for it; and where it broke.
package final class Salvage: Sendable {
    private let found = Mutex<[ImportProblem]>([])

    package init() {}

    /// Notes where a file breaks off.
    func note(_ position: SourcePosition) {
        let problem = ImportProblem(position: position, reason: .brokenOff)
        found.withLock { if !$0.contains(problem) { $0.append(problem) } }
    }

    /// What was noted since it was asked last.
    func take() -> [ImportProblem] {
        found.withLock {
            let list = $0; $0 = []; return list
        }
    }
}
