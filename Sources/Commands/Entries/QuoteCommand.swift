import ArgumentParser
import Base
import Basics
import Engine
import Foundation
import Ledger
import Quotes

struct ShowQuote: AsyncParsableCommand {
    static let configuration = CommandConfiguration("quote")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let found = try await quote()
        if let note = found.note { Terminal.note(note.sentence) }
        if options.json {
            Document.print(.object(members(of: found.quote)))
        } else {
            print(Terminal.harmless(found.quote.text))
            print(Terminal.styled("  " + Terminal.harmless(found.quote.author) + source(of: found.quote), .dim))
        }
    }

    /// The owner's setting applies if the vault opens without asking.
    private func quote() async throws -> QuoteOfTheDay {
        let own = QuoteOfTheDay(quote: QuoteOfTheDay.bundled(on: Environment.surroundings.wall.day), note: nil)
        guard FileManager.default.fileExists(atPath: try options.location.vaultFile),
            let unlocked = try Unlocking.withoutAsking(options.location)
        else { return own }
        let vault = try Unlocking.open(unlocked, at: options.location)
        let base = Variables["AURALYST_QUOTES_URL"] ?? QuoteSource.standardBase
        try await vault.refreshQuote(online: base)
        return try await vault.quoteOfToday(online: base)
    }

    private func source(of quote: Quote) -> String {
        switch quote.source {
        case .bundled(let work): work.map { ", " + $0 } ?? ""
        case .online(let host): ", from " + Terminal.harmless(host)
        }
    }

    private func members(of quote: Quote) -> [String: JSON] {
        var members: [String: JSON] = ["kind": "quote", "text": .string(quote.text), "author": .string(quote.author)]
        switch quote.source {
        case .bundled(let work): (members["source"], members["work"]) = ("bundled", .text(work))
        case .online(let host): (members["source"], members["work"]) = (.string(host), .null)
        }
        return members
    }
}
