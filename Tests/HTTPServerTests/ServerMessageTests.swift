import HTTP
import HTTPServer
import SeededChance
import Testing

private let echo: @Sendable (Request) async -> Response = { request in
    do {
        let body = String(decoding: try await request.body.collect(limit: 1 << 20), as: UTF8.self)
        return .text("\(request.method) \(request.path)|\(body)|")
    } catch {
        return .text("\(error)", status: (error as? HTTPFault)?.status ?? .internalError)
    }
}

@Suite struct ServerMessageTests {
    @Test func `a request is answered with the fields that are the server's`() async throws {
        let server = try await RunningServer(respond: echo)
        let text = try await server.exchange("GET /a%20b?c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.first == "HTTP/1.1 200 OK")
        #expect(lines.contains("content-length: 10") && lines.contains("connection: close"))
        #expect(lines.contains { $0.hasPrefix("date: ") && $0.hasSuffix(" GMT") })
        #expect(lines.last == "GET /a b||")
        try await server.stop()
    }

    @Test func `requests on one connection are answered one after the other`() async throws {
        let server = try await RunningServer(respond: echo)
        let client = try await server.connect()
        for number in 0..<50 {
            try await client.send("POST /\(number) HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab")
            let response = await client.response()
            #expect(response.hasSuffix("POST /\(number)|ab|") && !response.contains("connection:"))
        }
        #expect(!client.hasEnded)
        try await server.stop()
    }

    @Test func `pipelined requests are answered in their order`() async throws {
        let (began, gate) = (Gate(), Gate())
        let server = try await RunningServer { request in
            if request.path == "/0" {
                began.open()
                await gate.pass()
            }
            return await echo(request)
        }
        let client = try await server.connect()
        let requests = (0..<200).map { number in
            number % 2 == 0
                ? "GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n"
                : "POST /\(number) HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
        }
        try await client.send(requests.joined())
        await began.pass()
        // The first would be the last if they were not held in order: others are answered meanwhile.
        let other = try await server.exchange("GET /other HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(other.hasSuffix("GET /other||"))
        #expect(client.text.isEmpty)
        gate.open()
        for number in 0..<200 {
            #expect(await client.response().hasSuffix(number % 2 == 0 ? "GET /\(number)||" : "POST /\(number)|abc|"))
        }
        try await server.stop()
    }

    @Test(arguments: UInt64(0)..<8)
    func `where the bytes of a request are cut makes no difference`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let server = try await RunningServer(respond: echo)
        let client = try await server.connect()
        let request = Array(
            ("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nX-Long: \(String(repeating: "y", count: 300))\r\n\r\n"
                + "3;ext=1\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: z\r\n\r\n").utf8)
        for piece in (request + request).cut(&random) where !piece.isEmpty { try await client.send(piece) }
        #expect(await client.response().hasSuffix("POST /a|abcde|"), "seed \(seed)")
        #expect(await client.response().hasSuffix("POST /a|abcde|"), "seed \(seed)")
        try await server.stop()
    }

    @Test func `the body of a response that is asked for with HEAD stays away`() async throws {
        let server = try await RunningServer { request in
            request.path == "/stream"
                ? Response(body: .stream(length: nil) { try await $0.write([1]) }) : .text("abc")
        }
        let client = try await server.connect()
        try await client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nHEAD /stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let text = await client.readAll()
        #expect(text.contains("content-length: 3\r\n"))
        #expect(!text.contains("abc") && !text.contains("chunked"))
        #expect(text.ranges(of: "HTTP/1.1 200 OK").count == 2 && text.hasSuffix("\r\n\r\n"))
        try await server.stop()
    }

    @Test(arguments: [Status.noContent, .notModified]) func `a status without a body has none`(status: Status) async throws {
        let server = try await RunningServer { _ in Response(status, body: .bytes([1, 2, 3])) }
        let text = try await server.exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 \(status.code) ") && text.hasSuffix("\r\n\r\n") && !text.contains("content-length"))
        try await server.stop()
    }

    @Test func `an older client gets what it understands`() async throws {
        let server = try await RunningServer { request in
            request.path == "/stream"
                ? Response(body: .stream(length: nil) { try await $0.write(Array("abc".utf8)) }) : await echo(request)
        }
        let closed = try await server.exchange("GET / HTTP/1.0\r\n\r\n")
        #expect(closed.contains("connection: close\r\n") && closed.hasSuffix("GET /||"))
        let stream = try await server.exchange("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(!stream.contains("chunked") && !stream.contains("content-length") && stream.hasSuffix("\r\n\r\nabc"))
        let client = try await server.connect()
        for _ in 0..<3 {
            try await client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let response = await client.response()
            #expect(response.contains("connection: keep-alive\r\n") && response.hasSuffix("GET /a||"))
        }
        try await server.stop()
    }

    @Test func `a stream goes out in chunks, or with its length`() async throws {
        let server = try await RunningServer { request in
            Response(
                body: .stream(length: request.path == "/known" ? 5 : nil) { writer in
                    try await writer.write(Array("ab".utf8))
                    try await writer.write([])
                    try await writer.write(Array("cde".utf8))
                })
        }
        let client = try await server.connect()
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        let chunks = await client.read(until: "0\r\n\r\n")
        #expect(chunks.contains("transfer-encoding: chunked\r\n") && chunks.hasSuffix("\r\n\r\n2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n"))
        try await client.send("GET /known HTTP/1.1\r\nHost: x\r\n\r\n")
        let known = await client.response()
        #expect(known.contains("content-length: 5\r\n") && known.hasSuffix("\r\n\r\nabcde"))
        #expect(!client.hasEnded)
        try await server.stop()
    }

    @Test(arguments: ["/throws", "/short", "/long"])
    func `a stream that does not come to its end is not given one`(path: String) async throws {
        let server = try await RunningServer { request in
            Response(
                body: .stream(length: request.path == "/throws" ? nil : 4) { writer in
                    try await writer.write(Array("abc".utf8))
                    if request.path == "/throws" { throw HTTPFault.notFound }
                    if request.path == "/long" { try await writer.write(Array("de".utf8)) }
                })
        }
        let text = try await server.exchange("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 200 OK") && !text.hasSuffix("0\r\n\r\n") && !text.hasSuffix("abcd"))
        try await server.stop()
    }

    @Test func `a response of any size arrives whole`() async throws {
        let server = try await RunningServer { request in
            let bytes = pattern(Int(request.path.dropFirst()) ?? 0)
            if request.query["stream"] == nil { return Response(body: .bytes(bytes)) }
            return Response(body: .stream(length: bytes.count) { try await $0.write(bytes) })
        }
        let client = try await server.connect()
        for count in [0, 1, 65_535, 65_536, 65_537, 131_072, Lane.amount(quick: 1_000_000, ci: 3_000_000, all: 3_000_000)] {
            for query in ["", "?stream"] {
                try await client.send("GET /\(count)\(query) HTTP/1.1\r\nHost: x\r\n\r\n")
                let body = await client.response().utf8.suffix(count)
                #expect(body.elementsEqual(pattern(count)), "\(count)\(query)")
            }
        }
        try await server.stop()
    }

    @Test func `a value cannot begin another field`() async throws {
        let server = try await RunningServer { _ in Response(headers: ["x": "a\r\nset-cookie: b=c\u{0}\u{7f}"]) }
        let text = try await server.exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(text.contains("x: a  set-cookie: b=c  \r\n"))
        try await server.stop()
    }

    @Test func `a client that asks for leave gets it when its body is read`() async throws {
        let server = try await RunningServer { request in
            request.path == "/refuse" ? .text("no", status: .contentTooLarge) : await echo(request)
        }
        let client = try await server.connect()
        let head = "HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
        try await client.send("POST /a \(head)")
        #expect(await client.response() == "HTTP/1.1 100 Continue\r\n\r\n")
        try await client.send("abc")
        #expect(await client.response().hasSuffix("POST /a|abc|"))
        // Who sends without waiting needs no leave.
        try await client.send("POST /b \(head)xyz")
        #expect(await client.read(until: "POST /b|xyz|").contains("HTTP/1.1 200 OK"))
        try await client.send("POST /refuse \(head)")
        let refused = await client.readAll()
        #expect(refused.hasPrefix("HTTP/1.1 413 ") && refused.contains("connection: close") && !refused.contains("100 Continue"))
        try await server.stop()
    }

    @Test func `an upgrade is not taken`() async throws {
        let server = try await RunningServer(respond: echo)
        let text = try await server.exchange(
            "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 200 OK") && text.hasSuffix("GET /||"))
        try await server.stop()
    }

    @Test func `a small body that nobody reads does not end the connection`() async throws {
        let server = try await RunningServer { request in .text(request.path) }
        let client = try await server.connect()
        for number in 0..<3 {
            try await client.send(
                "POST /\(number) HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + String(repeating: "x", count: 100_000))
            #expect(await client.response().hasSuffix("\r\n\r\n/\(number)"))
        }
        #expect(!client.hasEnded)
        try await server.stop()
    }

    @Test func `a client that is answered early is heard out, and not reset`() async throws {
        let server = try await RunningServer(.with { $0.lingerTime = .seconds(60) }) { _ in .text("no", status: .contentTooLarge)
        }
        let client = try await server.connect()
        try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n")
        #expect(await client.readAll().hasSuffix("\r\n\r\nno"))
        for _ in 0..<100 { try await client.send([UInt8](repeating: 1, count: 5_000)) }
        try await client.endInput()
        try await server.stop()
    }

    @Test func `a client that has ended its side still gets its answer`() async throws {
        let gate = Gate()
        let server = try await RunningServer { request in
            await gate.pass()
            return await echo(request)
        }
        let client = try await server.connect()
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
        try await client.endInput()
        gate.open()
        #expect(await client.readAll().hasSuffix("POST /a|abc|"))
        let silent = try await server.connect()
        try await silent.endInput()
        #expect(await silent.readAll() == "")
        let cut = try await server.connect()
        try await cut.send("GET / HT")
        try await cut.endInput()
        #expect(await cut.readAll() == "")
        try await server.stop()
    }

    @Test func `a body that ends too early is not taken for whole`() async throws {
        let server = try await RunningServer(respond: echo)
        let client = try await server.connect()
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
        try await client.endInput()
        #expect(await client.readAll().hasPrefix("HTTP/1.1 400 "))
        let chunked = try await server.connect()
        try await chunked.send("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
        try await chunked.endInput()
        #expect(await chunked.readAll().hasPrefix("HTTP/1.1 400 "))
        try await server.stop()
    }

    @Test func `the source of a request is named`() async throws {
        let server = try await RunningServer { .text($0.source) }
        #expect(
            try await server.exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").hasSuffix("\r\n\r\n127.0.0.1"))
        try await server.stop()
    }
}

/// Letters in an order that shows what is missing.
private func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(97 + $0 % 23) } }
