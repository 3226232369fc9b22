import HTTP
import SeededChance
import Synchronization
import Testing

private final class Written: Sendable {
    let pieces = Mutex<[String]>([])
    /// Opens when so many pieces were written.
    let enough: (count: Int, gate: Gate)

    init(enough count: Int = .max) { enough = (count, Gate()) }

    func run(_ response: Response, failingAfter limit: Int = .max) async throws {
        guard case .stream(nil, let write) = response.body else {
            Issue.record("not a stream")
            return
        }
        try await write(
            BodyWriter { bytes in
                let count = self.pieces.withLock { pieces in
                    pieces.append(String(decoding: bytes, as: UTF8.self))
                    return pieces.count
                }
                if count >= self.enough.count { self.enough.gate.open() }
                if count > limit { throw HTTPFault.connectionEnded }
            })
    }

    var text: String { pieces.withLock { $0.joined() } }
}

@Suite struct EventsTests {
    @Test(arguments: [
        (ServerEvent("saved"), "event: saved\ndata: \n\n"), (ServerEvent("a", "b"), "event: a\ndata: b\n\n"),
        (ServerEvent("a", "b\nc"), "event: a\ndata: b\ndata: c\n\n"),
        (ServerEvent("a", "b\r\nc\rd"), "event: a\ndata: b\ndata: c\ndata: d\n\n"),
        (ServerEvent("a", "\n"), "event: a\ndata: \ndata: \n\n"),
        (ServerEvent("a", "\nevent: b"), "event: a\ndata: \ndata: event: b\n\n"),
        (ServerEvent("a\ndata: x", "y"), "event: adata: x\ndata: y\n\n"), (ServerEvent("a", " ä"), "event: a\ndata:  ä\n\n"),
    ])
    func `an event is written in lines`(event: ServerEvent, text: String) async throws {
        let (events, continuation) = AsyncStream<ServerEvent>.makeStream()
        continuation.yield(event)
        continuation.finish()
        let written = Written()
        try await written.run(.events(events))
        #expect(written.text == text)
    }

    @Test func `a stream of events says what it is`() {
        let response = Response.events(AsyncStream { $0.finish() })
        #expect(response.headers["content-type"] == "text/event-stream; charset=utf-8")
        #expect(response.headers["x-accel-buffering"] == "no")
    }

    @Test func `silence is filled with comments`() async throws {
        let (events, continuation) = AsyncStream<ServerEvent>.makeStream()
        let written = Written(enough: 3)
        let task = Task { try await written.run(.events(events, heartbeat: .milliseconds(5))) }
        await written.enough.gate.pass()
        continuation.yield(ServerEvent("last"))
        continuation.finish()
        try await task.value
        let pieces = written.pieces.withLock { $0 }
        #expect(pieces.prefix(3) == [": \n\n", ": \n\n", ": \n\n"])
        #expect(pieces.last == "event: last\ndata: \n\n" || pieces.contains("event: last\ndata: \n\n"))
    }

    @Test func `a stream ends when its client is gone`() async {
        let (events, continuation) = AsyncStream<ServerEvent>.makeStream()
        continuation.yield(ServerEvent("a"))
        await #expect(throws: HTTPFault.connectionEnded) {
            try await Written().run(.events(events, heartbeat: .milliseconds(5)), failingAfter: 2)
        }
        continuation.finish()
    }

    @Test func `a stream ends when its task is cancelled`() async throws {
        let (events, continuation) = AsyncStream<ServerEvent>.makeStream()
        let task = Task { try await Written().run(.events(events)) }
        task.cancel()
        try await task.value
        continuation.finish()
    }
}
