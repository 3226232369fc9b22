import Synchronization

/// Sessions that were looked up a moment ago, so that not every request asks the database who sends it. Another relay on the
/// same database may have dropped a device meanwhile: here it is heard for ten seconds more.
final class KnownSessions: Sendable {
    private struct Entry {
        let caller: Relay.Caller
        /// When the session ends, and when it is looked up again: milliseconds since 1970.
        let expires: Int64
        let isGoodUntil: Int64
    }

    private static let most = 20_000
    private let entries = Mutex<[[UInt8]: Entry]>([:])

    /// Who has the session with this hash; `nil` where it has to be looked up.
    func caller(_ hash: [UInt8], now: Int64) -> Relay.Caller? {
        entries.withLock { entries in
            guard let entry = entries[hash], now < entry.expires, now < entry.isGoodUntil, entry.isGoodUntil - now <= 10_000
            else { return nil }
            return entry.caller
        }
    }

    func keep(_ caller: Relay.Caller, _ hash: [UInt8], expires: Int64, now: Int64) {
        entries.withLock { entries in
            if entries.count >= KnownSessions.most { entries = [:] }
            entries[hash] = Entry(caller: caller, expires: expires, isGoodUntil: now + 10_000)
        }
    }

    /// Some of them may be over.
    func forget() { entries.withLock { $0 = [:] } }
}
