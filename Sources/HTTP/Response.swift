package struct Response: Sendable {
    package var status: Status
    /// Header fields; the server sets `content-length`, `date` and `connection`.
    package var headers: Headers
    package var body: Body

    package enum Body: Sendable {
        /// All of it.
        case bytes([UInt8])
        /// Piece by piece; the closure returns at the end, and its pieces are sent as fast as the client takes them. `length`:
        /// `nil` if unknown. If the closure throws, the connection is closed, so that the client notices.
        case stream(length: Int?, @Sendable (BodyWriter) async throws -> Void)

        /// Writes all of it; returns at its end. Throws what the stream or the writer throws: then a part is missing.
        package func write(to writer: BodyWriter) async throws {
            switch self {
            case .bytes(let bytes): try await writer.write(bytes)
            case .stream(_, let write): try await write(writer)
            }
        }
    }

    package init(_ status: Status = .ok, headers: Headers = Headers(), body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A text of a media type, in UTF-8.
    package static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: Status = .ok
    ) -> Response {
        Response(status, headers: ["content-type": type], body: .bytes(Array(text.utf8)))
    }

    /// 303 See Other: the client continues there with GET. A `place` on this server begins with `/`.
    package static func redirect(to place: String) -> Response {
        Response(.seeOther, headers: ["location": place])
    }

    /// Server-sent events (WHATWG HTML, 9.2): each element as it comes, and a comment after each `heartbeat` without one, to
    /// detect dead connections. Ends with the sequence or when the client disconnects.
    package static func events(
        _ events: AsyncStream<ServerEvent>, heartbeat: Duration = .seconds(20)
    ) -> Response {
        Response(
            headers: ["content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no"],
            body: .stream(length: nil) { writer in
                try await EventWriting(heartbeat: heartbeat).write(events, to: writer)
            })
    }
}

package struct BodyWriter: Sendable {
    package static let pieceBytes = 64 << 10

    private let send: @Sendable ([UInt8]) async throws -> Void
    private let sendAtOnce: (@Sendable ([UInt8]) throws -> Void)?

    private init(_ sendAtOnce: (@Sendable ([UInt8]) throws -> Void)?, send: @escaping @Sendable ([UInt8]) async throws -> Void) {
        (self.sendAtOnce, self.send) = (sendAtOnce, send)
    }

    /// The closure gets pieces of 1 to `pieceBytes` bytes, in order, and returns when the client can take more. It throws
    /// `HTTPFault.connectionEnded` if the client has disconnected.
    package init(send: @escaping @Sendable ([UInt8]) async throws -> Void) { self.init(nil, send: send) }

    /// For a client that takes each piece at once. A stream that can wait does `rest` after each, with its length.
    package static func atOnce(
        _ send: @escaping @Sendable ([UInt8]) throws -> Void, rest: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> BodyWriter {
        BodyWriter(send) { piece in
            try send(piece)
            await rest(piece.count)
        }
    }

    /// Sends bytes; returns when the client can take more, and throws if it takes none any more.
    package func write(_ bytes: [UInt8]) async throws {
        for piece in BodyWriter.pieces(of: bytes) { try await send(piece) }
    }

    /// The same for one that cannot wait; throws if the client does not take each piece at once.
    package func writeAtOnce(_ bytes: [UInt8]) throws {
        guard let sendAtOnce else { throw HTTPFault.connectionEnded }
        for piece in BodyWriter.pieces(of: bytes) { try sendAtOnce(piece) }
    }

    /// The same, asking before each piece whether it may be sent; `check` throws if not.
    package func checking(_ check: @escaping @Sendable () throws -> Void) -> BodyWriter {
        let sendAtOnce = sendAtOnce.map { send -> @Sendable ([UInt8]) throws -> Void in
            { piece in
                try check()
                try send(piece)
            }
        }
        return BodyWriter(sendAtOnce) { [send] piece in
            try check()
            try await send(piece)
        }
    }

    private static func pieces(of bytes: [UInt8]) -> some Sequence<[UInt8]> {
        stride(from: 0, to: bytes.count, by: pieceBytes).lazy.map { Array(bytes[$0..<min($0 + pieceBytes, bytes.count)]) }
    }
}

package struct ServerEvent: Sendable, Hashable {
    /// Its type, one word.
    package let name: String
    /// Its text; lines are sent as lines.
    package let data: String

    package init(_ name: String, _ data: String = "") {
        self.name = name
        self.data = data
    }
}
