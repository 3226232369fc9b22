import Synchronization

/// Chance that a seed repeats; a class, so that each drawing goes on where the last one ended.
package final class SharedChance: RandomNumberGenerator, Sendable {
    private let generator: Mutex<SplitMix64>

    /// The chance of a seed.
    package init(seed: UInt64) { generator = Mutex(SplitMix64(seed: seed)) }

    package func next() -> UInt64 { generator.withLock { $0.next() } }
}
