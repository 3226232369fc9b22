import Ledger
import Synchronization

/// Tells those who wait that a journal's log has grown. Only a hint: who gets none finds the operations all the same.
final class HeadHub: Sendable {
    /// The log of a journal now ends here.
    struct News: Hashable, Sendable {
        let journal: JournalID
        let position: UInt64
        /// Where the latest control operation stands: before it nothing has changed who may know of the journal.
        let control: UInt64
    }

    private struct Listener {
        let journals: Set<JournalID>
        let continuation: AsyncStream<News>.Continuation
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var byJournal: [JournalID: Set<Int>] = [:]
        /// The position that was announced last, of journals that somebody listens to.
        var announced: [JournalID: UInt64] = [:]
        var next = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Journals that somebody listens to.
    var watched: [JournalID] { state.withLock { Array($0.byJournal.keys) } }

    /// How many listen.
    var count: Int { state.withLock { $0.listeners.count } }

    /// News of some journals, until the stream is let go or the relay stops. Of news that nobody has taken yet, the latest stay.
    func news(of journals: Set<JournalID>) -> AsyncStream<News> {
        let (stream, continuation) = AsyncStream.makeStream(of: News.self, bufferingPolicy: .bufferingNewest(256))
        let number = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            defer { state.next += 1 }
            state.listeners[state.next] = Listener(journals: journals, continuation: continuation)
            for journal in journals { state.byJournal[journal, default: []].insert(state.next) }
            return state.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.leave(number) }
        return stream
    }

    /// A journal's log ends at a position now. Said twice, it is passed on once.
    func announce(_ news: News) {
        let continuations = state.withLock { state -> [AsyncStream<News>.Continuation] in
            guard let numbers = state.byJournal[news.journal], state.announced[news.journal] ?? 0 < news.position
            else { return [] }
            state.announced[news.journal] = news.position
            return numbers.compactMap { state.listeners[$0]?.continuation }
        }
        for continuation in continuations { continuation.yield(news) }
    }

    /// Ends all streams, and those that are asked for later.
    func close() {
        let continuations = state.withLock { state in
            state.isClosed = true
            return state.listeners.values.map(\.continuation)
        }
        for continuation in continuations { continuation.finish() }
    }

    private func leave(_ number: Int) {
        state.withLock { state in
            guard let listener = state.listeners.removeValue(forKey: number) else { return }
            for journal in listener.journals {
                state.byJournal[journal]?.remove(number)
                if state.byJournal[journal]?.isEmpty ?? false {
                    state.byJournal[journal] = nil
                    state.announced[journal] = nil
                }
            }
        }
    }
}
