import CPlatform
import Foundation

/// The pipe end that the signal handler writes to; -1 without `Signals`. Global, because a handler cannot capture anything.
nonisolated(unsafe) private var heardAt: Int32 = -1

/// The signals that end a server program, handled from when this is created: none is missed afterwards.
///
/// The handler writes to a pipe. With a Dispatch signal source, on Linux, one of 60 programs under load was still running
/// after 15 seconds.
package final class Signals: Sendable {
    private let heard: AsyncStream<Void>
    // Used in `init` and `deinit` only, so never by two threads at once.
    nonisolated(unsafe) private let source: (any DispatchSourceRead)?

    package init() {
        let (heard, continuation) = AsyncStream.makeStream(of: Void.self)
        self.heard = heard
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            // Too many files are open: signals end this program by default.
            unsafe source = nil
            return
        }
        let (read, write) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must not block.
        _ = fcntl(write, F_SETFL, O_NONBLOCK)
        let source = DispatchSource.makeReadSource(fileDescriptor: read, queue: .global())
        source.setEventHandler {
            var byte: UInt8 = 0
            _ = unsafe Foundation.read(read, &byte, 1)
            continuation.yield()
        }
        source.setCancelHandler {
            if unsafe heardAt == write { unsafe heardAt = -1 }
            close(read)
            close(write)
        }
        source.resume()
        unsafe (self.source, heardAt) = (source, write)
        // A program told to outlive its terminal (`nohup`) does.
        for number in [SIGINT, SIGTERM] + (platform_ignores(SIGHUP) == 1 ? [] : [SIGHUP]) {
            signal(number) { _ in
                let code = errno
                var byte: UInt8 = 1
                _ = unsafe Foundation.write(heardAt, &byte, 1)
                errno = code
            }
        }
    }

    deinit { unsafe source?.cancel() }

    /// Returns when a signal arrives, or when the task is cancelled.
    package func end() async { for await _ in heard { return } }
}
