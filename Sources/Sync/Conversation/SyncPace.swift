/// How long to wait before the next try.
package struct SyncPace: Sendable {
    /// The first pause, in milliseconds.
    package static let shortest: Int64 = 1_000
    /// The longest, in milliseconds.
    package static let longest: Int64 = 300_000
    /// How often the relay is polled if nothing is heard of it, in milliseconds.
    package static let regular: Int64 = 60_000

    private var failures = 0
    private var chance: Chance

    package init(chance: some RandomNumberGenerator & Sendable) { self.chance = Chance(chance) }

    /// Starts again from the first pause after a success.
    package mutating func succeed() { failures = 0 }

    /// The pause after one more failure: twice the last one, at most 5 minutes, half of it random, so that the devices waiting
    /// for a relay do not all return at once. Never shorter than the relay asks for.
    package mutating func fail(atLeast seconds: UInt64 = 0) -> Int64 {
        let whole = min(Self.longest, Self.shortest << Int64(min(failures, 9)))
        failures += 1
        let pause = whole / 2 + Int64.random(in: 0...whole / 2, using: &chance)
        return max(pause, Int64(min(seconds, 86_400)) * 1_000)
    }
}
