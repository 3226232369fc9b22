/// What is asked of a relay.
package struct RelayRequest: Sendable {
    /// GET, HEAD, POST, PUT or DELETE.
    package var method: String
    /// From `/v1` on, with its query.
    package var path: String
    /// Beside those of every request.
    package var headers: [String: String] = [:]
    /// What is sent.
    package var body: Body = .none
    /// Milliseconds for everything.
    package var patience: Int = 60_000
    /// The longest body that is taken into memory.
    package var bodyLimit: Int = 1 << 20
    /// A file descriptor into which the body of a status 200 or 206 goes.
    package var answerFile: Int32?
    /// The longest body that goes into it; `nil` for any.
    package var fileLimit: Int?

    /// The body of a request.
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// So many bytes of an open file, from where it stands.
        case file(Int32, count: Int)
    }

    package init(_ method: String, _ path: String, headers: [String: String] = [:], body: Body = .none) {
        (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
    }
}

/// What a relay answered.
package struct RelayResponse: Sendable {
    /// 200 and so on.
    package let status: Int
    /// By their names in lower case.
    package let headers: [String: String]
    /// The body that came into memory.
    package let body: [UInt8]

    package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// Carries requests to a relay: over libcurl, or in a test straight into one.
package protocol RelayTransport: Sendable {
    /// The answer, whatever its status. Throws `SyncError.unreachable` where there is none.
    func send(_ request: RelayRequest) async throws -> RelayResponse
    /// Ends what is under way, and everything later.
    func close()
}
