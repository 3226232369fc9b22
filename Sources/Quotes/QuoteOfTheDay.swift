import Base
import Journal

/// The quote that a page shows, and why it is not one from the internet where that is wanted.
package struct QuoteOfTheDay: Hashable, Sendable {
    /// There is always one.
    package let quote: Quote
    /// Why the quote from the internet is not there; `nil` where none is wanted, it is there, or it has not been asked for yet.
    package let note: Explanation?

    package init(quote: Quote, note: Explanation?) {
        self.quote = quote
        self.note = note
    }

    /// The quotes that are part of the program: authors who died before 1930, scriptures and proverbs; what was written in another
    /// language is in a translation of that time or in one made for Auralyst.
    package static let bundled = [antiquity, east, scriptures, europe, english, americans, proverbs].flatMap(quotes(in:))

    /// The program's own quote of a day; none comes again before all have come.
    package static func bundled(on day: LocalDay) -> Quote { bundled[cycle.place(on: day)] }

    private static let cycle = DayCycle(count: bundled.count)

    /// Reads the lists: quotes are parted by an empty line, the last line of each is `— author` or `— author: work`.
    private static func quotes(in list: String) -> [Quote] {
        var quotes: [Quote] = []
        var lines: [Substring] = []
        for line in list.split(separator: "\n") {
            guard line.hasPrefix("— ") else {
                lines.append(line)
                continue
            }
            let parts = line.dropFirst(2).split(separator: ": ", maxSplits: 1).map(String.init)
            quotes.append(
                Quote(
                    text: lines.joined(separator: " "), author: parts[0],
                    source: .bundled(work: parts.count == 2 ? parts[1] : nil)))
            lines = []
        }
        precondition(lines.isEmpty, "every quote in the list has its author")
        return quotes
    }
}
