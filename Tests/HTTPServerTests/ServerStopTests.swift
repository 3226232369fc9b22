import HTTP
import HTTPServer
import SeededChance
import Synchronization
import Testing

@Suite struct ServerStopTests {
    @Test func `a server that stops lets a request end, and ends events at once`() async throws {
        let (began, gate, hearing) = (Gate(), Gate(), Gate())
        let (events, continuation) = AsyncStream<ServerEvent>.makeStream()
        let server = try await RunningServer { request in
            if request.path == "/events" {
                hearing.open()
                return .events(events)
            }
            began.open()
            await gate.pass()
            return .text("done")
        }
        let listener = try await server.connect()
        try await listener.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
        await hearing.pass()
        let slow = try await server.connect()
        try await slow.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        await began.pass()
        let idle = try await server.connect()

        server.cancel()
        #expect(await listener.readAll().hasSuffix("\r\n0\r\n\r\n"))
        #expect(await idle.readAll() == "")
        var isRefused = false
        while !isRefused {
            do {
                let late = try await server.connect()
                #expect(await late.readAll() == "")
            } catch { isRefused = true }
        }
        #expect(!slow.hasEnded)
        gate.open()
        let answer = await slow.readAll()
        #expect(answer.contains("connection: close\r\n") && answer.hasSuffix("done"))
        try await server.stop()
        continuation.finish()
    }

    @Test func `a request that does not end in time is cut off`() async throws {
        let (began, cancelled) = (Gate(), Gate())
        let server = try await RunningServer(.with { $0.grace = .milliseconds(200) }) { _ in
            began.open()
            await waitForCancellation()
            cancelled.open()
            return .text("late")
        }
        let client = try await server.connect()
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await began.pass()
        try await server.stop()
        #expect(await client.readAll() == "")
        await cancelled.pass()
    }

    @Test func `a handler that heeds nothing does not hold the server`() async throws {
        let (began, gate) = (Gate(), Gate())
        let server = try await RunningServer(.with { $0.grace = .milliseconds(200) }) { _ in
            began.open()
            await gate.pass()
            return .text("late")
        }
        let client = try await server.connect()
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await began.pass()
        try await server.stop()
        #expect(await client.readAll() == "")
        gate.open()
    }

    @Test func `a port that is taken is named`() async throws {
        let first = try await RunningServer { _ in .text("") }
        await #expect(throws: HTTPServerError.addressInUse(first.port)) {
            _ = try await RunningServer(listen: [("127.0.0.1", first.port)]) { _ in .text("") }
        }
        try await first.stop()
    }

    @Test func `a port is free again when the server has stopped`() async throws {
        // Another program may be quicker to take one; hardly ten times.
        for _ in 0..<10 {
            let first = try await RunningServer { _ in .text("") }
            let client = try await first.connect()
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = await client.response()
            try await first.stop()
            guard let second = try? await RunningServer(listen: [("127.0.0.1", first.port)], respond: { _ in .text("") }) else {
                continue
            }
            #expect(second.port == first.port)
            return try await second.stop()
        }
        Issue.record("no port was free again")
    }

    @Test(arguments: ["192.0.2.1", "no-such-host.invalid"]) func `an address of another machine is refused`(host: String) async {
        await #expect {
            _ = try await RunningServer(listen: [(host, 0)]) { _ in .text("") }
        } throws: { error in
            if case .cannotListen(host, _)? = error as? HTTPServerError { true } else { false }
        }
    }

    @Test func `further addresses have the port of the first, or are left out`() async throws {
        let server = try await RunningServer(listen: [("127.0.0.1", 0), ("::1", 0), ("192.0.2.1", 0)]) { .text($0.source) }
        #expect(server.port > 0)
        let request = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        #expect(try await server.exchange(request).hasSuffix("\r\n\r\n127.0.0.1"))
        if let client = try? await RawClient.connect(server.port, host: "::1") {
            try await client.send(request)
            #expect(await client.readAll().hasSuffix("\r\n\r\n::1"))
        }
        try await server.stop()
    }

    @Test func `a server that is cancelled before it begins ends`() async throws {
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await Server(listen: [("127.0.0.1", 0)]) { _ in .text("") }.run { _ in }
        }
        try await task.value
    }

    @Test func `a body or a writer that is kept beyond its request is of no use`() async throws {
        let kept = Mutex<(body: RequestBody?, writer: BodyWriter?)>((nil, nil))
        let server = try await RunningServer { request in
            if request.path == "/second" { return .text("second") }
            kept.withLock { $0.body = request.body }
            return Response(
                body: .stream(length: nil) { writer in
                    kept.withLock { $0.writer = writer }
                    try await writer.write([0x61])
                })
        }
        let client = try await server.connect()
        try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx")
        await client.read(until: "0\r\n\r\n")
        let (body, writer) = kept.withLock { $0 }
        await #expect(throws: HTTPFault.connectionEnded) { try await writer?.write([0x62]) }
        try await client.send("GET /second HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.response().hasSuffix("\r\n\r\nsecond"))
        await #expect(throws: HTTPFault.connectionEnded) { try await body?.next() }
        await #expect(throws: HTTPFault.connectionEnded) { try await writer?.write([0x62]) }
        try await server.stop()
    }
}
