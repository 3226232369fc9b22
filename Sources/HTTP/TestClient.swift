import Synchronization

/// A browser without a socket, for tests: passes requests to the handler and keeps cookies.
package final class TestClient: Sendable {
    private let respond: @Sendable (Request) async -> Response
    private let headers: Headers
    private let jar = Mutex<[String: String]>([:])

    /// Every request has `headers`, except for names that it sets itself.
    package init(headers: Headers = ["host": "localhost"], respond: @escaping @Sendable (Request) async -> Response) {
        self.headers = headers
        self.respond = respond
    }

    /// The cookies that the client would send, by name.
    package var cookies: [String: String] {
        get { jar.withLock { $0 } }
        set { jar.withLock { $0 = newValue } }
    }

    package func get(_ path: String, headers: Headers = Headers()) async throws -> TestResponse {
        try await send("GET", path, headers: headers)
    }

    package func post(_ path: String, form: FormFields, headers: Headers = Headers()) async throws -> TestResponse {
        var headers = headers
        headers["content-type"] = headers["content-type"] ?? "application/x-www-form-urlencoded"
        return try await send("POST", path, headers: headers, body: Array(form.encoded.utf8))
    }

    package func post(_ path: String, multipart parts: [PartToSend], headers: Headers = Headers()) async throws -> TestResponse {
        let boundary = "----the-boundary-of-the-test-client"
        var headers = headers
        headers["content-type"] = "multipart/form-data; boundary=\(boundary)"
        return try await send("POST", path, headers: headers, body: PartToSend.encode(parts, boundary: boundary))
    }

    package func follow(_ response: TestResponse) async throws -> TestResponse {
        try await get(response.headers["location"] ?? "/")
    }

    /// Sends a request and collects the whole response. Throws if the target is refused, and what the response's body throws.
    package func send(
        _ method: String, _ path: String, headers: Headers = Headers(), body: [UInt8] = []
    ) async throws -> TestResponse {
        let response = await respond(try request(method, path, headers, body))
        keepCookies(response.headers)
        let all = Mutex<[UInt8]>([])
        if method != "HEAD" { try await response.body.write(to: .atOnce { bytes in all.withLock { $0 += bytes } }) }
        return TestResponse(status: response.status, headers: response.headers, bytes: all.withLock { $0 })
    }

    /// Listens to an event stream, without comments. Ends with the stream, or when the listener is cancelled.
    package func events(_ path: String, headers: Headers = Headers()) -> AsyncThrowingStream<ServerEvent, any Error> {
        let (stream, continuation) = AsyncThrowingStream<ServerEvent, any Error>.makeStream()
        let task = Task {
            do {
                let response = await respond(try request("GET", path, headers, []))
                keepCookies(response.headers)
                let reader = Mutex(EventReader())
                try await response.body.write(
                    to: .atOnce { bytes in
                        try Task.checkCancellation()
                        for event in reader.withLock({ $0.read(bytes) }) { continuation.yield(event) }
                    })
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private func request(_ method: String, _ path: String, _ headers: Headers, _ body: [UInt8]) throws -> Request {
        let target = try Target(path)
        var all = self.headers
        for name in Set(headers.fields.map(\.name)) {
            all[name] = nil
            for value in headers.all(name) { all.add(name, value) }
        }
        let cookies = self.cookies
        if !cookies.isEmpty, all["cookie"] == nil {
            all["cookie"] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
        }
        return Request(method: method, path: target.path, query: target.query, headers: all, body: RequestBody(body))
    }

    private func keepCookies(_ headers: Headers) {
        for line in headers.all("set-cookie") {
            let parts = line.split(separator: ";").map(\.trimmingBlanks)
            guard let pair = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false),
                pair.count == 2
            else { continue }
            let isOver = parts.contains { $0.lowercased() == "max-age=0" }
            jar.withLock { $0[String(pair[0])] = isOver ? nil : String(pair[1]) }
        }
    }
}

package struct TestResponse: Sendable {
    package let status: Status
    package let headers: Headers
    package let bytes: [UInt8]

    /// The body as text; bytes that are not UTF-8 become replacement characters.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
