import Ledger
import Sync

extension Relay {
    /// News of journals: a hint whenever a log has grown, beginning with the present ends. Throws `notFound` if one of them is
    /// not here or not the caller's. A removed member hears once more that the log has grown, and then nothing of it.
    func news(of journals: Set<JournalID>, by caller: Caller) async throws -> AsyncStream<HeadNotifier.News> {
        let news = notifier.news(of: journals)
        var heads: [JournalID: HeadNotifier.News] = [:]
        for journal in journals {
            let row = try await storage.read { try Relay.entered(journal, by: caller, $0) }
            heads[journal] = HeadNotifier.News(journal: journal, position: row.head.position, control: row.controlPosition)
        }
        let (stream, continuation) = AsyncStream.makeStream(of: HeadNotifier.News.self)
        for head in heads.values { continuation.yield(head) }
        let (storage, first) = (storage, heads.mapValues(\.control))
        let task = Task {
            // The control operation up to which access to each journal was checked.
            var known = first
            for await one in news {
                guard let control = known[one.journal] else { continue }
                continuation.yield(one)
                guard one.control != control else { continue }
                known[one.journal] = one.control
                let isEntered = (try? await storage.read { try Relay.entered(one.journal, by: caller, $0) }) != nil
                if !isEntered { known[one.journal] = nil }
                if known.isEmpty { break }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
