import CTexts
import GivenValues
import Journal
import Quotes
import Testing

@Suite struct BundledQuoteTests {
    @Test func `there are enough quotes, each with an author, none twice`() {
        let quotes = QuoteOfTheDay.bundled
        #expect(quotes.count >= 120)
        #expect(Set(quotes.map { $0.text.lowercased() }).count == quotes.count)
        for quote in quotes {
            #expect((1...200).contains(quote.text.count) && (1...60).contains(quote.author.count), "\(quote)")
            #expect(trimmed(quote.text) == quote.text && trimmed(quote.author) == quote.author, "\(quote)")
            #expect(!quote.text.contains("  ") && !quote.text.contains("\n") && !quote.text.contains("'"), "\(quote)")
            #expect(quote.text.last.map { ".!?".contains($0) } == true, "\(quote)")
            guard case .bundled(let work) = quote.source else {
                Issue.record("\(quote)")
                continue
            }
            #expect(work.map { !$0.isEmpty && $0.count <= 60 } ?? true, "\(quote)")
        }
    }

    @Test func `every line of the file is part of a quote, in its order`() {
        let text = unsafe String(cString: quotes_text())
        let lines: [Substring] = text.split(separator: "\n").filter { $0.first != "#" }
        let quotes = QuoteOfTheDay.bundled
        #expect(quotes.count == 244 && lines.count == 2 * 244 && !text.contains("\u{FFFD}"))
        for (index, quote) in quotes.enumerated() {
            let work = if case .bundled(let name?) = quote.source { ": " + name } else { "" }
            #expect(quote.text == lines[2 * index] && !quote.text.contains("—"))
            #expect("— " + quote.author + work == lines[2 * index + 1])
        }
        #expect(quotes.first?.text.hasPrefix("Look within. Within is the fountain of good") == true)
        #expect(quotes.last == Quote(text: "Make haste slowly.", author: "Latin proverb", source: .bundled(work: nil)))
    }

    @Test func `no author has more than a tenth of them`() {
        let byAuthor = Dictionary(grouping: QuoteOfTheDay.bundled, by: \.author)
        #expect(byAuthor.values.allSatisfy { $0.count * 10 < QuoteOfTheDay.bundled.count })
    }

    @Test func `a day has one quote, and none comes again before all have come`() throws {
        let quotes = QuoteOfTheDay.bundled
        for start in ["2026-03-14", "0001-01-01"] {
            let first = LocalDay.of(start)
            let shown = try (0..<quotes.count).map { QuoteOfTheDay.bundled(on: try #require(first.adding(days: $0))) }
            #expect(Set(shown).count == quotes.count)
            #expect(try QuoteOfTheDay.bundled(on: #require(first.adding(days: quotes.count))) == shown[0])
        }
    }

    @Test func `neighbouring days seldom have the same author`() throws {
        let first = LocalDay.of("2026-01-01")
        let authors = try (0..<365).map { QuoteOfTheDay.bundled(on: try #require(first.adding(days: $0))).author }
        #expect(zip(authors, authors.dropFirst()).filter { $0 == $1 }.count <= 3)
    }
}
