import Journal
import Ledger

/// A server with one quote a day, like https://zenquotes.io: `GET <base>/today` returns a JSON array of objects, of which the
/// first has the text as `q` and the author as `a`.
///
/// Nothing but the request itself is sent: no text, no name, no cookie.
package struct QuoteSource: Hashable, Sendable {
    package static let standardBase = "https://zenquotes.io/api"

    package let url: String
    /// The server's name, shown with its quotes.
    package let host: String
    /// The timeout in milliseconds.
    package let patience: Int

    /// A server by the address before `/today`: `https://` or `http://`, a name or number, optionally a port and a path; no
    /// password, no question mark.
    package init(base: String = standardBase, patience: Int = 5000) throws(QuoteError) {
        let base = trimmed(base)
        guard base.utf8.count <= 2000, base.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.refused.contains($0) }),
            let scheme = ["https://", "http://"].first(where: { base.lowercased().hasPrefix($0) })
        else { throw .badBaseURL }
        let rest = base.dropFirst(scheme.count)
        guard let host = QuoteSource.host(in: rest.prefix { $0 != "/" }) else { throw .badBaseURL }
        self.host = host
        url = (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/today"
        self.patience = min(max(patience, 1), 60_000)
    }

    private static let refused = Array("@?#\\\"<>{}|^`".utf8)

    /// The name before the port: `name`, `name:8080`, `[::1]:8080`.
    private static func host(in authority: Substring) -> String? {
        let end =
            authority.hasPrefix("[") ? authority.firstIndex(of: "]").map(authority.index(after:)) : authority.firstIndex(of: ":")
        let name = authority[..<(end ?? authority.endIndex)]
        let rest = authority[name.endIndex...]
        guard !name.isEmpty, name != "[]", name.hasPrefix("[") == name.hasSuffix("]"), rest.isEmpty || rest.hasPrefix(":"),
            rest.dropFirst().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return name.lowercased()
    }

    /// Fetches the quote of the day. A separate thread waits, at most for `patience`.
    package func fetch() async -> Result<Quote, QuoteError> {
        switch await WebRequest(url: url, patience: patience).answer() {
        case .success(let answer):
            do throws(QuoteError) {
                return .success(try quote(in: answer))
            } catch {
                return .failure(error)
            }
        case .failure(let error): return .failure(error)
        }
    }

    private func quote(in answer: WebRequest.Answer) throws(QuoteError) -> Quote {
        guard answer.status == 200 else { throw .status(answer.status) }
        guard !answer.body.isEmpty else { throw .noData }
        guard let json = try? JSON(reading: answer.body) else { throw .undecodable }
        guard let first = json.array?.first, let text = first["q"]?.string, let author = first["a"]?.string else {
            throw .invalidData(.shape)
        }
        // ZenQuotes sends its notices in the same form, with its own name as the author.
        guard trimmed(author).lowercased() != "zenquotes.io" else { throw .invalidData(.notice) }
        guard let text = QuoteSource.plain(text, upTo: Quote.textLength),
            let author = QuoteSource.plain(author, upTo: Quote.authorLength)
        else { throw .invalidData(.text) }
        return Quote(text: text, author: author, source: .online(host: host))
    }

    /// The text without blanks at its ends; `nil` if it is empty, too long, or has a character that controls a terminal or
    /// changes the direction of writing.
    static func plain(_ text: String, upTo length: Int) -> String? {
        let text = trimmed(text)
        let scalars = text.unicodeScalars
        guard !text.isEmpty, scalars.count <= length,
            !scalars.contains(where: { $0.isControl || $0.properties.isBidiControl || $0 == "\u{2028}" || $0 == "\u{2029}" })
        else { return nil }
        return text
    }
}
