import Foundation
import GivenValues
import Quotes
import Testing

@Suite struct QuoteSourceTests {
    private static let good =
        #"[{"q":" What is past is prologue. ","a":"William Shakespeare","h":"<blockquote>\u0000</blockquote>"}]"#

    private func fetch(_ server: QuoteServer, patience: Int = 600_000) async throws -> Result<Quote, QuoteError> {
        try await QuoteSource(base: server.base, patience: patience).fetch()
    }

    @Test func `a good answer is a quote in plain text, and nothing is sent but the request`() async throws {
        let server = try QuoteServer(body: Self.good)
        let quote = try await fetch(server).get()
        #expect(
            quote == Quote(text: "What is past is prologue.", author: "William Shakespeare", source: .online(host: "127.0.0.1")))
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1 && request.hasPrefix("GET /api/today HTTP/1.1\r\n"))
        let fields = request.split(separator: "\r\n").dropFirst().map { $0.lowercased() }.sorted()
        #expect(fields == ["accept: */*", "host: 127.0.0.1:\(server.port)", "user-agent: auralyst"])
    }

    /// Answers that are no quotes.
    private static let bad: [(body: String, status: String, error: QuoteError)] = [
        ("busy", "500 Internal Server Error", .status(500)), (good, "404 Not Found", .status(404)),
        (good, "429 Too Many Requests", .status(429)), (good, "204 No Content", .status(204)), ("", "200 OK", .noData),
        ("<!DOCTYPE html><title>Welcome</title>", "200 OK", .undecodable), ("[{\"q\":\"a\"", "200 OK", .undecodable),
        ("[{\"q\":\"a\",\"a\":\"b\"}] trailing", "200 OK", .undecodable), ("\u{1}", "200 OK", .undecodable),
        (String(repeating: "[", count: 5000), "200 OK", .undecodable), ("[]", "200 OK", .invalidData(.shape)),
        ("{}", "200 OK", .invalidData(.shape)), ("null", "200 OK", .invalidData(.shape)),
        ("{\"q\":\"a\",\"a\":\"b\"}", "200 OK", .invalidData(.shape)), ("[\"q\"]", "200 OK", .invalidData(.shape)),
        ("[{\"q\":\"a\"}]", "200 OK", .invalidData(.shape)), ("[{\"q\":1,\"a\":\"b\"}]", "200 OK", .invalidData(.shape)),
        ("[{\"q\":\"\",\"a\":\"b\"}]", "200 OK", .invalidData(.text)),
        ("[{\"q\":\"a\",\"a\":\"  \"}]", "200 OK", .invalidData(.text)),
        ("[{\"q\":\"a\\u001b[31m\",\"a\":\"b\"}]", "200 OK", .invalidData(.text)),
        ("[{\"q\":\"a\\nb\",\"a\":\"b\"}]", "200 OK", .invalidData(.text)),
        ("[{\"q\":\"a\\u202eb\",\"a\":\"b\"}]", "200 OK", .invalidData(.text)),
        ("[{\"q\":\"a\",\"a\":\"b\\u0000\"}]", "200 OK", .invalidData(.text)),
        ("[{\"q\":\"\(String(repeating: "x", count: 601))\",\"a\":\"b\"}]", "200 OK", .invalidData(.text)),
        ("[{\"q\":\"a\",\"a\":\"\(String(repeating: "x", count: 121))\"}]", "200 OK", .invalidData(.text)),
        ("[{\"q\":\"Too many requests. Obtain an auth key.\",\"a\":\"zenquotes.io\"}]", "200 OK", .invalidData(.notice)),
        (String(repeating: " ", count: 70_000) + good, "200 OK", .invalidData(.length)),
    ]

    @Test(arguments: bad.indices)
    func `an answer that is no quote says what it is`(index: Int) async throws {
        let (body, status, error) = Self.bad[index]
        let result = try await fetch(QuoteServer(body: body, status: status))
        #expect(result == .failure(error))
    }

    @Test func `six hundred and a hundred and twenty characters are not too many`() async throws {
        let (text, author) = (String(repeating: "é", count: 600), String(repeating: "b", count: 120))
        let server = try QuoteServer(body: "[{\"q\":\"\(text)\",\"a\":\"\(author)\"}]")
        #expect(try await fetch(server).get().text == text)
    }

    @Test func `a body without a length and without an end is cut at the limit`() async throws {
        let head = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
        let server = try QuoteServer(.bytes(head + [UInt8](repeating: 0x20, count: 500_000)))
        #expect(try await fetch(server) == .failure(.invalidData(.length)))
    }

    @Test func `a server that hangs up in the middle, or says nothing at all, is told apart from one that is slow`() async throws
    {
        let half = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{".utf8)
        #expect(try await fetch(QuoteServer(.bytes(half))) == .failure(.invalidData(.end)))
        #expect(try await fetch(QuoteServer(.bytes([]))) == .failure(.invalidData(.end)))
        #expect(try await fetch(QuoteServer(.silence), patience: 200) == .failure(.unreachable(.time)))
        #expect(try await fetch(QuoteServer(.drip), patience: 200) == .failure(.unreachable(.time)))
    }

    @Test func `an answer that is not HTTP fails`() async throws {
        let server = try QuoteServer(.bytes(Array("hello\r\n\r\n".utf8)))
        guard case .failure(.invalidData) = try await fetch(server) else {
            Issue.record("it was taken")
            return
        }
    }

    @Test func `three redirects are followed, more and other protocols are not`() async throws {
        let target = try QuoteServer(body: Self.good)
        func redirect(_ address: String) throws -> QuoteServer {
            try QuoteServer(body: "", status: "302 Found", head: "Location: \(address)\r\n")
        }
        let one = try redirect(target.base + "/today")
        #expect(try await fetch(one).get().author == "William Shakespeare")
        let loop = try redirect("/api/today")
        #expect(try await fetch(loop) == .failure(.invalidData(.direction)))
        #expect(loop.requests.count == 4)
        for address in ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1:\(target.port)/x", "dict://127.0.0.1/x"] {
            #expect(try await fetch(redirect(address)) == .failure(.invalidData(.direction)), "\(address)")
        }
        #expect(target.requests.count == 1)
    }

    @Test func `where nobody listens, where no name leads, and where nobody can prove who he is, nobody is reached`() async throws
    {
        let silent = try QuoteServer.SilentPort()
        #expect(await QuoteSourceTests.result("http://127.0.0.1:\(silent.port)") == .failure(.unreachable(.connection)))
        // Longer than a part of a name may be: no server of names is asked, however slow it is.
        let nobody = String(repeating: "n", count: 64)
        #expect(await QuoteSourceTests.result("http://\(nobody)/api") == .failure(.unreachable(.name)))
        let plain = try QuoteServer(body: Self.good)
        #expect(await QuoteSourceTests.result("https://127.0.0.1:\(plain.port)") == .failure(.unreachable(.trust)))
        #expect(await QuoteSourceTests.result("http://127.0.0.1:99999") == .failure(.badURL))
    }

    private static func result(_ base: String) async -> Result<Quote, QuoteError> {
        do throws(QuoteError) {
            return try await QuoteSource(base: base, patience: 600_000).fetch()
        } catch {
            return .failure(error)
        }
    }

    @Test(arguments: [
        "", " ", "zenquotes.io/api", "//zenquotes.io", "http:/x", "http://", "https:///api", "ftp://zenquotes.io",
        "file:///etc/passwd",
        "javascript:alert(1)", "https://user:password@host/api", "https://host/api?key=1", "https://host/#x", "https://ho st/",
        "https://ho\nst/", "https://höst/", "https://host:port/", "https://[]/", "https://[::1/api]x", "http://:80/",
        "https://h/" + String(repeating: "x", count: 2000),
    ])
    func `a base that is no address of a server is refused`(base: String) {
        #expect(throws: QuoteError.badBaseURL) { try QuoteSource(base: base) }
    }

    @Test(arguments: [
        ("https://zenquotes.io/api", "https://zenquotes.io/api/today", "zenquotes.io"),
        (" http://127.0.0.1:8080/ ", "http://127.0.0.1:8080/today", "127.0.0.1"),
        ("HTTPS://Quotes.Example", "HTTPS://Quotes.Example/today", "quotes.example"),
        ("http://[::1]:8080/a/b", "http://[::1]:8080/a/b/today", "[::1]"), ("http://[::1]", "http://[::1]/today", "[::1]"),
    ])
    func `the address ends in today and names its server`(base: String, url: String, host: String) throws {
        let source = try QuoteSource(base: base)
        #expect(source.url == url && source.host == host && source.patience == 5000)
    }
}
