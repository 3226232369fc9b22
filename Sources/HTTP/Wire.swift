import NIOCore
import NIOHTTP1

/// One connection, as its conversation sees it: heads and bodies are pulled, bytes are pushed, and both wait for the other
/// end. It keeps the times of `ServerLimits`.
///
/// It reads from the socket only while somebody waits for something, so that a client is never faster than its reader.
final class Wire: ChannelInboundHandler, @unchecked Sendable {
    // Unchecked: everything that changes is touched on the event loop of the channel only.
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    let limits: ServerLimits
    let loop: any EventLoop
    let connections: Connections
    var context: ChannelHandlerContext?

    var inbox = CircularBuffer<HTTPServerRequestPart>()
    var reader: Reader?
    var readClock: Scheduled<Void>?
    /// Why nothing more is read, once it is so.
    var inputEnd: HTTPFault?
    var hasPeerClosed = false
    /// Bytes that have come since the last part of a message was complete, and whether a line has ended in them.
    var silentBytes = 0
    var hasLineEnded = false

    /// Counts the requests; what belongs to another than the present one is refused.
    var exchange = 0
    var isBodyOpen = false
    var owesContinue = false
    /// Bytes of the body that are still to come, where the client said so.
    var announced: Int?

    var isResponding = false
    var hasResponded = true
    var isEventStream = false
    var writers: [CheckedContinuation<Void, any Error>] = []
    var unflushed = 0
    var stallClock: Scheduled<Void>?

    var isStopping = false
    var lingering: Int?
    var lingerClock: Scheduled<Void>?
    var task: Task<Void, Never>?

    enum Reader {
        case head(CheckedContinuation<Arrival?, any Error>)
        case piece(CheckedContinuation<[UInt8]?, any Error>)
    }

    /// A request whose head has come.
    struct Arrival: Sendable {
        /// The number under which its body is read and its response is written.
        let exchange: Int
        let head: HTTPRequestHead
        /// Address of the other end.
        let source: String
    }

    init(loop: any EventLoop, limits: ServerLimits, connections: Connections) {
        self.loop = loop
        self.limits = limits
        self.connections = connections
    }
}

// What a conversation calls, from any thread.
extension Wire {
    /// The next request; `nil` when there is none any more. Throws what is wrong with it.
    func nextRequest() async throws -> Arrival? {
        try await withCheckedThrowingContinuation { continuation in
            loop.execute { self.wait(.head(continuation)) }
        }
    }

    /// The next piece of the body, at most about 64 KiB; `nil` at its end.
    func nextPiece(of exchange: Int) async throws -> [UInt8]? {
        try await withCheckedThrowingContinuation { continuation in
            loop.execute {
                guard exchange == self.exchange, self.reader == nil else {
                    return continuation.resume(throwing: HTTPFault.connectionEnded)
                }
                guard self.isBodyOpen else { return continuation.resume(returning: nil) }
                self.wait(.piece(continuation))
            }
        }
    }

    /// Whether another request can follow on this connection: when this one's body has been read or the rest is small.
    func canGoOn(after exchange: Int) async -> Bool {
        await withCheckedContinuation { continuation in
            loop.execute {
                continuation.resume(returning: exchange == self.exchange && self.inputEnd == nil && self.isEndNear)
            }
        }
    }

    /// Sends bytes of a response; returns when the client can take more, after the last when all are sent.
    func write(_ bytes: [UInt8], of exchange: Int, isLast: Bool) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            loop.execute {
                guard exchange == self.exchange, !self.hasResponded else {
                    return continuation.resume(throwing: HTTPFault.connectionEnded)
                }
                self.isResponding = true
                self.hasResponded = isLast
                self.send(bytes, isLast: isLast, continuation)
            }
        }
    }

    /// Says that the response is an event stream: it ends as soon as the client or the server goes.
    func beginEventStream() {
        loop.execute {
            self.isEventStream = true
            if self.isStopping || self.hasPeerClosed { self.task?.cancel() }
        }
    }

    /// Sends the last bytes of the connection, outside of any exchange, and hangs up.
    func hangUp(saying bytes: [UInt8]) async {
        try? await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            loop.execute { self.send(bytes, isLast: true, continuation) }
        }
        loop.execute { self.linger() }
    }

    /// Closes the connection, in such a way that the client can read what was sent: where it may still be sending, its
    /// bytes are thrown away for a while, because a socket that is closed over unread bytes resets the connection.
    func hangUp() {
        loop.execute {
            if self.isUnread { self.linger() } else { self.context?.close(promise: nil) }
        }
    }

    /// Closes the connection at once.
    func cut() {
        loop.execute { self.context?.close(promise: nil) }
    }

    /// The server stops: nothing new is begun.
    func stop() {
        loop.execute {
            self.isStopping = true
            if case .head = self.reader { self.endInput(.connectionEnded) }
            if self.lingering != nil { self.context?.close(promise: nil) }
            if self.isEventStream { self.task?.cancel() }
        }
    }
}
