import Base
import CTexts
import Journal

/// The quote that a page shows, and why it is not one from the internet if that was wanted.
package struct QuoteOfTheDay: Hashable, Sendable {
    /// There is always one.
    package let quote: Quote
    /// Why there is no quote from the internet; `nil` if none is wanted, it is there, or it was not requested yet.
    package let note: Explanation?

    package init(quote: Quote, note: Explanation?) {
        self.quote = quote
        self.note = note
    }

    /// The built-in quotes, in the order of Sources/Shims/CTexts/quotes.txt. That file's head describes its layout.
    package static let bundled: [Quote] = {
        let lines: [Substring] = unsafe String(cString: quotes_text()).split(separator: "\n").filter { $0.first != "#" }
        return stride(from: 0, to: lines.count, by: 2).map { index in
            precondition(lines[index + 1].hasPrefix("— "), "every quote has its author below it")
            let parts = lines[index + 1].dropFirst(2).split(separator: ": ", maxSplits: 1).map(String.init)
            return Quote(
                text: String(lines[index]), author: parts[0], source: .bundled(work: parts.count == 2 ? parts[1] : nil))
        }
    }()

    /// The built-in quote of a day; none is repeated before all were shown.
    package static func bundled(on day: LocalDay) -> Quote { bundled[cycle.place(on: day)] }

    private static let cycle = DayCycle(count: bundled.count)
}
