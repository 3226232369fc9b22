import Synchronization

/// A cache of sessions, so that not every request queries the database. If another relay on the same database drops a device, it
/// is still accepted here for ten seconds.
final class KnownSessions: Sendable {
    private struct Entry {
        let caller: Relay.Caller
        /// When the session ends, and when to query it again: milliseconds since 1970.
        let expires: Int64
        let isGoodUntil: Int64
    }

    private static let most = 20_000
    private let entries = Mutex<[[UInt8]: Entry]>([:])

    /// The caller with the session of this hash; `nil` if it must be queried.
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

    /// Drops all, as some of them may have ended.
    func forget() { entries.withLock { $0 = [:] } }
}
