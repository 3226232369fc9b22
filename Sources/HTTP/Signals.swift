import CPlatform
import Foundation

/// The signals that end a program which serves, heard from when this is made: what is begun afterwards is never ended unheard.
package final class Signals: Sendable {
    private let heard: AsyncStream<Void>
    // Used in `init` and `deinit` only, so never by two threads at once.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    package init() {
        let (heard, continuation) = AsyncStream.makeStream(of: Void.self)
        // What was told to outlive its terminal (`nohup`) does.
        let meant = [SIGINT, SIGTERM] + (platform_ignores(SIGHUP) == 1 ? [] : [SIGHUP])
        self.heard = heard
        unsafe sources = meant.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
    }

    deinit { unsafe sources.forEach { $0.cancel() } }

    /// Returns when one comes, or when the task is cancelled.
    package func end() async { for await _ in heard { return } }
}
