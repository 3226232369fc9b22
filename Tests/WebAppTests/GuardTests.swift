import Engine
import HTTP
import Journal
import Synchronization
import Testing
import WebApp

@Suite struct `The guard` {
    @Test(arguments: ["evil.example", "localhost", "localhost:80", "127.0.0.1", "localhost:4747.evil.example", ""])
    func `answers no other host`(host: String) async throws {
        let given = try await GivenApp()
        let response = try await given.browser(host: host).get("/?token=" + given.tokens.printed)
        #expect(response.status == .misdirectedRequest)
        #expect(response.headers["set-cookie"] == nil)
    }

    @Test(arguments: ["localhost:4747", "LOCALHOST:4747", "127.0.0.1:4747", "[::1]:4747"])
    func `answers by every name of this machine`(host: String) async throws {
        let given = try await GivenApp()
        let client = given.browser(host: host, origin: "http://" + host)
        #expect(try await client.get("/?token=" + given.tokens.printed).status == .ok)
    }

    @Test(arguments: ["", "?token=", "?token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "?tokens=x"])
    func `lets nobody in without the launch token`(query: String) async throws {
        let given = try await GivenApp()
        let response = try await given.browser().get("/" + query)
        #expect(response.status == .unauthorized)
        #expect(response.headers["set-cookie"] == nil)
    }

    @Test func `lets one browser in with each token`() async throws {
        let announced = Mutex<[String]>([])
        let tokens = LaunchTokens { token in announced.withLock { $0.append(token) } }
        let given = try await GivenApp(tokens: tokens)
        #expect(try await given.browser().get("/?token=" + tokens.opening).status == .ok)
        #expect(try await given.browser().get("/?token=" + tokens.opening).status == .unauthorized)
        #expect(announced.withLock(\.self).isEmpty, "nobody has seen that one")
        let first = tokens.printed
        #expect(try await given.browser().get("/?token=" + first).status == .ok)
        #expect(try await given.browser().get("/?token=" + first).status == .unauthorized)
        let next = try #require(announced.withLock(\.self).first)
        #expect(try await given.browser().get("/?token=" + next).status == .ok)
        #expect(announced.withLock(\.count) == 2)
    }

    @Test func `keeps the places of those who have signed in when the server is full, and of no one else`() async throws {
        let given = try await GivenApp()
        func isKept(_ client: TestClient, _ path: String) async -> Bool {
            let kept = Mutex(false)
            let cookies = client.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            var request = Request(method: "GET", path: path, headers: ["host": "localhost:4747", "cookie": cookies])
            request.keepPlace = { kept.withLock { $0 = true } }
            _ = await given.app.respond(to: request)
            return kept.withLock(\.self)
        }
        let (stranger, known) = (given.browser(), try await given.knownBrowser())
        #expect(await !isKept(stranger, "/today"))
        #expect(await !isKept(known, "/unlock"))
        #expect(await !isKept(known, "/today"))
        let owner = try await given.ownersBrowser()
        #expect(await isKept(owner, "/today"))
    }

    @Test func `lets a browser that is in already use its address again`() async throws {
        let given = try await GivenApp()
        let (client, address) = (given.browser(), "/?token=" + given.tokens.printed)
        #expect(try await client.get(address).status == .ok)
        #expect(try await client.get(address).status == .seeOther)
    }

    @Test func `gives a cookie that scripts and other sites cannot use`() async throws {
        let given = try await GivenApp()
        let response = try await given.browser().get("/?token=" + given.tokens.printed)
        let cookie = try #require(response.headers["set-cookie"])
        #expect(cookie.contains("HttpOnly"))
        #expect(cookie.contains("SameSite=Strict"))
        #expect(!cookie.contains("Secure"), "http on this machine")
    }

    @Test(arguments: ["http://evil.example", "null", "https://localhost:4747", "http://localhost:4748"])
    func `refuses forms of other sites`(origin: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let response = try await client.post(
            "/draft/new", form: ["form-token": token, "text": "x"], headers: ["origin": origin])
        #expect(response.status == .forbidden)
    }

    @Test(arguments: [
        ("cross-site", "no-cors", "image"), ("same-site", "cors", "empty"), ("cross-site", "navigate", "iframe"),
    ])
    func `is no part of another site's page`(site: String, mode: String, destination: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let response = try await client.get(
            "/today", headers: ["sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": destination])
        #expect(response.status == .forbidden)
    }

    @Test func `follows a link from elsewhere by a step of its own, since the browser keeps the cookie back`() async throws {
        let given = try await GivenApp()
        let response = try await given.browser().get(
            "/journal", headers: ["sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"])
        #expect(response.status == .ok)
        #expect(response.text.contains("content=\"0;url=/journal\""))
    }

    @Test(arguments: [
        ("cors", "text/event-stream"), ("no-cors", "image/avif,image/webp,*/*"), (nil, "text/event-stream"),
    ])
    func `begins a session of a known browser for a page, and not for a piece of one`(mode: String?, accept: String) async throws
    {
        let given = try await GivenApp()
        let owner = try await given.ownersBrowser()
        let known = try #require(owner.cookies["known-auralyst-4747"])
        // As after a restart: the browser is known, and its session is not.
        let browser = given.browser()
        browser.cookies = ["known-auralyst-4747": known, "auralyst-4747": "of-before"]
        var headers: Headers = ["accept": accept]
        if let mode { headers["sec-fetch-mode"] = mode }
        let piece = try await browser.get("/events", headers: headers)
        #expect(piece.status == .unauthorized && piece.headers["set-cookie"] == nil)
        let page = try await browser.get("/today", headers: ["sec-fetch-mode": "navigate", "accept": "text/html,*/*;q=0.8"])
        #expect(page.status == .seeOther && page.headers["set-cookie"] != nil)
    }

    @Test(arguments: [
        ("/unlock?next=%2Fjournal", "/unlock?next=%2Fjournal"), ("/unlock?next=%2F%2Felsewhere.example", "/unlock"),
        ("/unlock", "/unlock"),
    ])
    func `keeps the way back of a known browser when its session has ended`(asked: String, leadsTo: String) async throws {
        let given = try await GivenApp()
        let known = try #require(try await given.ownersBrowser().cookies["known-auralyst-4747"])
        let browser = given.browser()
        browser.cookies = ["known-auralyst-4747": known]
        let page = try await browser.get(asked, headers: ["sec-fetch-mode": "navigate", "accept": "text/html,*/*;q=0.8"])
        #expect(page.status == .seeOther && page.headers["location"] == leadsTo)
    }

    @Test(arguments: ["", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"])
    func `refuses a form without its token`(token: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        #expect(try await client.post("/lock", form: ["form-token": token]).status == .forbidden)
        #expect(try await client.get("/today").status == .ok, "nothing was done")
    }

    @Test(arguments: ["/today", "/journal", "/deleted", "/settings", "/events", "/entry/00000000000000000000000000"])
    func `shows nothing private before the unlock`(path: String) async throws {
        let given = try await GivenApp()
        #expect(try await given.browser().get(path).status == .unauthorized)
        let response = try await given.knownBrowser().get(path)
        #expect(response.status == .seeOther)
        #expect(response.headers["location"]?.hasPrefix("/unlock") == true)
    }

    @Test func `takes nothing of a cookie after the lock`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let thief = given.browser()
        let cookie = client.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        #expect(
            try await thief.get("/today", headers: ["cookie": cookie]).status == .ok, "a stolen cookie works while it is unlocked"
        )
        let token = try await client.get("/today").formToken
        #expect(try await client.post("/lock", form: ["form-token": token]).status == .seeOther)
        #expect(try await thief.get("/today", headers: ["cookie": cookie]).status == .seeOther)
        #expect(try await given.door.state() == .locked)
        // Nor when another browser has unlocked the vault again.
        let other = try await given.knownBrowser()
        let page = try await other.get("/unlock")
        _ = try await other.post("/unlock", form: ["form-token": page.formToken, "passphrase": GivenApp.passphrase])
        #expect(try await other.get("/today").status == .ok)
        #expect(try await thief.get("/today", headers: ["cookie": cookie]).status == .seeOther)
    }

    @Test func `gives another cookie at the unlock, so that a planted one is worth nothing`() async throws {
        let given = try await GivenApp()
        let client = try await given.knownBrowser()
        let planted = client.cookies
        let page = try await client.get("/unlock")
        _ = try await client.post("/unlock", form: ["form-token": page.formToken, "passphrase": GivenApp.passphrase])
        #expect(client.cookies != planted)
        let cookie = planted.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        #expect(try await given.browser().get("/today", headers: ["cookie": cookie]).status == .unauthorized)
    }

    @Test func `locks a browser in which nothing was done for the idle time`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        given.clock.advance(seconds: 9 * 60)
        #expect(try await client.get("/today").status == .ok)
        given.clock.advance(seconds: 9 * 60)
        // A page that refreshes itself is no sign of life.
        #expect(try await client.get("/today", headers: ["x-background": "1"]).status == .ok)
        given.clock.advance(seconds: 61)
        #expect(try await client.get("/today").status == .seeOther)
        #expect(try await given.door.state() == .locked)
    }

    @Test(arguments: ["/settings/export", "/draft/new", "/settings/lock"])
    func `carries out nothing after the lock that was begun before it`(path: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let fields: FormFields = ["form-token": token, "confirmed": "yes", "idle": "7", "text": "Too late."]
        let bytes = Array(fields.encoded.utf8)
        let (pieces, sender) = AsyncStream.makeStream(of: [UInt8].self)
        let iterator = PulledPieces(pieces)
        var request = Request(
            method: "POST", path: path,
            headers: [
                "host": "localhost:4747", "origin": "http://localhost:4747", "content-type": "application/x-www-form-urlencoded",
                "cookie": client.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "),
            ])
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        request.body = RequestBody(length: bytes.count) {
            ask.yield()
            return await iterator.next()
        }
        sender.yield(Array(bytes.prefix(5)))
        let whole = request
        let answer = Task {
            defer { ask.finish() }
            return await given.app.respond(to: whole)
        }
        // Once for the first piece, and once more when that is taken.
        var asks = asked.makeAsyncIterator()
        for _ in 0..<2 {
            let more: Void? = await asks.next()
            #expect(more != nil)
        }
        #expect(try await client.post("/lock", form: ["form-token": token]).status == .seeOther)
        let other = try await given.ownersBrowser()
        sender.yield(Array(bytes.dropFirst(5)))
        sender.finish()
        let response = await answer.value
        #expect(response.status == .unauthorized || response.status == .seeOther, "\(response.status)")
        #expect(try await given.vault().draft(.new) == nil)
        #expect(try await given.vault().preferences().idleMinutes == 10)
        #expect(try await other.get("/today").status == .ok)
    }

    @Test func `lets a key that was brought along wait no longer than the idle time`() async throws {
        let given = try await GivenApp(opensFirstBrowser: true)
        #expect(try await given.door.state() == .open)
        given.clock.advance(seconds: 11 * 60)
        let client = try await given.knownBrowser()
        // The time is looked at by the app's own work, and before anything private is shown.
        #expect(try await client.get("/today").status == .seeOther)
        #expect(try await given.door.state() == .locked)
    }

    @Test func `lets the first browser in by the key that was brought along, and only that one`() async throws {
        let given = try await GivenApp(opensFirstBrowser: true)
        #expect(try await given.knownBrowser().get("/today").status == .ok)
        #expect(try await given.knownBrowser().get("/today").status == .seeOther)
    }

    @Test func `keeps a waiting browser though another source knocks a thousand times`() async throws {
        let given = try await GivenApp(reach: .proxied(origin: "https://journal.example"))
        func browser(_ source: String) -> TestClient {
            let app = given.app
            let headers: Headers = ["host": "journal.example", "origin": "https://journal.example", "x-forwarded-for": source]
            return TestClient(headers: headers) { await app.respond(to: $0) }
        }
        let owner = browser("192.0.2.1")
        _ = try await owner.get("/")
        let token = try await owner.get("/unlock").formToken
        for _ in 0..<1000 { _ = try await browser("198.51.100.1").get("/") }
        let response = try await owner.post("/unlock", form: ["form-token": token, "passphrase": GivenApp.passphrase])
        #expect(response.status == .seeOther)
    }

    @Test(arguments: ["/today", "/unlock", "/static/0000000000000000/app.css", "/nothing", "/manifest.webmanifest"])
    func `puts its policy on every answer`(path: String) async throws {
        let given = try await GivenApp()
        let response = try await given.knownBrowser().get(path)
        let policy = try #require(response.headers["content-security-policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(response.headers["x-content-type-options"] == "nosniff")
        #expect(response.headers["referrer-policy"] == "same-origin")
        #expect(response.headers["cache-control"] == "no-store")
    }

    @Test func `answers behind a proxy only to its name, with a cookie for TLS alone`() async throws {
        let given = try await GivenApp(reach: .proxied(origin: "https://journal.example"))
        #expect(try await given.browser().get("/").status == .misdirectedRequest)
        let client = given.browser(host: "journal.example", origin: "https://journal.example")
        let response = try await client.get("/")
        #expect(response.status == .ok)
        let cookie = try #require(response.headers["set-cookie"])
        #expect(cookie.hasPrefix("__Host-auralyst=") && cookie.contains("Secure") && cookie.contains("SameSite=Strict"))
        #expect(response.headers["strict-transport-security"] != nil)
        #expect(try await client.get("/today").headers["location"]?.hasPrefix("/unlock") == true)
    }

    @Test(
        arguments: [
            ("https://journal.example", "https://journal.example"), ("https://Journal.Example/", "https://journal.example"),
            ("https://journal.example:443", "https://journal.example"), ("https://j.example:8443", "https://j.example:8443"),
            ("http://journal.example", nil), ("https://", nil), ("https://a/b", nil), ("https://user@a", nil),
            ("journal.example", nil),
            ("https://a:0", nil), ("https://a:99999", nil), ("https://a b", nil), ("https://-a", nil), ("https://a?x", nil),
        ] as [(String, String?)])
    func `takes a bare https address for the proxy and nothing else`(address: String, origin: String?) {
        #expect(Site.origin(of: address) == origin)
    }

    @Test(arguments: [
        ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"), ("127.0.0.1", ["6.6.6.6, 203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["6.6.6.6", "203.0.113.9"], "203.0.113.9"), ("192.0.2.4", ["6.6.6.6"], "192.0.2.4"),
        ("::1", ["2001:db8:1:2:3:4:5:6"], "20:1:d:b8:0:1:0:2"), ("::1", ["2001:db8:1:2::7"], "20:1:d:b8:0:1:0:2"),
        ("127.0.0.1", ["::ffff:203.0.113.9"], "203.0.113.9"), ("127.0.0.1", ["<script>"], "127.0.0.1"),
        ("127.0.0.1", [], "127.0.0.1"),
    ])
    func `believes the proxy about where a request comes from, and nobody else`(
        connection: String, forwarded: [String], source: String
    ) {
        #expect(Site(.proxied(origin: "https://a.example")).source(connection: connection, forwarded: forwarded) == source)
    }
}

/// Pieces that a test sends when it likes.
private actor PulledPieces {
    private var iterator: AsyncStream<[UInt8]>.Iterator

    init(_ pieces: AsyncStream<[UInt8]>) { iterator = pieces.makeAsyncIterator() }

    func next() async -> [UInt8]? {
        var own = iterator
        defer { iterator = own }
        return await own.next(isolation: self)
    }
}
