package struct RelayRequest: Sendable {
    /// GET, HEAD, POST, PUT or DELETE.
    package var method: String
    /// From `/v1` on, including the query.
    package var path: String
    /// In addition to those of every request.
    package var headers: [String: String] = [:]
    package var body: Body = .none
    /// Timeout for the whole request, in milliseconds.
    package var patience: Int = 60_000
    /// The longest body read into memory, in bytes.
    package var bodyLimit: Int = 1 << 20
    /// A file descriptor that receives the body of a status 200 or 206.
    package var answerFile: Int32?
    /// The longest body written to it; `nil` for any.
    package var fileLimit: Int?
    /// Hears how many bytes of the file are there, and how many it has, where it comes in pieces.
    package var arrived: @Sendable (_ bytes: Int64, _ total: Int64) -> Void = { _, _ in }

    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// This many bytes of an open file, from its current offset.
        case file(Int32, count: Int64)
    }

    package init(_ method: String, _ path: String, headers: [String: String] = [:], body: Body = .none) {
        (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
    }
}

package struct RelayResponse: Sendable {
    package let status: Int
    /// By lower-case name.
    package let headers: [String: String]
    /// The body read into memory.
    package let body: [UInt8]

    package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// Carries requests to a relay: over libcurl, by a browser, or in a test directly.
package protocol RelayTransport: Sendable {
    /// The answer, whatever its status. Throws `SyncError.unreachable` if there is none.
    func send(_ request: RelayRequest) async throws -> RelayResponse
    /// Cancels current requests and refuses later ones.
    func close()
}
