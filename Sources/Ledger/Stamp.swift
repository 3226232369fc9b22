/// A hybrid logical time: 48 bits of milliseconds since 1970 and a 16-bit counter (Kulkarni et al., "Logical Physical Clocks",
/// 2014).
package struct Stamp: Hashable, Comparable, Sendable {
    /// Both parts in one number, milliseconds first; used for comparison.
    package let rawValue: UInt64

    /// Milliseconds since 1970-01-01T00:00:00Z, below 2^48.
    package var milliseconds: UInt64 { rawValue >> 16 }

    /// Distinguishes stamps of the same millisecond.
    package var counter: UInt16 { UInt16(truncatingIfNeeded: rawValue) }

    /// Before every other stamp.
    package static let zero = Stamp(rawValue: 0)

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// `nil` if the milliseconds need more than 48 bits.
    package init?(milliseconds: UInt64, counter: UInt16) {
        guard milliseconds < 1 << 48 else { return nil }
        rawValue = milliseconds << 16 | UInt64(counter)
    }

    package static func < (a: Stamp, b: Stamp) -> Bool { a.rawValue < b.rawValue }
}

/// Gives strictly increasing stamps, whatever the wall clock does.
package struct HybridClock: Sendable {
    /// The latest stamp given or seen.
    package private(set) var last: Stamp

    package init(last: Stamp = .zero) { self.last = last }

    /// The stamp for an event now. A counter overflow carries into the milliseconds; if the wall clock goes back, stamps
    /// still increase.
    package mutating func tick(wallMilliseconds: Int64) -> Stamp {
        let wall = UInt64(clamping: max(0, wallMilliseconds)) & (1 << 48 - 1)
        // At the very end of time (year 10889) the clock stops: better than trapping.
        let next = last.rawValue == .max ? last.rawValue : last.rawValue + 1
        last = Stamp(rawValue: max(wall << 16, next))
        return last
    }

    /// Notes a stamp made elsewhere: later ticks come after it.
    package mutating func receive(_ stamp: Stamp) { last = max(last, stamp) }
}
