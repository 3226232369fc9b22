import HTTP
import HTTPServer
import SeededChance
import Synchronization
import Testing

/// The server's patience is short here, and the tests wait as long as it takes: they look at what happens, not at when. Where
/// a client has to be in time, it says everything with the first bytes.
@Suite struct ServerTimeTests {
    @Test func `a head that drips in is cut off`() async throws {
        let server = try await RunningServer(.with { $0.headTime = .milliseconds(200) }) { _ in .text("never") }
        let client = try await server.connect()
        let witness = try await server.connect()
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        // Each further byte comes after another client was heard: the head goes on until it is cut off.
        while !client.hasEnded, (try? await client.send("y")) != nil {
            try await witness.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = await witness.response()
        }
        let answer = await client.readAll()
        #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n") && answer.contains("connection: close\r\n"))
        try await server.stop()
    }

    @Test func `a second head that does not come is cut off as well`() async throws {
        let server = try await RunningServer(.with { $0.headTime = .milliseconds(200) }) { _ in .text("first") }
        let client = try await server.connect()
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.response().hasSuffix("first"))
        try await client.send("GET / HTTP")
        #expect(await client.readAll().hasPrefix("HTTP/1.1 408 "))
        try await server.stop()
    }

    @Test func `a connection that says nothing is closed without a word`() async throws {
        let server = try await RunningServer(.with { $0.idleTime = .milliseconds(200) }) { _ in .text("first") }
        let silent = try await server.connect()
        #expect(await silent.readAll() == "")
        // A client that is held up longer than that before its first word is closed as well: it comes again.
        var (client, answer) = (silent, "")
        while answer.isEmpty {
            client = try await server.connect()
            try? await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = await client.response()
        }
        #expect(answer.hasSuffix("first"))
        #expect(await client.readAll() == "")
        try await server.stop()
    }

    @Test func `a body that stops is cut off`() async throws {
        let server = try await RunningServer(.with { $0.bodyPause = .milliseconds(200) }) { request in
            do {
                return .text("\(try await request.body.collect(limit: 100).count)")
            } catch {
                return .text("\(error)", status: (error as? HTTPFault)?.status ?? .internalError)
            }
        }
        let client = try await server.connect()
        try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
        let answer = await client.readAll()
        #expect(answer.hasPrefix("HTTP/1.1 408 ") && answer.hasSuffix("tooSlow") && answer.contains("connection: close\r\n"))
        try await server.stop()
    }

    @Test func `a body that drips in is cut off, however short its pauses are`() async throws {
        // A byte brings almost nothing back here: on a fast machine the next one is there within what it brings back otherwise.
        let limits = ServerLimits.with { ($0.bodyPause, $0.bodyRate) = (.milliseconds(200), 1 << 30) }
        let server = try await RunningServer(limits) { request in
            if request.method == "GET" { return .text("here") }
            do {
                return .text("\(try await request.body.collect(limit: 1 << 20).count)")
            } catch {
                return .text("\(error)", status: (error as? HTTPFault)?.status ?? .internalError)
            }
        }
        let (client, witness) = (try await server.connect(), try await server.connect())
        try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
        // Each further byte comes after another client was heard: there is no pause worth the name.
        while !client.hasEnded, (try? await client.send("y")) != nil {
            try await witness.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = await witness.response()
        }
        let answer = await client.readAll()
        #expect(answer.hasPrefix("HTTP/1.1 408 ") && answer.hasSuffix("tooSlow"))
        try await server.stop()
    }

    @Test func `a handler may think longer than a client may hesitate`() async throws {
        let limits = ServerLimits.with {
            ($0.headTime, $0.bodyPause, $0.stallTime) = (.milliseconds(50), .milliseconds(50), .milliseconds(50))
        }
        let (began, thought, finished) = (Gate(), Gate(), Gate())
        let server = try await RunningServer(limits) { request in
            began.open()
            await thought.pass()
            let body = try? await request.body.collect(limit: 10)
            return Response(
                body: .stream(length: nil) { writer in
                    try await writer.write(body ?? [])
                    await finished.pass()
                    try await writer.write(Array("end".utf8))
                })
        }
        /// Returns when another client was cut off by the same limit.
        func hesitate() async throws {
            let other = try await server.connect()
            try await other.send("GET / HTTP")
            #expect(await other.readAll().hasPrefix("HTTP/1.1 408 "))
        }
        let client = try await server.connect()
        try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
        await began.pass()
        for _ in 0..<2 { try await hesitate() }
        thought.open()
        #expect(await client.read(until: "3\r\nabc\r\n").hasSuffix("\r\n\r\n3\r\nabc\r\n"))
        for _ in 0..<2 { try await hesitate() }
        finished.open()
        #expect(await client.read(until: "0\r\n\r\n") == "3\r\nend\r\n0\r\n\r\n")
        try await server.stop()
    }

    @Test func `a client that takes nothing is let go`() async throws {
        let ended = Gate()
        let server = try await RunningServer(.with { $0.stallTime = .milliseconds(200) }) { _ in
            Response(
                body: .stream(length: nil) { writer in
                    defer { ended.open() }
                    while true { try await writer.write([UInt8](repeating: 1, count: 100_000)) }
                })
        }
        let client = try await server.connect(reads: false)
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await ended.pass()
        try await server.stop()
        await client.close()
    }

    @Test func `a client that vanishes ends what is done for it`() async throws {
        for isReset in [true, false] {
            let (began, ended) = (Gate(), Gate())
            let server = try await RunningServer { request in
                if request.path == "/alive" { return .text("alive") }
                return Response(
                    body: .stream(length: nil) { writer in
                        defer { ended.open() }
                        while true {
                            try await writer.write([UInt8](repeating: 1, count: 100_000))
                            began.open()
                        }
                    })
            }
            let client = try await server.connect()
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await began.pass()
            if isReset { try await client.reset() } else { await client.close() }
            await ended.pass()
            #expect(try await server.exchange("GET /alive HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").hasSuffix("alive"))
            try await server.stop()
        }
    }

    @Test func `a handler whose client is reset is cancelled`() async throws {
        let (began, ended) = (Gate(), Gate())
        let server = try await RunningServer { _ in
            began.open()
            await waitForCancellation()
            ended.open()
            return .text("late")
        }
        let client = try await server.connect()
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await began.pass()
        try await client.reset()
        await ended.pass()
        try await server.stop()
    }

    @Test func `events reach a client as they happen, and end when it goes`() async throws {
        let ended = Gate()
        let (events, continuation) = AsyncStream<ServerEvent>.makeStream()
        continuation.onTermination = { _ in ended.open() }
        let server = try await RunningServer(.with { $0.stallTime = .milliseconds(200) }) { _ in
            .events(events, heartbeat: .milliseconds(100))
        }
        let client = try await server.connect()
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.read(until: "\r\n\r\n").contains("content-type: text/event-stream"))
        continuation.yield(ServerEvent("one", "1"))
        #expect(await client.read(until: "data: 1\n\n").contains("event: one\ndata: 1\n\n"))
        // Several heartbeats: the stream outlives the time that a stalled one has.
        for _ in 0..<4 { await client.read(until: ": \n\n") }
        continuation.yield(ServerEvent("two", "2"))
        #expect(await client.read(until: "data: 2\n\n").contains("event: two\n"))
        await client.close()
        await ended.pass()
        try await server.stop()
    }
}
