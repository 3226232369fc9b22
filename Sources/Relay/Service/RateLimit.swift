import Synchronization

/// Limits what each name may do per minute: a token bucket with a minute's worth (Turner, "New directions in
/// communications", 1986).
final class RateLimit: Sendable {
    private struct Bucket {
        /// The tokens left, in sixty-thousandths: a `perMinute` of 1 adds one of these per millisecond.
        var level: Int64
        var filled: Int64
    }

    /// Above this number, full buckets are dropped.
    private static let most = 20_000

    private let perMinute: Int64
    private let buckets = Mutex<[[UInt8]: Bucket]>([:])

    /// Effectively no limit; a minute's worth of it still fits the type.
    private static let endless: Int64 = 1_000_000_000_000

    init(perMinute: Int) { self.perMinute = min(max(1, Int64(perMinute)), RateLimit.endless) }

    /// Takes `count` tokens from the bucket of a name: 0 if they were there, otherwise the seconds to wait. A count larger than
    /// the bucket takes a full one. `now`: milliseconds.
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
        // A flood of names: better to drop all of them than to keep them.
        if buckets.count > RateLimit.most { buckets = [:] }
    }
}
