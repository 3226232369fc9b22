import Ledger
import Synchronization

/// Notifies waiting requests that a journal's log has grown. Only a hint: without one, the operations are found all the same.
final class HeadNotifier: Sendable {
    /// The new end of a journal's log.
    struct News: Hashable, Sendable {
        let journal: JournalID
        let position: UInt64
        /// The position of the latest control operation: access to the journal has not changed since.
        let control: UInt64
    }

    private struct Listener {
        let journals: Set<JournalID>
        let continuation: AsyncStream<News>.Continuation
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var byJournal: [JournalID: Set<Int>] = [:]
        /// The position last announced, of journals with listeners.
        var announced: [JournalID: UInt64] = [:]
        var next = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    var watched: [JournalID] { state.withLock { Array($0.byJournal.keys) } }

    var count: Int { state.withLock { $0.listeners.count } }

    /// News of some journals, until the stream is released or the relay stops. Of unread news only the latest are kept.
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

    /// Announces a journal's new end. Repetitions are dropped.
    func announce(_ news: News) {
        let continuations = state.withLock { state -> [AsyncStream<News>.Continuation] in
            guard let numbers = state.byJournal[news.journal], state.announced[news.journal] ?? 0 < news.position
            else { return [] }
            state.announced[news.journal] = news.position
            return numbers.compactMap { state.listeners[$0]?.continuation }
        }
        for continuation in continuations { continuation.yield(news) }
    }

    /// Ends all streams, including later ones.
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
