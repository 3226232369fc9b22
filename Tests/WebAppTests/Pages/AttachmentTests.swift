import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Records
import SeededChance
import Store
import Synchronization
import Testing
import WebApp

/// Files come in with an entry, and go out again as harmless bytes.
@Suite struct `A file of an entry` {
    /// The first bytes of a PNG, and then anything.
    static let png: [UInt8] =
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    @Test func `comes with the form, sealed, and is shown`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let response = try await client.post(
            "/entries",
            multipart: [
                PartToSend("form-token", token), PartToSend("text", "With pictures"),
                PartToSend("files", fileName: "a.png", contentType: "text/html", bytes: Self.png),
                PartToSend("files", fileName: "note.txt", bytes: Array("plain".utf8)),
                PartToSend("other", fileName: "ignored.txt", bytes: [1]),
            ])
        #expect(response.status == .seeOther)
        let stored = try #require(try await given.vault().entries(Selection()).list.first)
        let files = try await given.vault().attachmentList(of: stored)
        #expect(files.map(\.name) == ["a.png", "note.txt"] && files.map(\.type) == ["image/png", "text/plain"])
        let page = try await client.get("/entry/\(stored.id.description)").text
        let address = "/attachment/\(stored.id.description)/\(files[0].id.description)"
        #expect(page.contains("<img src=\"\(address)\" alt=\"a.png\" loading=\"lazy\""))
        #expect(page.contains("download><svg") && page.contains("note.txt") && page.contains("5 bytes"))
        let bytes = try await client.get(address)
        #expect(bytes.bytes == Self.png)
        #expect(bytes.headers["content-type"] == "image/png")
        for name in try FileManager.default.contentsOfDirectory(atPath: given.folder + "/vault/attachments") {
            let sealed = try Data(contentsOf: URL(fileURLWithPath: given.folder + "/vault/attachments/" + name))
            #expect(sealed.firstRange(of: Data("plain".utf8)) == nil)
        }
    }

    @Test func `is saved without its place, unless it is asked for`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let picture = SamplePicture.jpeg(exif: SamplePicture.exif())
        let token = try await client.get("/today").formToken
        _ = try await client.post(
            "/entries",
            multipart: [
                PartToSend("form-token", token), PartToSend("text", "River"),
                PartToSend("files", fileName: "a.jpg", bytes: picture),
            ])
        let stored = try #require(try await given.vault().entries(Selection()).list.first)
        let file = try #require(stored.attachments.first).description
        let source = "/attachment/\(stored.id.description)/\(file)"
        #expect(try await client.get("/entry/\(stored.id.description)/file/\(file)").text.contains("Save with its place"))
        let copy = try await client.get(source + "/save").bytes
        #expect(copy.count == picture.count && copy != picture)
        #expect(try PhotoFacts(of: PictureBytes(copy)).place == nil)
        #expect(try await client.get(source + "/save-with-place").bytes == picture)
        // A part of it is a part of the same copy.
        #expect(try await client.get(source + "/save", headers: ["range": "bytes=40-90"]).bytes == Array(copy[40...90]))
    }

    @Test func `that is a picture offers its time and place for the entry, which takes them only if it is told`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let picture = SamplePicture.jpeg(exif: SamplePicture.exif())
        let answer = try await client.post(
            "/attachments", multipart: [PartToSend("draft", "new"), PartToSend("files", fileName: "a.jpg", bytes: picture)],
            headers: ["x-requested-with": "auralyst", "x-form-token": token]
        ).json()
        #expect(answer["photo"]?["taken"] == "2024-03-12T14:05" && answer["photo"]?["place"] == "48.20833, 16.37083")
        let name = try #require(answer["name"]?.string)
        #expect(try await client.get("/today").text.contains("data-taken=\"2024-03-12T14:05\""))
        _ = try await client.post(
            "/entries",
            multipart: [PartToSend("form-token", token), PartToSend("text", "River"), PartToSend("staged", name)])
        let stored = try #require(try await given.vault().entries(Selection()).list.first)
        #expect(stored.entry.place == nil && stored.entry.day.iso != "2024-03-12")
        let path = "/entry/\(stored.id.description)"
        #expect(try await client.get(path).text.contains("Use this time"))
        _ = try await client.post(path + "/photo", form: ["form-token": token, "when": "2024-03-12T14:05"])
        _ = try await client.post(path + "/photo", form: ["form-token": token, "place": "48.20833, 16.37083"])
        let page = try await client.get(path).text
        #expect(page.contains("12 March 2024") && page.contains("at 48.20833, 16.37083"))
        #expect(!page.contains("Use this time") && !page.contains("Use its place"))
    }

    @Test func `is taken in at once from a script, and can be let go`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let response = try await client.post(
            "/attachments", multipart: [PartToSend("draft", "new"), PartToSend("files", fileName: "a.png", bytes: Self.png)],
            headers: ["x-requested-with": "auralyst", "x-form-token": token])
        let answer = try response.json()
        #expect(
            answer["fileName"] == "a.png" && answer["type"] == "image/png" && answer["size"] == 200_008
                && answer["sizeInWords"] == "200 kB")
        let name = try #require(answer["name"]?.string)
        #expect(try await client.get("/today").field("staged") == name)
        #expect(given.sealedFiles.count == 1)
        #expect(try await client.post("/attachments/\(name)/discard", form: ["form-token": token]).status == .noContent)
        #expect(given.sealedFiles.isEmpty)
        #expect(try await client.get("/today").field("staged") == nil)
        #expect(
            try await client.post("/attachments/\(name)/discard", form: ["form-token": token]).status == .noContent,
            "twice is once")
    }

    @Test func `that is saved is not let go any more`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let name = try await client.stage("a.png", Self.png, draft: "new", token: token)
        _ = try await client.post(
            "/entries", multipart: [PartToSend("form-token", token), PartToSend("text", "a"), PartToSend("staged", name)])
        _ = try await client.post("/attachments/\(name)/discard", form: ["form-token": token])
        #expect(given.sealedFiles.count == 1)
    }

    @Test func `belongs to the session that brought it`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let name = try await client.stage("a.png", Self.png, draft: "new", token: token)
        let other = try await given.ownersBrowser()
        let otherToken = try await other.get("/today").formToken
        _ = try await other.post("/attachments/\(name)/discard", form: ["form-token": otherToken])
        #expect(given.sealedFiles.count == 1)
        let parts = [PartToSend("form-token", otherToken), PartToSend("text", "a")]
        let response = try await other.post("/entries", multipart: parts + [PartToSend("staged", name)])
        #expect(response.status == .unprocessable && response.text.contains("An added file is no longer here."))
        #expect(response.field("staged") == nil)
        #expect(try await other.post("/entries", multipart: parts).status == .seeOther)
        let stored = try #require(try await given.vault().entries(Selection()).list.first)
        #expect(stored.attachments.isEmpty)
    }

    @Test func `waits when the entry has a fault, and comes along when it is mended`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let refused = try await client.post(
            "/entries",
            multipart: [
                PartToSend("form-token", token), PartToSend("text", " "), PartToSend("files", fileName: "a.png", bytes: Self.png),
            ])
        #expect(refused.status == .unprocessable && refused.text.contains("Your files stay here meanwhile."))
        let staged = try #require(refused.field("staged"))
        _ = try await client.post(
            "/entries", multipart: [PartToSend("form-token", token), PartToSend("text", "Now"), PartToSend("staged", staged)])
        let stored = try #require(try await given.vault().entries(Selection()).list.first)
        #expect(stored.attachments.count == 1)
    }

    @Test func `leaves nothing behind when the form breaks off`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let boundary = "b"
        let whole = PartToSend.encode(
            [
                PartToSend("form-token", token), PartToSend("text", "a"), PartToSend("files", fileName: "a.png", bytes: Self.png),
                PartToSend("files", fileName: "b.png", bytes: Self.png),
            ],
            boundary: boundary)
        for cut in [whole.count - 10, whole.count - 100_000, whole.count / 3] {
            let response = try await client.send(
                "POST", "/entries", headers: ["content-type": "multipart/form-data; boundary=\(boundary)"],
                body: Array(whole.prefix(cut)))
            #expect(response.status == .badRequest)
            #expect(given.allFiles.isEmpty)
        }
        #expect(try await given.vault().entries(Selection()).list.isEmpty)
    }

    @Test func `that the disk does not take is told of, and what was typed stays`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        // No folder can be where a file is.
        try Data([1]).write(to: URL(fileURLWithPath: given.folder + "/vault/attachments"))
        let parts = [
            PartToSend("form-token", token), PartToSend("files", fileName: "a.png", bytes: Self.png),
            PartToSend("text", "Kept words"),
        ]
        let response = try await client.post("/entries", multipart: parts)
        #expect(response.status == .unprocessable)
        #expect(response.text.contains("id=\"files-fault\"") && response.text.contains("Kept words</textarea>"))
        let script = try await client.post(
            "/attachments", multipart: [PartToSend("files", fileName: "a.png", bytes: Self.png)],
            headers: ["x-requested-with": "auralyst", "x-form-token": token])
        #expect(script.status == .unprocessable)
        #expect(try script.json()["error"]?["message"]?.string?.isEmpty == false)
        #expect(try await given.vault().entries(Selection()).list.isEmpty)
    }

    @Test func `is refused when there are too many of them`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let many = (0...Limits.attachments).map { PartToSend("files", fileName: "\($0).txt", bytes: [1]) }
        let response = try await client.post(
            "/entries", multipart: [PartToSend("form-token", token), PartToSend("text", "a")] + many)
        #expect(response.status == .unprocessable)
        #expect(response.text.contains("can have 100 attachments, not 101"))
        #expect(response.text.contains("a</textarea>"))
        #expect(try await given.vault().entries(Selection()).list.isEmpty)
    }

    @Test func `that says it is too large is refused before it is sent`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let asked = Counter()
        var headers: Headers = [
            "host": "localhost:4747", "origin": "http://localhost:4747", "x-requested-with": "auralyst", "x-form-token": token,
        ]
        headers["content-type"] = "multipart/form-data; boundary=b"
        headers["cookie"] = client.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let body = RequestBody(length: .max) {
            asked.add()
            return [UInt8](repeating: 0, count: 1024)
        }
        let response = await given.app.respond(to: Request(method: "POST", path: "/attachments", headers: headers, body: body))
        #expect(response.status == .contentTooLarge)
        #expect(asked.count == 0)
    }

    // MARK: going out

    @Test(arguments: [
        ("evil.svg", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"), ("page.html", "<script>alert(1)</script>"),
        ("page.xhtml", "<html/>"),
        ("fake.png", "<script>alert(1)</script>"), ("data.xml", "<?xml?>"), ("paper.pdf", "%PDF-1.4"), ("script.js", "alert(1)"),
        ("noname", "x"), ("text.txt", "x"),
    ])
    func `that could act is only ever saved`(name: String, content: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let (id, file) = try await given.attach(name, Array(content.utf8), client)
        let response = try await client.get("/attachment/\(id)/\(file)")
        #expect(response.headers["content-type"] == "application/octet-stream")
        #expect(response.headers["content-disposition"]?.hasPrefix("attachment; ") == true)
        #expect(response.headers["content-security-policy"] == "sandbox; default-src 'none'")
        #expect(response.headers["x-content-type-options"] == "nosniff" && response.headers["cache-control"] == "no-store")
        let page = try await client.get("/entry/\(id)").text
        #expect(!page.contains("<img src=\"/attachment") && page.contains("download>"))
    }

    @Test(arguments: ["a.png", "a.mp3", "a.mp4", "a.pdf", "a.html"])
    func `is never all that a tab shows`(name: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let (id, file) = try await given.attach(name, Self.png, client)
        let raw = "/attachment/\(id)/\(file)"
        let viewer = "/entry/\(id)/file/\(file)"
        for place in ["document", "iframe", "frame", "embed", "object"] {
            let response = try await client.get(raw, headers: ["sec-fetch-dest": place, "sec-fetch-mode": "navigate"])
            #expect(response.status == .seeOther && response.headers["location"] == viewer, "\(place)")
        }
        // A browser that says nothing, and a download.
        let downloads: [(path: String, headers: Headers)] = [
            (raw, [:]), (raw, ["sec-fetch-dest": "empty"]), (raw + "/save", ["sec-fetch-dest": "document"]),
        ]
        for (path, headers) in downloads {
            let response = try await client.get(path, headers: headers)
            #expect(response.headers["content-disposition"]?.hasPrefix("attachment; ") == true && response.bytes == Self.png)
        }
        let page = try await client.get(viewer, headers: ["sec-fetch-dest": "document"])
        #expect(
            page.text.contains("data-private") && page.text.contains("<bdi>\(name)</bdi>") && page.text.contains("\(raw)/save"))
        #expect(!page.text.contains("<title>\(name)"))
        #expect(try await client.get("/entry/\(id)").text.contains(name == "a.png" ? "href=\"\(viewer)\"" : raw))
        for path in ["/entry/\(id)/file/\(id)", "/entry/\(file)/file/\(file)", "/entry/\(id)/file/x"] {
            #expect(try await client.get(path).status == .notFound)
        }
    }

    @Test(arguments: ["/lock", "idle"])
    func `that is on its way breaks off at the lock`(end: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let (id, file) = try await given.attach("a.png", Self.png, client)
        let cookies = client.cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
        let request = Request(
            method: "GET", path: "/attachment/\(id)/\(file)", headers: ["host": "localhost:4747", "cookie": cookies])
        let response = await given.app.respond(to: request)
        guard case .stream(_, let write) = response.body else {
            Issue.record("the file is not sent piece by piece")
            return
        }
        let pieces = Counter()
        let writer = BodyWriter { _ in
            pieces.add()
            // After the lock nothing more comes, however much there is.
            guard pieces.count == 1 else { return }
            if end == "/lock" {
                _ = try await client.post("/lock", form: ["form-token": token])
            } else {
                given.clock.advance(seconds: 601)
                _ = try await client.get("/locked")
            }
        }
        await #expect(throws: (any Error).self) { try await write(writer) }
        #expect(pieces.count == 1)
        // One that begins as the lock comes, too.
        await #expect(throws: (any Error).self) { try await write(BodyWriter { _ in pieces.add() }) }
    }

    @Test func `is not shown by an address that is no page`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        for path in ["/draft/new", "/changes?since=0", "/events"] {
            #expect(try await client.get(path, headers: ["sec-fetch-dest": "document"]).status == .notFound)
        }
    }

    @Test(arguments: [
        ("a\"b.png", "a%22b.png"), ("a\r\nx-evil: 1.png", "a__x-evil%3A%201.png"), ("a\n.png", "a_.png"),
        ("C:\\dir\\a.png", "C%3A%5Cdir%5Ca.png"),
        ("photo\u{202E}gnp.exe", "photo_gnp.exe"), ("ä 漢.png", "%C3%A4%20%E6%BC%A2.png"), ("a;b='c'.png", "a%3Bb%3D%27c%27.png"),
        ("<script>.png", "%3Cscript%3E.png"),
        ("a\u{2066}b\u{200B}.png", "a_b_.png"), ("%00.png", "%2500.png"),
    ])
    func `has a name that ends no header and turns no line`(name: String, encoded: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        // As the command line takes a file in: under any name that a disk can have.
        try Data(Self.png).write(to: URL(fileURLWithPath: given.folder + "/" + name))
        let stored = try await given.vault().add(NewEntry(text: "a", attachments: [given.folder + "/" + name]))
        let (id, file) = (stored.id.description, try #require(stored.attachments.first).description)
        let response = try await client.get("/attachment/\(id)/\(file)", headers: ["sec-fetch-dest": "image"])
        let way = name.hasSuffix(".png") ? "inline" : "attachment"
        #expect(response.headers["content-disposition"] == "\(way); filename*=UTF-8''\(encoded)")
        for path in ["/entry/\(id)", "/entry/\(id)/edit"] {
            let page = try await client.get(path).text
            #expect(!page.contains("<script>.png") && !page.contains("\u{202E}") && !page.contains("\u{2066}"))
        }
    }

    @Test(arguments: [
        ("../../etc/passwd.png", "passwd.png"), ("C:\\dir\\a.png", "a.png"), ("a\rb\nc.png", "c.png"), ("..", "attachment"),

    ])
    func `from a browser keeps the last part of its name`(name: String, kept: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let (id, file) = try await given.attach(name, Self.png, client)
        let disposition = try await client.get("/attachment/\(id)/\(file)").headers["content-disposition"]
        #expect(disposition?.hasSuffix(kept) == true, "\(disposition ?? "")")
    }

    @Test(arguments: [
        ("bytes=0-99", 0, 99), ("bytes=100-", 100, 200_007), ("bytes=-100", 199_908, 200_007),
        ("bytes=200007-200007", 200_007, 200_007),
        ("bytes=0-999999999999999999999", 0, 200_007), ("bytes=-999999999999999999999", 0, 200_007),
        ("BYTES=16383-16385", 16_383, 16_385),
        ("bytes=65530-131080", 65_530, 131_080),
    ])
    func `is given in parts`(range: String, first: Int, last: Int) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let (id, file) = try await given.attach("a.png", Self.png, client)
        let response = try await client.get("/attachment/\(id)/\(file)", headers: ["range": range])
        #expect(response.status == .partialContent)
        #expect(response.headers["content-range"] == "bytes \(first)-\(last)/200008")
        #expect(response.bytes == Array(Self.png[first...last]))
    }

    @Test(arguments: ["bytes=200008-", "bytes=999999999999999999999-", "bytes=-0"])
    func `has nothing behind its end`(range: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let (id, file) = try await given.attach("a.png", Self.png, client)
        let response = try await client.get("/attachment/\(id)/\(file)", headers: ["range": range])
        #expect(response.status == .rangeNotSatisfiable)
        #expect(response.headers["content-range"] == "bytes */200008")
        #expect(response.bytes.isEmpty)
    }

    @Test(arguments: ["bytes=5-2", "bytes=a-b", "bytes=-", "bytes=0-1,5-6", "lines=1-2", "", "bytes", "bytes=--5", "bytes=1-2-3"])
    func `is given whole where a part is not understood`(range: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let (id, file) = try await given.attach("a.png", Self.png, client)
        let response = try await client.get("/attachment/\(id)/\(file)", headers: ["range": range])
        #expect(response.status == .ok && response.bytes.count == 200_008)
        let conditional = try await client.get("/attachment/\(id)/\(file)", headers: ["range": "bytes=0-1", "if-range": "\"x\""])
        #expect(conditional.status == .ok)
    }

    @Test func `without a byte is given as it is`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let (id, file) = try await given.attach("empty.txt", [], client)
        let response = try await client.get("/attachment/\(id)/\(file)")
        #expect(response.status == .ok && response.bytes.isEmpty)
        #expect(try await client.get("/attachment/\(id)/\(file)", headers: ["range": "bytes=0-"]).status == .rangeNotSatisfiable)
    }

    @Test func `that is damaged is never taken for whole`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let (id, file) = try await given.attach("a.png", Self.png, client)
        let path = given.folder + "/vault/attachments/" + (try #require(given.sealedFiles.first))
        let sound = try Data(contentsOf: URL(fileURLWithPath: path))
        // In the first piece: an error page.
        var damaged = sound
        damaged[100] ^= 1
        try damaged.write(to: URL(fileURLWithPath: path))
        let first = try await client.get("/attachment/\(id)/\(file)")
        #expect(first.status == .internalError && first.text.contains("is damaged"))
        // Further in, or cut off: what came before is sound, and the connection ends early.
        damaged = sound
        damaged[150_000] ^= 1
        for bytes in [damaged, sound.prefix(150_000), sound + Data([0])] {
            try bytes.write(to: URL(fileURLWithPath: path))
            await #expect(throws: (any Error).self) { _ = try await client.get("/attachment/\(id)/\(file)") }
        }
        try FileManager.default.removeItem(atPath: path)
        let missing = try await client.get("/attachment/\(id)/\(file)")
        #expect(missing.status == .internalError && missing.text.contains("is missing"))
    }

    @Test func `is found only by its own entry`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let (id, file) = try await given.attach("a.png", Self.png, client)
        let other = try await given.write("Another")
        for path in [
            "/attachment/\(other)/\(file)", "/attachment/\(id)/\(id)", "/attachment/\(file)/\(file)", "/attachment/\(id)/x",
            "/attachment/\(id)/\(file)x",
        ] {
            #expect(try await client.get(path).status == .notFound)
        }
        let known = try await given.knownBrowser()
        #expect(try await known.get("/attachment/\(id)/\(file)").status == .seeOther)
    }
}

extension GivenApp {
    var sealedFiles: [String] { allFiles.filter { !$0.hasSuffix(".partial") } }

    var allFiles: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder + "/vault/attachments")) ?? [] }

    /// Writes an entry with a file in a browser; gives both names.
    func attach(_ name: String, _ bytes: [UInt8], _ client: TestClient) async throws -> (entry: String, file: String) {
        let token = try await client.get("/today").formToken
        let staged = try await client.stage(name, bytes, draft: "new", token: token)
        let response = try await client.post(
            "/entries",
            multipart: [PartToSend("form-token", token), PartToSend("text", "With a file"), PartToSend("staged", staged)])
        #expect(response.status == .seeOther)
        let stored = try #require(try await vault().entries(Selection()).list.first)
        return (stored.id.description, try #require(stored.attachments.first).description)
    }
}

extension TestClient {
    /// Takes a file in as the page's script does; gives its name.
    func stage(_ name: String, _ bytes: [UInt8], draft: String, token: String) async throws -> String {
        let response = try await post(
            "/attachments", multipart: [PartToSend("draft", draft), PartToSend("files", fileName: name, bytes: bytes)],
            headers: ["x-requested-with": "auralyst", "x-form-token": token])
        #expect(response.status == .ok, "\(response.text)")
        return try #require(try response.json()["name"]?.string)
    }
}

/// Counts across tasks.
final class Counter: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock { $0 } }

    func add() { state.withLock { $0 += 1 } }
}
