import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Quotes
import Testing

@Suite struct ShowQuoteTests {
    private static let body = #"[{"q":"What is past is prologue.","a":"William Shakespeare"}]"#

    private func vault(online: Bool = true) async throws -> (TestVault, OpenVault) {
        let vault = try TestVault()
        let open = try vault.create()
        if online { try await open.setPreferences { $0.onlineQuotes = true } }
        return (vault, open)
    }

    private let bundled = QuoteOfTheDay.bundled(on: .of("2026-03-14"))

    @Test func `without the owner's wish nothing is asked and the program's own quote is shown`() async throws {
        let (_, open) = try await vault(online: false)
        let server = try QuoteServer(body: Self.body)
        #expect(try await !open.refreshQuote(online: server.base))
        #expect(try await open.quoteOfToday(online: server.base) == QuoteOfTheDay(quote: bundled, note: nil))
        #expect(try await open.quoteOfToday(online: "nonsense") == QuoteOfTheDay(quote: bundled, note: nil))
        #expect(server.requests.isEmpty)
    }

    @Test func `one fetch a day that succeeds is enough, also for another program`() async throws {
        let (vault, open) = try await vault()
        let server = try QuoteServer(body: Self.body)
        #expect(try await open.quoteOfToday(online: server.base) == QuoteOfTheDay(quote: bundled, note: nil))
        #expect(server.requests.isEmpty)
        #expect(try await open.refreshQuote(online: server.base))
        let shown = try await open.quoteOfToday(online: server.base)
        #expect(shown.quote.text == "What is past is prologue." && shown.note == nil)
        #expect(try await vault.open().quoteOfToday(online: server.base) == shown)
        vault.clock.advance(seconds: 3 * 3600 - 1000)
        #expect(try await !open.refreshQuote(online: server.base))
        #expect(try await !vault.open().refreshQuote(online: server.base))
        #expect(server.requests.count == 1)
        // 21:15 in Vienna and three hours more: the next day.
        vault.clock.advance(seconds: 1000)
        #expect(try await open.quoteOfToday(online: server.base).quote == QuoteOfTheDay.bundled(on: .of("2026-03-15")))
        #expect(try await open.refreshQuote(online: server.base) && server.requests.count == 2)
        try await open.setPreferences { $0.onlineQuotes = false }
        #expect(try await open.quoteOfToday(online: server.base).quote == QuoteOfTheDay.bundled(on: .of("2026-03-15")))
    }

    @Test func `after a failure the reason stands beside the program's own quote, and a quarter of an hour passes`() async throws
    {
        let (vault, open) = try await vault()
        let server = try QuoteServer(body: "busy", status: "503 Service Unavailable")
        #expect(try await !open.refreshQuote(online: server.base))
        let shown = try await open.quoteOfToday(online: server.base)
        #expect(shown.quote == bundled && shown.note == Explanation(QuoteError.status(503)))
        vault.clock.advance(seconds: 899)
        #expect(try await !open.refreshQuote(online: server.base) && server.requests.count == 1)
        vault.clock.advance(seconds: 1)
        #expect(try await !open.refreshQuote(online: server.base) && server.requests.count == 2)
        // A clock that is set back does not keep it waiting.
        vault.clock.advance(days: -2)
        #expect(try await !open.refreshQuote(online: server.base) && server.requests.count == 3)
        vault.clock.advance(seconds: 900)
        let good = try QuoteServer(body: Self.body)
        #expect(try await open.refreshQuote(online: good.base))
        #expect(try await open.quoteOfToday(online: good.base).note == nil)
    }

    @Test func `whoever asks while a try is under way is not sent out too`() async throws {
        let (_, open) = try await vault()
        let base = "http://127.0.0.1:1"
        let source = try #require(try await open.dueQuote(online: base))
        #expect(try await open.dueQuote(online: base) == nil)
        #expect(try await open.quoteOfToday(online: base) == QuoteOfTheDay(quote: bundled, note: nil))
        try await open.keepQuote(await source.fetch())
        #expect(try await open.quoteOfToday(online: base).note == Explanation(QuoteError.unreachable(.connection)))
    }

    @Test func `a base that is no address is said at once and never asked`() async throws {
        let (_, open) = try await vault()
        #expect(
            try await open.quoteOfToday(online: "nonsense")
                == QuoteOfTheDay(quote: bundled, note: Explanation(QuoteError.badBaseURL)))
        #expect(try await open.dueQuote(online: "nonsense") == nil)
    }

    @Test(
        arguments: [
            QuoteError.badBaseURL, .badURL, .status(500), .status(-1), .noData, .undecodable, .noLibrary, .notHere,
        ] + QuoteError.Reason.allCases.map { .unreachable($0) } + QuoteError.Fault.allCases.map { .invalidData($0) })
    func `every reason is still known when the vault is opened again`(error: QuoteError) async throws {
        let (vault, open) = try await vault()
        try await open.keepQuote(.failure(error))
        #expect(try await vault.open().quoteOfToday().note == Explanation(error))
    }

    @Test(arguments: ["", "{", "[]", "{\"text\":1}", "{\"day\":\"2026-03-14\",\"text\":\"x\"}", "{\"error\":\"status\"}"])
    func `a row that says nothing is as good as none`(row: String) async throws {
        let (vault, open) = try await vault()
        try VaultInsides.execute("INSERT OR REPLACE INTO device VALUES('quote', CAST('\(row)' AS BLOB))", on: vault)
        #expect(try await open.quoteOfToday() == QuoteOfTheDay(quote: bundled, note: nil))
        #expect(try await open.dueQuote() != nil)
    }
}
