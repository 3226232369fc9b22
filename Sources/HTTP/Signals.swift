import CPlatform
import Foundation

/// The signals that end a program which serves.
package enum Signals {
    /// Returns when one comes, or when the task is cancelled.
    package static func end() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        // What was told to outlive its terminal (`nohup`) does.
        let meant = [SIGINT, SIGTERM] + (platform_ignores(SIGHUP) == 1 ? [] : [SIGHUP])
        let sources = meant.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        for await _ in signals { return }
    }
}
