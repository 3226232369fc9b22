import Base
import Journal
import Quotes
import Store

extension OpenVault {
    /// The quote for today, at once: the one from the internet where the owner wants it and it is here, else one of the program's
    /// own with the reason. Nothing is fetched; `base` as in `QuoteSource`.
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

    /// The server to ask now, when it is time for it: the owner wants it, there is none for today, and the last try, of whichever
    /// program, began a quarter of an hour ago. Whoever gets one is expected to ask it and to hand over what came to `keepQuote`;
    /// the vault need not be held meanwhile.
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

    /// Keeps what a server gave: the quote for today, or why there is none.
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

    /// Asks for the quote of today when it is time for it, and waits for the answer: at most `patience` milliseconds and a
    /// little. It holds the vault meanwhile: who must be able to lock it takes `dueQuote` and `keepQuote`.
    /// - Returns: whether another quote is shown now.
    @discardableResult
    package func refreshQuote(online base: String = QuoteSource.standardBase, patience: Int = 5000) async throws -> Bool {
        guard let source = try dueQuote(online: base, patience: patience) else { return false }
        let result = await source.fetch()
        try keepQuote(result)
        // The answer says whether there is a quote; why not is kept with the result.
        return (try? result.get()) != nil
    }

    private func onlineQuote() throws -> OnlineQuote { OnlineQuote(bytes: try store.bytes(of: .quote)) }
}
