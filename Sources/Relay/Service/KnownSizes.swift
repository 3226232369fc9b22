import Ledger
import Synchronization

/// A cache of the sizes of an account's journals, so that a push to one does not query all. Others may push elsewhere in the
/// meantime: ten seconds' worth of data may exceed a quota.
final class KnownSizes: Sendable {
    private struct Entry {
        var sizes: [JournalID: Int64]
        /// When it expires: milliseconds since 1970.
        let isGoodUntil: Int64
    }

    private static let most = 20_000
    private let entries = Mutex<[[UInt8]: Entry]>([:])

    /// Total bytes of an account's journals except one; `nil` if they must be queried.
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

    func note(_ size: Int64, of journal: JournalID, account: [UInt8]) {
        entries.withLock { $0[account]?.sizes[journal] = size }
    }
}
