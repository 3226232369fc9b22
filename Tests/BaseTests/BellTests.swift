import Base
import SeededChance
import Synchronization
import Testing

@Suite struct BellTests {
    /// How often someone who waits in a loop has woken.
    private final class Sleeper: Sendable {
        let bell = Bell()
        private let count = Mutex(0)

        var wakings: Int { count.withLock { $0 } }

        func sleep(atMost time: Duration? = nil) async {
            while !Task.isCancelled {
                await bell.wait(atMost: time)
                count.withLock { $0 += 1 }
            }
        }
    }

    @Test func aRingThatNoOneWaitedForIsHeardOnce() async {
        let bell = Bell()
        bell.ring()
        bell.ring()
        await bell.wait()
        let late = Task { await bell.wait() }
        bell.ring()
        await late.value
    }

    @Test func someoneWhoWaitsWakesAtEachRingAndAtItsEnd() async throws {
        let sleeper = Sleeper()
        let task = Task { await sleeper.sleep() }
        for count in 1...3 {
            sleeper.bell.ring()
            try await until("it woke") { sleeper.wakings == count }
        }
        task.cancel()
        await task.value
        // Or the end came between two waits.
        #expect((3...4).contains(sleeper.wakings))
    }

    @Test func itRingsByItselfWhereThatIsAskedFor() async throws {
        let sleeper = Sleeper()
        let task = Task { await sleeper.sleep(atMost: .milliseconds(1)) }
        try await until("it woke by itself") { sleeper.wakings > 2 }
        task.cancel()
        await task.value
    }
}
