import Ledger
import Synchronization

/// What the journals of an account took up a moment ago, so that a push to one of them does not ask for all of them. Others
/// may have pushed elsewhere meanwhile: a quota may be passed by what came in ten seconds.
final class KnownSizes: Sendable {
    private struct Entry {
        var sizes: [JournalID: Int64]
        /// When it is looked up again: milliseconds since 1970.
        let isGoodUntil: Int64
    }

    private static let most = 20_000
    private let entries = Mutex<[[UInt8]: Entry]>([:])

    /// Bytes of an account's journals but for one; `nil` where they have to be looked up.
    func total(of account: [UInt8], besides journal: JournalID, now: Int64) -> Int64? {
        entries.withLock { entries in
            guard let entry = entries[account], now < entry.isGoodUntil, entry.isGoodUntil - now <= 10_000 else { return nil }
            return entry.sizes.reduce(0) { $0 + ($1.key == journal ? 0 : $1.value) }
        }
    }

    func keep(_ sizes: [JournalID: Int64], of account: [UInt8], now: Int64) {
        entries.withLock { entries in
            if entries.count >= KnownSizes.most { entries = [:] }
            entries[account] = Entry(sizes: sizes, isGoodUntil: now + 10_000)
        }
    }

    /// A journal takes up so much now.
    func note(_ size: Int64, of journal: JournalID, account: [UInt8]) {
        entries.withLock { $0[account]?.sizes[journal] = size }
    }
}
