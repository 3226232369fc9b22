import Foundation

/// The seed of a run. Random tests print it when they use it, so that a failure can be repeated.
package enum Seed {
    /// `AURALYST_SEED` where it is set; otherwise a random one in the lane `all`, and 1 in the others.
    package static let value: UInt64 = {
        if let text = ProcessInfo.processInfo.environment["AURALYST_SEED"] {
            guard let seed = UInt64(text) else { preconditionFailure("AURALYST_SEED must be a whole number") }
            return seed
        }
        return Lane.current == .all ? .random(in: 1...999_999) : 1
    }()

    /// A generator for one purpose, so that tests do not depend on each other's order.
    package static func generator(_ purpose: String) -> SplitMix64 {
        // FNV-1a over the purpose.
        let mixed = purpose.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        print("\(purpose): AURALYST_SEED=\(value)")
        return SplitMix64(seed: value ^ mixed)
    }
}
