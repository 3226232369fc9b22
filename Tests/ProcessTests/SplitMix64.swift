import Foundation

/// Random numbers that a seed repeats: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &self)] }
}

/// The seed of this run: that of `AURALYST_SEED`, else one of its own. Printed by every test that uses it.
enum Seed {
    static let value = ProcessInfo.processInfo.environment["AURALYST_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)

    /// Numbers for one purpose, so that tests do not depend on each other's order.
    static func generator(_ purpose: String) -> SplitMix64 {
        // FNV-1a over the name.
        let mixed = purpose.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        print("\(purpose): AURALYST_SEED=\(value)")
        return SplitMix64(seed: value ^ mixed)
    }
}
