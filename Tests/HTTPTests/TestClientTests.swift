import HTTP
import SeededChance
import Synchronization
import Testing

@Suite struct TestClientTests {
    private func client(_ respond: @escaping @Sendable (Request) async -> Response) -> TestClient {
        TestClient(headers: ["host": "here", "x": "default"], respond: respond)
    }

    @Test func `a request carries the fields of the client and its own`() async throws {
        let client = client { request in
            .text(
                "\(request.method) \(request.path) \(request.query["q"] ?? "") \(request.headers["host"] ?? "") \(request.headers.all("x"))"
            )
        }
        #expect(try await client.get("/a%20b?q=c+d").text == "GET /a b c d here [\"default\"]")
        #expect(try await client.send("PUT", "/", headers: ["X": "own"]).text == "PUT /  here [\"own\"]")
        await #expect(throws: HTTPFault.malformed) { try await client.get("/../a") }
    }

    @Test func `cookies are kept, sent and forgotten`() async throws {
        let client = client { request in
            var response = Response.text(request.headers["cookie"] ?? "")
            if request.path == "/set" { response.headers.add("set-cookie", Cookie(name: "b", value: "2").header) }
            if request.path == "/set" { response.headers.add("set-cookie", Cookie(name: "a", value: "1").header) }
            if request.path == "/end" { response.headers.add("set-cookie", Cookie(name: "a", value: "", maxAge: 0).header) }
            return response
        }
        #expect(try await client.get("/set").text == "")
        #expect(try await client.get("/").text == "a=1; b=2")
        #expect(client.cookies == ["a": "1", "b": "2"])
        _ = try await client.get("/end")
        #expect(try await client.get("/").text == "b=2")
        #expect(try await client.get("/", headers: ["cookie": "c=3"]).text == "c=3")
    }

    @Test func `forms arrive`() async throws {
        let client = client { request in
            do {
                if request.path == "/form" { return .text(try await request.form()["a"] ?? "") }
                let form = try request.multipart()
                var text = ""
                while let part = try await form.nextPart() { text += part.name + "=" + (try await form.text(limit: 100)) + ";" }
                return .text(text)
            } catch {
                return .text("\(error)", status: .badRequest)
            }
        }
        #expect(try await client.post("/form", form: ["a": "ä&="]).text == "ä&=")
        #expect(
            try await client.post("/", multipart: [PartToSend("a", "b"), PartToSend("c", fileName: "d", bytes: [0x65])]).text
                == "a=b;c=e;")
        #expect(try await client.send("POST", "/form").status == .badRequest)
    }

    @Test func `a redirection is followed only when asked`() async throws {
        let client = client { $0.path == "/" ? .redirect(to: "/next?a=b") : .text($0.query["a"] ?? "") }
        let response = try await client.get("/")
        #expect(response.status == .seeOther)
        #expect(try await client.follow(response).text == "b")
    }

    @Test func `a streamed body is collected, and its failure is seen`() async throws {
        let client = client { request in
            Response(
                body: .stream(length: nil) { writer in
                    try await writer.write([1, 2])
                    if request.path == "/bad" { throw HTTPFault.notFound }
                    try await writer.write([3])
                })
        }
        #expect(try await client.get("/").bytes == [1, 2, 3])
        #expect(try await client.send("HEAD", "/").bytes.isEmpty)
        await #expect(throws: HTTPFault.notFound) { try await client.get("/bad") }
    }

    @Test func `events are heard until nobody listens`() async throws {
        let ended = Gate()
        let (events, continuation) = AsyncStream<ServerEvent>.makeStream()
        continuation.onTermination = { _ in ended.open() }
        let sent = [ServerEvent("a", "1\n2"), ServerEvent("b"), ServerEvent("c", ": x")]
        for event in sent { continuation.yield(event) }
        let client = client { _ in .events(events, heartbeat: .milliseconds(1)) }
        let task = Task {
            var heard: [ServerEvent] = []
            for try await event in client.events("/") {
                heard.append(event)
                if heard.count == sent.count { break }
            }
            return heard
        }
        #expect(try await task.value == sent)
        await ended.pass()
    }
}
