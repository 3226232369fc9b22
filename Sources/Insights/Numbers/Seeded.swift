import Journal

/// Random numbers that are the same on every machine: SplitMix64 (Steele, Lea, Flood 2014). The stream of a seed never changes
/// between versions, because what a person was told must be reproducible.
package struct Seeded: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The stream that begins with `seed`.
    package init(_ seed: UInt64) { state = seed }

    /// The stream of a seed and whole numbers that describe its use (the end of a window, a purpose). Each of `parts` is added to
    /// the state and mixed, so that neighbouring parts give unrelated streams, and (1, 2) another one than (2, 1).
    package init(_ seed: UInt64, _ parts: Int...) {
        state = parts.reduce(Seeded.mixed(seed)) { Seeded.mixed($0 &+ UInt64(bitPattern: Int64($1))) }
    }

    package mutating func next() -> UInt64 {
        state &+= .splitMixStep
        return state.splitMix
    }

    /// Uniform on 0 ..< `count` (at least 1), without bias: the upper half of a product (Lemire 2019).
    package mutating func next(below count: Int) -> Int {
        precondition(count > 0, "nothing to choose from")
        let bound = UInt64(count)
        var wide = next().multipliedFullWidth(by: bound)
        if wide.low < bound {
            let least = (0 &- bound) % bound
            while wide.low < least { wide = next().multipliedFullWidth(by: bound) }
        }
        return Int(wide.high)
    }

    /// Uniform on 0 ..< 1, in steps of 2⁻⁵³.
    package mutating func nextUnit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// From the normal distribution: the quantile of a uniform number from the open interval, one step of the stream each.
    package mutating func nextNormal() -> Double {
        Distributions.normalQuantile((Double(next() >> 12) + 0.5) * 0x1p-52)
    }

    /// Shuffles the elements, all orders equally likely: Fisher and Yates, from the end.
    package mutating func reorder<Element>(_ elements: inout [Element]) {
        var last = elements.count - 1
        while last > 0 {
            elements.swapAt(last, next(below: last + 1))
            last -= 1
        }
    }

    private static func mixed(_ value: UInt64) -> UInt64 { (value &+ .splitMixStep).splitMix }
}
