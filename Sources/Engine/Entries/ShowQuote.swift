import Base
import Journal
import Quotes
import Store

extension OpenVault {
    /// Today's quote, without waiting: the one from the internet if the owner wants it and it is here, otherwise a built-in one
    /// with the reason. Nothing is fetched; `base` as in `QuoteSource`.
    package func quoteOfToday(online base: String = QuoteSource.standardBase) throws -> QuoteOfTheDay {
        let today = surroundings.wall.day
        let bundled = QuoteOfTheDay.bundled(on: today)
        guard try preferences().onlineQuotes else { return QuoteOfTheDay(quote: bundled, note: nil) }
        do throws(QuoteError) {
            _ = try QuoteSource(base: base)
        } catch {
            return QuoteOfTheDay(quote: bundled, note: Explanation(error))
        }
        let known = try onlineQuote()
        if let quote = known.quote(on: today) { return QuoteOfTheDay(quote: quote, note: nil) }
        return QuoteOfTheDay(quote: bundled, note: known.error.map { Explanation($0) })
    }

    /// The server to ask now, if it is time: the owner wants online quotes, there is none for today, and no program has tried in
    /// the last quarter of an hour. The caller is expected to ask the server and pass the result to `keepQuote`; the vault need
    /// not be held meanwhile.
    package func dueQuote(online base: String = QuoteSource.standardBase, patience: Int = 5000) throws -> QuoteSource? {
        guard try preferences().onlineQuotes, let source = try? QuoteSource(base: base, patience: patience) else { return nil }
        let (today, now) = (surroundings.wall.day, surroundings.now())
        // Most calls end here, without writing.
        guard try onlineQuote().isDue(on: today, now: now) else { return nil }
        return try store.write { writer in
            var known = try onlineQuote()
            guard known.isDue(on: today, now: now) else { return nil }
            known.tried = now
            try writer.keep(known.bytes, in: .quote)
            return source
        }
    }

    /// Saves a server's answer: the quote for today, or why there is none.
    package func keepQuote(_ result: Result<Quote, QuoteError>) throws {
        try store.write { writer in
            var known = try onlineQuote()
            switch result {
            case .success(let quote): (known.quote, known.day, known.error) = (quote, surroundings.wall.day, nil)
            case .failure(let error): known.error = error
            }
            try writer.keep(known.bytes, in: .quote)
        }
    }

    /// Fetches today's quote if it is time, and waits for the answer: little more than `patience` milliseconds. It holds the
    /// vault meanwhile; use `dueQuote` and `keepQuote` if the vault must be lockable.
    /// - Returns: whether another quote is shown now.
    @discardableResult
    package func refreshQuote(online base: String = QuoteSource.standardBase, patience: Int = 5000) async throws -> Bool {
        guard let source = try dueQuote(online: base, patience: patience) else { return false }
        let result = await source.fetch()
        try keepQuote(result)
        // The answer says whether there is a quote; the reason for a failure is saved with the result.
        return (try? result.get()) != nil
    }

    private func onlineQuote() throws -> OnlineQuote { OnlineQuote(bytes: try store.bytes(of: .quote)) }
}
