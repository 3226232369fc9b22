/// The body of a request: pieces in the order in which they come, pulled by whoever reads them, so that a sender is
/// never faster than its reader. It can be read once.
package struct RequestBody: Sendable {
    /// Bytes that the client announced; `nil` where it did not say.
    package let length: Int?
    private let pull: @Sendable () async throws -> [UInt8]?

    /// The closure gives the next piece, and `nil` for ever after the last. It is never called twice at a time.
    package init(length: Int?, pull: @escaping @Sendable () async throws -> [UInt8]?) {
        self.length = length
        self.pull = pull
    }

    /// Nothing.
    package static var empty: RequestBody { RequestBody(length: 0) { nil } }

    /// The next piece, never empty; `nil` at the end. Throws `HTTPFault` when the connection ends early or is too slow.
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
