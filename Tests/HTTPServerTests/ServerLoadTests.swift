import HTTP
import HTTPServer
import SeededChance
import Synchronization
import Testing

/// One after the other: they use many connections, and those that look at the memory have a process of their own.
@Suite(.serialized) struct ServerLoadTests {
    private static let mebibyte = [UInt8](repeating: 120, count: 1 << 20)

    @Test func `an upload of 2 GB that is refused costs neither memory nor the answer`() async {
        await #expect(processExitsWith: .success) { try await ServerLoadTests.refuseUpload() }
    }

    @Test func `an upload waits for its reader`() async {
        await #expect(processExitsWith: .success) { try await ServerLoadTests.holdUpload() }
    }

    @Test func `a download waits for its reader`() async {
        await #expect(processExitsWith: .success) { try await ServerLoadTests.holdDownload() }
    }

    private static func refuseUpload() async throws {
        let server = try await RunningServer { _ in .text("too large", status: .contentTooLarge) }
        let client = try await server.connect()
        let before = try residentMemory()
        try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(2 << 30)\r\n\r\n")
        var sent = 0
        while sent < 2 << 10 {
            do { try await client.send(mebibyte) } catch { break }
            sent += 1
        }
        #expect(sent < 64, "the server took \(sent) MiB")
        let answer = await client.readAll()
        #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.hasSuffix("too large"))
        #expect(try residentMemory() - before < 32 << 20)
        try await server.stop()
    }

    private static func holdUpload() async throws {
        let gate = Gate()
        let server = try await RunningServer { request in
            if request.path == "/other" { return .text("here") }
            await gate.pass()
            var count = 0
            while let piece = try? await request.body.next() { count += piece.count }
            return .text("\(count)")
        }
        let client = try await server.connect()
        let before = try residentMemory()
        let sent = Mutex(0)
        let total = Lane.amount(quick: 160, ci: 512, all: 512)
        let sender = Task {
            try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(total << 20)\r\n\r\n")
            for _ in 0..<total {
                try await client.send(mebibyte)
                sent.withLock { $0 += 1 }
            }
        }
        let last = try await server.rest { sent.withLock { $0 } }
        #expect(last < 64, "the server took \(last) MiB that nobody read")
        gate.open()
        try await sender.value
        #expect(await client.response().hasSuffix("\r\n\r\n\(total << 20)"))
        #expect(try residentMemory() - before < 32 << 20)
        try await server.stop()
    }

    private static func holdDownload() async throws {
        let written = Mutex(0)
        let server = try await RunningServer { request in
            if request.path == "/other" { return .text("here") }
            return Response(
                body: .stream(length: nil) { writer in
                    for _ in 0..<512 {
                        try await writer.write(mebibyte)
                        written.withLock { $0 += 1 }
                    }
                })
        }
        let before = try residentMemory()
        let client = try await server.connect(reads: false)
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        let last = try await server.rest { written.withLock { $0 } }
        #expect(last < 64, "\(last) MiB were written that nobody reads")
        #expect(try residentMemory() - before < 32 << 20)
        await client.close()
        try await server.stop()
    }

    @Test func `50 clients are served side by side`() async throws {
        let server = try await RunningServer { request in
            let body = try? await request.body.collect(limit: 100_000)
            return .text("\(request.path) \(body?.count ?? -1)")
        }
        let right = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let client = try await server.connect()
                    var right = 0
                    for round in 0..<20 {
                        let size = number * 997 + round
                        try await client.send("POST /\(number)/\(round) HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n")
                        try await client.send([UInt8](repeating: 1, count: size))
                        if await client.response().hasSuffix("\r\n\r\n/\(number)/\(round) \(size)") { right += 1 }
                    }
                    await client.close()
                    return right
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(right == 1_000)
        try await server.stop()
    }

    @Test func `600 idle connections leave room for those who ask`() async throws {
        let server = try await RunningServer(.with { $0.connections = 700 }) { _ in .text("here") }
        var idle: [RawClient] = []
        for _ in 0..<600 { idle.append(try await server.connect()) }
        for _ in 0..<20 {
            let text = try await server.exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(text.hasSuffix("here"))
        }
        for client in idle.prefix(5) {
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.response().hasSuffix("here"))
        }
        try await server.stop()
        for client in idle { #expect(await client.readAll() == "") }
    }

    @Test func `slow posts of strangers hold up no one, and those who are known keep their place`() async throws {
        let isKept = Gate()
        let server = try await RunningServer(.with { $0.connections = 40 }) { request in
            if request.path == "/known" {
                request.keepPlace()
                isKept.open()
                let body = try? await request.body.collect(limit: 100)
                return .text("known \(body?.count ?? -1)")
            }
            return .text("\((try? await request.body.collect(limit: 100).count) ?? -1)")
        }
        let known = try await server.connect()
        try await known.send("POST /known HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na")
        await isKept.pass()
        var slow: [RawClient] = []
        for _ in 0..<200 {
            let client = try await server.connect()
            try? await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\na")
            slow.append(client)
        }
        for _ in 0..<50 {
            let text = try await server.exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(text.hasSuffix("\r\n\r\n0"))
        }
        try await known.send("bc")
        #expect(await known.response().hasSuffix("known 3"))
        for client in slow { await client.close() }
        await known.close()
        try await server.stop()
    }

    @Test func `connections beyond the most are told so while all are being served, and room is given back`() async throws {
        let begun = Mutex(0)
        let gate = Gate()
        let server = try await RunningServer(.with { $0.connections = 3 }) { request in
            if request.path == "/work" {
                begun.withLock { $0 += 1 }
                await gate.pass()
            }
            return .text("here")
        }
        var clients: [RawClient] = []
        for count in 1...3 {
            let client = try await server.connect()
            try await client.send("GET /work HTTP/1.1\r\nHost: x\r\n\r\n")
            while begun.withLock({ $0 }) < count { await Task.yield() }
            clients.append(client)
        }
        let refused = try await server.exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(refused.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n") && refused.contains("cache-control: no-store\r\n"))
        gate.open()
        for client in clients {
            #expect(await client.response().hasSuffix("here"))
            await client.close()
        }
        var text = ""
        while !text.hasSuffix("here") {
            text = try await server.exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        }
        try await server.stop()
    }
}

extension RunningServer {
    /// What a count has come to when it stays the same while the server answers hundreds of other requests.
    fileprivate func rest(of count: () -> Int) async throws -> Int {
        let client = try await connect()
        var (last, unchanged) = (-1, 0)
        while unchanged < 500 {
            try await client.send("GET /other HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.response().hasSuffix("here"))
            let now = count()
            unchanged = now == last ? unchanged + 1 : 0
            last = now
        }
        return last
    }
}
