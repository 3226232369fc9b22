import Synchronization

/// Writes server-sent events (WHATWG HTML, 9.2) to a client until they end or it disconnects.
struct EventWriting: Sendable {
    /// The time without an event after which a comment is sent.
    let heartbeat: Duration

    /// Returns when the sequence ends or the task is cancelled. Throws when the client disconnects.
    func write(_ events: AsyncStream<ServerEvent>, to writer: BodyWriter) async throws {
        let last = LastWrite()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await event in events {
                    last.isNow()
                    try await writer.write(event.encoded)
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    try? await Task.sleep(until: last.time + heartbeat, clock: .continuous)
                    guard !Task.isCancelled, last.time + heartbeat <= .now else { continue }
                    last.isNow()
                    try await writer.write(Array(": \n\n".utf8))
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

private final class LastWrite: Sendable {
    private let instant = Mutex(ContinuousClock.now)

    var time: ContinuousClock.Instant { instant.withLock { $0 } }

    func isNow() { instant.withLock { $0 = .now } }
}

extension ServerEvent {
    /// The lines of the event as sent. Line ends of any kind in the text become lines of the event; in the name they are removed.
    var encoded: [UInt8] {
        var bytes = Array("event: ".utf8) + name.utf8.filter { $0 != 0x0a && $0 != 0x0d } + [0x0a]
        var text = Array(data.utf8)[...]
        while true {
            let line = text.prefix { $0 != 0x0a && $0 != 0x0d }
            bytes += Array("data: ".utf8) + line + [0x0a]
            text = text.dropFirst(line.count)
            guard let end = text.popFirst() else { break }
            if end == 0x0d, text.first == 0x0a { text = text.dropFirst() }
        }
        return bytes + [0x0a]
    }
}
