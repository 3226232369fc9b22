import Journal
import Ledger

/// What this device knows of quotes from the internet: the last one, its day, and how the last try ended. Kept in the row
/// `quote` of the table `meta`, as JSON.
package struct OnlineQuote: Hashable, Sendable {
    /// The last one that came.
    package var quote: Quote?
    /// The civil day for which it came.
    package var day: LocalDay?
    /// When the last try began, in milliseconds since 1970.
    package var tried: Int64?
    /// How it ended, when it failed.
    package var error: QuoteError?

    /// Milliseconds between a try and the next one.
    static let pause: Int64 = 15 * 60_000

    init() {}

    /// Whether it is time to ask: there is none for this day, and the last try is a while ago. A clock that was set back does not
    /// keep it waiting.
    package func isDue(on day: LocalDay, now: Int64) -> Bool {
        if self.day == day, quote != nil { return false }
        guard let tried else { return true }
        return now < tried || now - tried >= OnlineQuote.pause
    }

    /// The quote for a day, when it is the one of that day.
    package func quote(on day: LocalDay) -> Quote? { self.day == day ? quote : nil }

    /// As they are kept.
    package var bytes: [UInt8] {
        var members: [String: JSON] = [:]
        if let quote, let day, case .online(let host) = quote.source {
            members = [
                "text": .string(quote.text), "author": .string(quote.author), "host": .string(host), "day": .string(day.iso),
            ]
        }
        if let tried { members["tried"] = .int(tried) }
        if let error { members["error"] = .string(error.stored) }
        return JSON.object(members).bytes
    }

    /// What cannot be read counts as not there: it is fetched again.
    package init(bytes: [UInt8]?) {
        guard let bytes, let json = try? JSON(reading: bytes) else { return }
        if let text = json["text"]?.string, let author = json["author"]?.string, let host = json["host"]?.string,
            let day = json["day"]?.string.flatMap({ LocalDay(iso: $0) })
        {
            quote = Quote(text: text, author: author, source: .online(host: host))
            self.day = day
        }
        tried = json["tried"]?.int
        error = json["error"]?.string.flatMap { QuoteError(stored: $0) }
    }
}
