import Synchronization

/// A clock that goes only when a test moves it.
package final class HandClock: Sendable {
    private let time: Mutex<Int64>

    package init(_ time: Int64) { self.time = Mutex(time) }

    /// Milliseconds since 1970.
    package var now: Int64 { time.withLock { $0 } }

    package func advance(days: Int64 = 0, seconds: Int64 = 0, milliseconds: Int64 = 0) {
        time.withLock { $0 += days * 86_400_000 + seconds * 1000 + milliseconds }
    }
}
