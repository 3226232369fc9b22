import Ledger
import Synchronization

/// Caches the states of journals' control operations, named by the hash of the last one, so that a new one needs no replay.
final class KnownLogs: Sendable {
    private static let most = 64
    private let logs = Mutex<[JournalID: ControlLog]>([:])

    /// The state after a control operation; `nil` if it must be replayed.
    func log(of journal: JournalID, behind last: [UInt8]) -> ControlLog? {
        logs.withLock { logs in logs[journal].flatMap { $0.last == last ? $0 : nil } }
    }

    func keep(_ log: ControlLog, of journal: JournalID) {
        logs.withLock { logs in
            if logs.count >= KnownLogs.most, logs[journal] == nil { logs = [:] }
            logs[journal] = log
        }
    }
}
