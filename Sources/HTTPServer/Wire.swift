import HTTP
import NIOCore
import NIOHTTP1

/// One connection for its conversation: pulls heads and bodies, pushes bytes, with backpressure. Enforces `ServerLimits`' times.
///
/// It reads from the socket only while a reader waits, so that a client is never faster than its reader.
final class Wire: ChannelInboundHandler, @unchecked Sendable {
    // Unchecked: all mutable state is accessed only on the channel's event loop.
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    let limits: ServerLimits
    let loop: any EventLoop
    let connections: Connections
    var context: ChannelHandlerContext?

    var inbox = CircularBuffer<HTTPServerRequestPart>()
    var reader: Reader?
    var readClock: Scheduled<Void>?
    var inputEnd: HTTPFault?
    var hasPeerClosed = false
    /// Bytes since the last complete part of a message, and whether they contain a line end.
    var silentBytes = 0
    var hasLineEnded = false

    /// The number of the current request; calls for other ones are refused.
    var exchange = 0
    var isBodyOpen = false
    var owesContinue = false
    /// The remaining bytes of the body, if the client stated its length.
    var announced: Int?
    /// How long the server still waits for the body, and since when it does.
    var patience = TimeAmount.zero
    var waitsSince: NIODeadline?

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

    /// A request whose head has arrived.
    struct Arrival: Sendable {
        /// The number for reading its body and writing its response.
        let exchange: Int
        let head: HTTPRequestHead
        let source: String
    }

    init(loop: any EventLoop, limits: ServerLimits, connections: Connections) {
        self.loop = loop
        self.limits = limits
        self.connections = connections
    }
}

// Called by a conversation, from any thread.
extension Wire {
    /// The next request; `nil` if there are no more. Throws if it is invalid.
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

    /// Whether another request can follow on this connection: if this one's body has been read or the rest is small.
    func canGoOn(after exchange: Int) async -> Bool {
        await withCheckedContinuation { continuation in
            loop.execute {
                // What is left of the body is discarded, and for that there is less time.
                self.patience = min(self.patience, TimeAmount(self.limits.lingerTime))
                continuation.resume(returning: exchange == self.exchange && self.inputEnd == nil && self.isEndNear)
            }
        }
    }

    /// Sends bytes of a response; returns when the client can take more, or after the last when all are sent.
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

    /// Marks the response as an event stream: it ends as soon as the client disconnects or the server stops.
    func beginEventStream() {
        loop.execute {
            self.isEventStream = true
            if self.isStopping || self.hasPeerClosed { self.task?.cancel() }
        }
    }

    /// Sends the last bytes of the connection, outside of any exchange, and closes it.
    func hangUp(saying bytes: [UInt8]) async {
        try? await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            loop.execute { self.send(bytes, isLast: true, continuation) }
        }
        loop.execute { self.linger() }
    }

    /// Closes the connection so that the client can read the response: if it may still be sending, its bytes are discarded for a
    /// while, because closing a socket with unread bytes resets the connection.
    func hangUp() {
        loop.execute {
            if self.isUnread { self.linger() } else { self.context?.close(promise: nil) }
        }
    }

    /// Closes the connection at once.
    func cut() {
        loop.execute { self.context?.close(promise: nil) }
    }

    /// The server stops: no new requests.
    func stop() {
        loop.execute {
            self.isStopping = true
            if case .head = self.reader { self.endInput(.connectionEnded) }
            if self.lingering != nil { self.context?.close(promise: nil) }
            if self.isEventStream { self.task?.cancel() }
        }
    }
}
