import Ledger
import Synchronization

/// What the control operations of journals added up to a moment ago, so that not each new one asks for all those before it. The hash of
/// the last one names the state: there is no other with it.
final class KnownLogs: Sendable {
    private static let most = 64
    private let logs = Mutex<[JournalID: ControlLog]>([:])

    /// The state behind a control operation; `nil` where it has to be replayed.
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
