import SeededChance
import Synchronization

/// Chance that does something at one of its drawings: for what happens between two steps of a use case.
package final class MeddlingChance: RandomNumberGenerator, Sendable {
    private let state: Mutex<(drawn: Int, generator: SplitMix64)>
    private let atDraw: Int
    private let meddle: @Sendable () -> Void

    package init(atDraw: Int, meddle: @escaping @Sendable () -> Void) {
        state = Mutex((0, SplitMix64(seed: 99)))
        self.atDraw = atDraw
        self.meddle = meddle
    }

    package func next() -> UInt64 {
        let (drawn, number) = state.withLock { state in
            state.drawn += 1
            return (state.drawn, state.generator.next())
        }
        if drawn == atDraw { meddle() }
        return number
    }
}
