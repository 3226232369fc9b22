import Synchronization

/// The body of a request, readable once: pieces in order, pulled by the reader, so that a sender is never faster.
package struct RequestBody: Sendable {
    /// The length that the client announced; `nil` if it did not.
    package let length: Int?
    private let pull: @Sendable () async throws -> [UInt8]?

    /// The closure returns the next piece, and `nil` after the last. It is never called concurrently.
    package init(length: Int?, pull: @escaping @Sendable () async throws -> [UInt8]?) {
        self.length = length
        self.pull = pull
    }

    /// A body that has arrived as a whole.
    package init(_ bytes: [UInt8]) {
        let rest = Mutex(bytes[...])
        self.init(length: bytes.count) {
            rest.withLock { rest in
                defer { rest = rest.dropFirst(BodyWriter.pieceBytes) }
                return rest.isEmpty ? nil : Array(rest.prefix(BodyWriter.pieceBytes))
            }
        }
    }

    package static var empty: RequestBody { RequestBody([]) }

    /// The next piece, never empty; `nil` at the end. Throws `HTTPFault` if the connection ends early or is too slow.
    package func next() async throws -> [UInt8]? { try await pull() }

    /// The whole body; throws `HTTPFault.tooLarge` beyond `limit` bytes, without reading on.
    package func collect(limit: Int) async throws -> [UInt8] {
        if let length, length > limit { throw HTTPFault.tooLarge(limit: limit) }
        var bytes: [UInt8] = []
        while let piece = try await next() {
            guard bytes.count + piece.count <= limit else { throw HTTPFault.tooLarge(limit: limit) }
            bytes += piece
        }
        return bytes
    }
}
