import Journal
import Ledger

/// The state of quotes from the internet on this device: the last one, its day, and the result of the last attempt. Stored in the
/// row `quote` of the table `device`, as JSON.
package struct OnlineQuote: Hashable, Sendable {
    package var quote: Quote?
    package var day: LocalDay?
    /// When the last attempt began, in milliseconds since 1970.
    package var tried: Int64?
    package var error: QuoteError?

    /// The milliseconds between two attempts.
    static let pause: Int64 = 15 * 60_000

    init() {}

    /// Whether to ask the server: there is no quote for this day, and the last attempt was a while ago. Setting the clock back
    /// does not delay it.
    package func isDue(on day: LocalDay, now: Int64) -> Bool {
        if self.day == day, quote != nil { return false }
        guard let tried else { return true }
        return now < tried || now - tried >= OnlineQuote.pause
    }

    /// The quote, if it is for this day.
    package func quote(on day: LocalDay) -> Quote? { self.day == day ? quote : nil }

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

    /// Unreadable bytes count as missing: the quote is fetched again.
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
