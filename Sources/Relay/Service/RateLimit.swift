import Synchronization

/// How much each of many may do in a minute: a bucket that fills evenly and holds a minute's worth
/// (Turner, "New directions in communications", 1986).
final class RateLimit: Sendable {
    private struct Bucket {
        /// What may be taken, in sixty-thousandths: what one of `perMinute` brings in a millisecond.
        var level: Int64
        var filled: Int64
    }

    /// Beyond so many, buckets that are full again are forgotten.
    private static let most = 20_000

    private let perMinute: Int64
    private let buckets = Mutex<[[UInt8]: Bucket]>([:])

    /// So much that nobody is ever held back; a minute's worth of it can still be counted.
    private static let endless: Int64 = 1_000_000_000_000

    init(perMinute: Int) { self.perMinute = min(max(1, Int64(perMinute)), RateLimit.endless) }

    /// Takes so much from the bucket of a name: 0 when it was there, else the seconds after which it will be. More than a whole
    /// bucket is taken from a full one. `now`: milliseconds.
    func take(_ count: Int, from name: [UInt8], now: Int64) -> UInt64 {
        let whole = perMinute * 60_000
        let wanted = min(Int64(clamping: count).multipliedReportingOverflow(by: 60_000).partialValue, whole)
        return buckets.withLock { buckets in
            var bucket = buckets[name] ?? Bucket(level: whole, filled: now)
            bucket.level = min(whole, bucket.level + min(max(0, now - bucket.filled), 60_000) * perMinute)
            bucket.filled = max(now, bucket.filled)
            defer {
                buckets[name] = bucket
                if buckets.count > RateLimit.most { forget(&buckets, now: now) }
            }
            guard bucket.level >= wanted else {
                return UInt64(max(1, (wanted - bucket.level) / perMinute / 1_000 + 1))
            }
            bucket.level -= wanted
            return 0
        }
    }

    private func forget(_ buckets: inout [[UInt8]: Bucket], now: Int64) {
        buckets = buckets.filter { now - $0.value.filled < 60_000 }
        // A flood of names: better to forget all of them than to keep them.
        if buckets.count > RateLimit.most { buckets = [:] }
    }
}
