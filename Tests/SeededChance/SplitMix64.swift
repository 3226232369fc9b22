/// A small seeded generator (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014), so that a
/// random test can be repeated from the seed it prints.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to `bound`, which is left out: the same on machines of 32 and of 64 bits.
    package mutating func below(_ bound: Int) -> Int { Int(Int64.random(in: 0..<Int64(bound), using: &self)) }

    /// True once in `times`.
    package mutating func once(in times: Int) -> Bool { below(times) == 0 }

    /// So many random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) } }

    /// One of a list that is not empty.
    package mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }
}
