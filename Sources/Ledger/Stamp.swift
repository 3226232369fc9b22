/// A hybrid logical time: 48 bits of milliseconds since 1970 and a 16-bit counter (Kulkarni et al., "Logical Physical Clocks", 2014).
package struct Stamp: Hashable, Comparable, Sendable {
    /// Both parts in one number, milliseconds first: what is compared.
    package let rawValue: UInt64

    /// Milliseconds since 1970-01-01T00:00:00Z, below 2^48.
    package var milliseconds: UInt64 { rawValue >> 16 }

    /// Tells stamps of one millisecond apart.
    package var counter: UInt16 { UInt16(truncatingIfNeeded: rawValue) }

    /// Before every other stamp.
    package static let zero = Stamp(rawValue: 0)

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// `nil` when the milliseconds need more than 48 bits.
    package init?(milliseconds: UInt64, counter: UInt16) {
        guard milliseconds < 1 << 48 else { return nil }
        rawValue = milliseconds << 16 | UInt64(counter)
    }

    package static func < (a: Stamp, b: Stamp) -> Bool { a.rawValue < b.rawValue }
}

/// Gives stamps that always rise, whatever the clock on the wall does.
package struct HybridClock: Sendable {
    /// The latest stamp given or seen.
    package private(set) var last: Stamp

    package init(last: Stamp = .zero) { self.last = last }

    /// The stamp for something that happens now. A counter that overflows carries into the milliseconds; a wall clock that
    /// stands or goes back only stops pushing.
    package mutating func tick(wallMilliseconds: Int64) -> Stamp {
        let wall = UInt64(clamping: max(0, wallMilliseconds)) & (1 << 48 - 1)
        // At the very end of time (year 10889) the clock stands: better than to trap.
        let next = last.rawValue == .max ? last.rawValue : last.rawValue + 1
        last = Stamp(rawValue: max(wall << 16, next))
        return last
    }

    /// Takes notice of a stamp made elsewhere: later ticks come after it.
    package mutating func receive(_ stamp: Stamp) { last = max(last, stamp) }
}
