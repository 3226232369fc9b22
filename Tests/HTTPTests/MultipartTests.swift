import HTTP
import SeededChance
import Testing

@Suite struct MultipartTests {
    private struct Found: Equatable {
        let part: Multipart.Part
        let bytes: [UInt8]
    }

    private func form(_ pieces: [[UInt8]], _ boundary: String = "b") throws -> Multipart {
        try Request(
            method: "POST", path: "/", headers: ["content-type": "multipart/form-data; boundary=\"\(boundary)\""],
            body: RequestBody(pieces: pieces)
        ).multipart()
    }

    private func read(_ pieces: [[UInt8]], _ boundary: String = "b") async throws -> [Found] {
        let form = try form(pieces, boundary)
        var found: [Found] = []
        while let part = try await form.nextPart() {
            var bytes: [UInt8] = []
            while let piece = try await form.nextPiece() {
                #expect(!piece.isEmpty && piece.count <= 70_000)
                bytes += piece
            }
            found.append(Found(part: part, bytes: bytes))
        }
        #expect(try await form.nextPart() == nil)
        return found
    }

    private func read(_ text: String) async throws -> [Found] { try await read([Array(text.utf8)]) }

    private func single(_ fields: String) async throws -> Multipart.Part? {
        try await read("--b\r\n\(fields)\r\n\r\nx\r\n--b--\r\n").first?.part
    }

    @Test func `fields and files come in their order`() async throws {
        let parts = [
            PartToSend("token", "abc"),
            PartToSend("photo", fileName: "a \"b\" ä.jpg", contentType: "image/jpeg", bytes: [0, 13, 10, 255]),
            PartToSend("empty", fileName: "", bytes: []), PartToSend("token", "again"),
        ]
        let found = try await read([PartToSend.encode(parts, boundary: "b")])
        #expect(found.map(\.part.name) == ["token", "photo", "empty", "token"])
        #expect(found.map(\.part.fileName) == [nil, "a \"b\" ä.jpg", "", nil])
        #expect(found.map(\.part.contentType) == [nil, "image/jpeg", nil, nil])
        #expect(found.map(\.bytes) == parts.map(\.bytes))
    }

    @Test(arguments: UInt64(0)..<60)
    func `where the bytes are cut makes no difference`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        // Bytes that look like boundaries as often as possible.
        let looks = [
            "\r", "\n", "\r\n", "-", "--", "\r\n--", "\r\n--b", "--bo", "\r\n--bou", "\r\n--bound-", "\r\n--boundX",
            "\r\r\n--bound", "a",
        ]
        let parts = (0..<Int.random(in: 0...5, using: &random)).map { index in
            let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in looks.randomElement(using: &random) ?? "" }
                .joined()
            return PartToSend("p\(index)", fileName: "f", bytes: Array(text.utf8))
        }.filter { part in
            // A sender chooses a boundary that stands in none of its parts.
            let text = (Array("\r\n".utf8) + part.bytes + Array("\r\n".utf8)).map { String($0) }.joined(separator: ",")
            return !["\r\n--bound\r\n", "\r\n--bound--"].contains {
                text.contains($0.utf8.map { String($0) }.joined(separator: ","))
            }
        }
        let body =
            Array("preamble --bound\r\n".utf8) + PartToSend.encode(parts, boundary: "bound")
            + Array("\r\n--bound\r\nepilogue".utf8)
        let whole = try await read([body], "bound")
        #expect(whole.map(\.bytes).elementsEqual(parts.map(\.bytes)), "seed \(seed)")
        for _ in 0..<20 { #expect(try await read(body.cut(&random), "bound") == whole, "seed \(seed)") }
        #expect(try await read(body.map { [$0] }, "bound") == whole, "seed \(seed)")
    }

    @Test func `what only looks like a boundary is content`() async throws {
        let blanks = String(repeating: " ", count: 70)
        for look in [
            "\r\n--bX", "\r\n--b-", "\r\n--b -", "\n--b\n", "x--b\r\n", "\r\n-b\r\n", "\r\n--b\n", "\r\n--b\r",
            "\r\n--b" + blanks,
        ] {
            let found = try await read("--b\r\ncontent-disposition: form-data; name=a\r\n\r\n\(look)\r\n--b--")
            #expect(found.map(\.bytes) == [Array(look.utf8)], "\(look.debugDescription)")
        }
    }

    @Test(arguments: [
        "--b\r\ncontent-disposition: form-data; name=a\r\n\r\nx\r\n--b--",
        "--b  \t\r\ncontent-disposition: form-data; name=a\r\n\r\nx\r\n--b--\r\n",
        "preamble\r\n--b\r\ncontent-disposition: form-data; name=a\r\n\r\nx\r\n--b--epilogue\r\n--b\r\n",
        "--b\r\nX: y\r\nContent-Disposition:form-data;NAME=\"a\"\r\n\r\nx\r\n--b--",
    ])
    func `padding, preamble and epilogue do not matter`(text: String) async throws {
        let found = try await read(text)
        #expect(found.map(\.part.name) == ["a"])
        #expect(found.map(\.bytes) == [Array("x".utf8)])
    }

    @Test func `a part without any content and a form without parts`() async throws {
        #expect(try await read("--b\r\ncontent-disposition: form-data; name=a\r\n\r\n--b--").map(\.bytes) == [[]])
        #expect(try await read("--b--").isEmpty)
        #expect(try await read("x\r\n--b--\r\n").isEmpty)
    }

    @Test(arguments: [
        "", "\r\n", "x", "--b", "--b\r\n", "--b-", "--b\r\ncontent-disposition: form-data; name=a",
        "--b\r\ncontent-disposition: form-data; name=a\r\n",
        "--b\r\ncontent-disposition: form-data; name=a\r\n\r\n", "--b\r\ncontent-disposition: form-data; name=a\r\n\r\nx\r\n",
        "--b\r\ncontent-disposition: form-data; name=a\r\n\r\nx\r\n--b",
        "--b\r\ncontent-disposition: form-data; name=a\r\n\r\nx\r\n--b-",
        "--b\r\ncontent-disposition: form-data; name=a\r\n\r\nx\r\n--b\r\n",
        "--b\r\ncontent-disposition: form-data; name=a\r\n\r\nx--b--", " --b--",
    ])
    func `a form that was cut off is refused`(text: String) async {
        await #expect(throws: HTTPFault.malformed) { try await read(text) }
        await #expect(throws: HTTPFault.malformed) { try await read(Array(text.utf8).map { [$0] }) }
    }

    @Test(arguments: [
        "", "x: y", "content-disposition: attachment; name=a", "content-disposition: form-data",
        "content-disposition: form-data; filename=a",
        "content-disposition: form-data; name", "content-disposition: form-data; name=\"a", "content-disposition: form-data; =a",
        "content-disposition: form-data; name=a x", "content-disposition", ": form-data; name=a",
        "content disposition: form-data; name=a",
        "content-disposition: form-data; name=a\r\n folded: x", "content-disposition: form-data; name=\"a\u{0}\"",
        "content-disposition: form-data; name=\"a\nb\"", "content-disposition: form-data; name=\"a\"\"b\"",
    ])
    func `a part that does not say its name is refused`(fields: String) async {
        await #expect(throws: HTTPFault.malformed) { try await single(fields) }
    }

    @Test func `fields that are not UTF-8 are refused`() async {
        let bytes = Array("--b\r\ncontent-disposition: form-data; name=\"".utf8) + [0xff] + Array("\"\r\n\r\nx\r\n--b--".utf8)
        await #expect(throws: HTTPFault.malformed) { try await read([bytes]) }
    }

    @Test(arguments: [
        ("a.jpg", "a.jpg"), ("../../etc/passwd", "passwd"), ("C:\\dir\\a.jpg", "a.jpg"), ("/a/", ""), ("a%22b", "a\"b"),
        ("a\\\"b", "a\"b"),
        ("a;b=c", "a;b=c"), ("ä", "ä"), ("..", ".."),
    ])
    func `a file name loses its folders`(sent: String, name: String) async throws {
        #expect(try await single("content-disposition: form-data; name=f; filename=\"\(sent)\"")?.fileName == name)
    }

    @Test func `fields and parts are bounded`() async throws {
        let long = "content-disposition: form-data; name=a\r\nx: " + String(repeating: "y", count: 8 << 10)
        await #expect(throws: HTTPFault.tooLarge(limit: 8 << 10)) { try await single(long) }
        await #expect(throws: HTTPFault.tooLarge(limit: 8 << 10)) {
            try await read("--b\r\n" + String(repeating: "\n", count: 9 << 10))
        }
        #expect(
            try await read([PartToSend.encode(Array(repeating: PartToSend("a", ""), count: 1_000), boundary: "b")]).count == 1_000
        )
        await #expect(throws: HTTPFault.malformed) {
            try await read([PartToSend.encode(Array(repeating: PartToSend("a", ""), count: 1_001), boundary: "b")])
        }
    }

    @Test func `what is not read of a part is skipped`() async throws {
        let body = PartToSend.encode(
            [PartToSend("a", String(repeating: "x", count: 200_000)), PartToSend("b", "y")], boundary: "b")
        let form = try form([body])
        #expect(try await form.nextPiece() == nil)
        #expect(try await form.nextPart()?.name == "a")
        #expect(try await form.nextPiece() != nil)
        #expect(try await form.nextPart()?.name == "b")
        #expect(try await form.text(limit: 1) == "y")
        #expect(try await form.nextPiece() == nil)
        #expect(try await form.nextPart() == nil)
    }

    @Test func `a text has a most and is UTF-8`() async throws {
        let body = PartToSend.encode([PartToSend("a", "12345"), PartToSend("b", fileName: nil, bytes: [0xff])], boundary: "b")
        let first = try form([body])
        _ = try await first.nextPart()
        await #expect(throws: HTTPFault.tooLarge(limit: 4)) { try await first.text(limit: 4) }
        let second = try form([body])
        _ = try await second.nextPart()
        #expect(try await second.text(limit: 5) == "12345")
        _ = try await second.nextPart()
        await #expect(throws: HTTPFault.malformed) { try await second.text(limit: 5) }
    }

    @Test(arguments: [
        nil, "", "multipart/mixed; boundary=b", "application/x-www-form-urlencoded", "text/plain",
    ])
    func `another type is no form with files`(type: String?) {
        var request = Request(method: "POST", path: "/")
        request.headers["content-type"] = type
        #expect(throws: HTTPFault.unsupportedForm) { try request.multipart() }
    }

    @Test(arguments: [
        "", "; boundary=", "; boundary=\"\"", "; boundary=\"a\r\n\"", "; boundary=ä", "; boundary=\"a \"", "; boundary=\"a{\"",
        "; border=b",
    ])
    func `a boundary that cannot be one is refused`(parameter: String) {
        let request = Request(method: "POST", path: "/", headers: ["content-type": "multipart/form-data" + parameter])
        #expect(throws: HTTPFault.malformed) { try request.multipart() }
    }

    @Test func `a boundary has at most 70 bytes`() async throws {
        let longest = String(repeating: "x", count: 70)
        #expect(try await read([PartToSend.encode([PartToSend("a", "y")], boundary: longest)], longest).count == 1)
        #expect(throws: HTTPFault.malformed) { try form([], longest + "x") }
    }

    @Test(arguments: UInt64(0)..<200)
    func `no bytes whatever trap`(seed: UInt64) async {
        var random = SplitMix64(seed: seed)
        let words = [
            "--b", "\r\n", "\r", "-", "content-disposition: ", "form-data; ", "name=", "filename=", "\"", ";", ":", "x", "\\",
            "%22", " ",
        ]
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0..<80, using: &random) {
            bytes += Bool.random(using: &random) ? Array((words.randomElement(using: &random) ?? "").utf8) : random.bytes(1)
        }
        for body in [
            bytes, Array("--b\r\n".utf8) + bytes,
            Array("--b\r\ncontent-disposition: form-data; name=a".utf8) + bytes + Array("\r\n--b--".utf8),
        ] {
            let whole = try? await read([body])
            let cut = try? await read(body.cut(&random))
            #expect(whole == cut, "seed \(seed)")
        }
    }
}
