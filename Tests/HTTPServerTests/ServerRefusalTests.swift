import HTTP
import HTTPServer
import SeededChance
import Testing

@Suite struct ServerRefusalTests {
    private let unreachable: @Sendable (Request) async -> Response = { request in
        Issue.record("a handler got \(request.method) \(request.path)")
        return Response()
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3, 3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\na", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0x1\r\n\r\na",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\na",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "GET /../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /%2e%2e/a HTTP/1.1\r\nHost: x\r\n\r\n", "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/2.0\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.2\r\nHost: x\r\n\r\n", "GET / HTTP/0.9\r\n\r\n", "GET /\r\n\r\n", "get / HTTP/1.1\r\nHost: x\r\n\r\n",
        "WHAT / HTTP/1.1\r\nHost: x\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nA B: c\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\n: c\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nA: b\u{0}c\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nA: b\u{1}c\r\n\r\n",
        "GET /ä HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nA: b\rc: d\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}", "\u{0}",
    ])
    func `a head that is not right is answered 400 and the connection closed`(text: String) async throws {
        let server = try await RunningServer(respond: unreachable)
        let answer = try await server.exchange(text)
        #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(text.debugDescription): \(answer)")
        #expect(answer.hasSuffix("\r\n\r\n400 Bad Request\n"))
        #expect(answer.ranges(of: "HTTP/1.1").count == 1)
        for field in [
            "content-type: text/plain; charset=utf-8", "cache-control: no-store", "x-content-type-options: nosniff",
            "connection: close",
        ] {
            #expect(answer.contains(field + "\r\n"))
        }
        try await server.stop()
    }

    @Test(arguments: [
        "zz\r\nabc\r\n", "3\r\nabcd\r\n", "-1\r\n", "ffffffffffffffffff\r\n", "3 3\r\nabc\r\n", "\r\n", "3\nabc\n",
    ])
    func `a body that is not right is refused while it is read`(body: String) async throws {
        let server = try await RunningServer { request in
            do {
                while try await request.body.next() != nil {}
                return .text("taken")
            } catch {
                return .text("\(error)", status: (error as? HTTPFault)?.status ?? .internalError)
            }
        }
        let answer = try await server.exchange("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(body)")
        #expect(
            answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("connection: close\r\n") && answer.hasSuffix("malformed"),
            "\(answer)")
        try await server.stop()
    }

    @Test func `a target has a most`() async throws {
        let server = try await RunningServer { .text(String($0.path.utf8.count)) }
        let longest = "/" + String(repeating: "x", count: (8 << 10) - 1)
        let fits = try await server.exchange("GET \(longest) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(fits.hasSuffix("\r\n\r\n8192"))
        #expect(try await server.exchange("GET \(longest)x HTTP/1.1\r\nHost: x\r\n\r\n").hasPrefix("HTTP/1.1 414 "))
        #expect(try await server.exchange("GET /" + String(repeating: "x", count: 5_000_000)).hasPrefix("HTTP/1.1 414 "))
        try await server.stop()
    }

    @Test func `header fields have a most`() async throws {
        let server = try await RunningServer { .text(String($0.headers.fields.count)) }
        let many = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + String(repeating: "a: b\r\n", count: 98)
        #expect(try await server.exchange("\(many)\r\n").hasSuffix("\r\n\r\n100"))
        let head = "GET / HTTP/1.1\r\nHost: x\r\n"
        for fields in [
            "\(many)a: b\r\n\r\n", "\(head)a: \(String(repeating: "b", count: 33 << 10))\r\n\r\n",
            "\(head)a: " + String(repeating: "b", count: 5_000_000),
            head + String(repeating: "a: b\r\n", count: 500_000), "\(head)" + String(repeating: "a", count: 5_000_000),
        ] {
            let answer = try await server.exchange(fields)
            #expect(answer.hasPrefix("HTTP/1.1 431 "), "\(fields.prefix(60)) \(answer)")
        }
        try await server.stop()
    }

    @Test func `trailers and chunk extensions without end are refused`() async throws {
        let server = try await RunningServer { request in
            do {
                while try await request.body.next() != nil {}
                return .text("taken")
            } catch {
                return .text("refused", status: .badRequest)
            }
        }
        let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try await server.exchange(head + "0\r\n" + String(repeating: "a: b\r\n", count: 200_000)).hasSuffix("refused"))
        #expect(try await server.exchange(head + "3;" + String(repeating: "a", count: 1_200_000)).hasSuffix("refused"))
        try await server.stop()
    }

    @Test func `what follows a refused head is not taken for a request`() async throws {
        let server = try await RunningServer(respond: unreachable)
        let answer = try await server.exchange(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"
        )
        #expect(answer.ranges(of: "HTTP/1.1").count == 1)
        try await server.stop()
    }

    @Test(arguments: UInt64(0)..<40)
    func `no bytes whatever stop the server`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let server = try await RunningServer { request in
            var count = 0
            while let piece = try? await request.body.next() { count += piece.count }
            return .text("\(count)")
        }
        let words = [
            "GET ", "POST ", "/", " HTTP/1.1", "\r\n", "\n", "\r", "Host: x", "Content-Length: 5", "Transfer-Encoding: chunked",
            "\r\n\r\n", "0",
            "ffff", ":", " ", "\t", "%", "Connection: upgrade", "Upgrade: x", "Expect: 100-continue", "CONNECT ", "HTTP/0.9",
        ]
        for _ in 0..<12 {
            var bytes: [UInt8] = Bool.random(using: &random) ? Array("POST / HTTP/1.1\r\nHost: x\r\n".utf8) : []
            for _ in 0..<Int.random(in: 1..<40, using: &random) {
                bytes +=
                    Int.random(in: 0..<5, using: &random) > 0
                    ? Array((words.randomElement(using: &random) ?? "").utf8) : random.bytes(2)
            }
            let client = try await server.connect()
            for piece in bytes.cut(&random) where !piece.isEmpty { try? await client.send(piece) }
            if Bool.random(using: &random) { try? await client.endInput() } else { await client.close() }
        }
        let alive = try await server.exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(alive.hasSuffix("\r\n\r\n0"), "seed \(seed)")
        try await server.stop()
    }
}
