import HTTP
import Synchronization

/// The open pages of all sessions that listen for events.
final class Listeners: Sendable {
    private struct Listener {
        let session: SessionKey
        /// It receives events; otherwise it only waits for the end.
        let isPage: Bool
        let continuation: AsyncStream<ServerEvent>.Continuation
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// The most listening pages of one session; the oldest is dropped.
    static let limitPerSession = 20

    /// The events for one page of a session, from now on. If a page does not read, only the newest are kept.
    func listen(as session: SessionKey) -> AsyncStream<ServerEvent> { listen(as: session, isPage: true) }

    /// Returns when the session is signed out, at once if it `isOver`, or when the task is cancelled.
    func waitForEnd(of session: SessionKey, isOver: () -> Bool) async {
        let events = listen(as: session, isPage: false)
        guard !isOver() else { return }
        for await _ in events {}
    }

    private func listen(as session: SessionKey, isPage: Bool) -> AsyncStream<ServerEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ServerEvent.self, bufferingPolicy: .bufferingNewest(32))
        let (number, surplus) = state.withLock { state in
            let number = state.next
            state.next += 1
            let own = isPage ? state.listeners.filter { $0.value.session == session && $0.value.isPage }.keys.sorted() : []
            var surplus: [Listener] = []
            for key in own.dropLast(Listeners.limitPerSession - 1) {
                if let listener = state.listeners.removeValue(forKey: key) { surplus.append(listener) }
            }
            state.listeners[number] = Listener(session: session, isPage: isPage, continuation: continuation)
            return (number, surplus)
        }
        for listener in surplus { listener.continuation.finish() }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        return stream
    }

    /// Sends an event to the pages of some sessions, or of all.
    func send(_ event: ServerEvent, to sessions: [SessionKey]? = nil) {
        let meant = state.withLock { state in
            state.listeners.values.filter { $0.isPage && sessions?.contains($0.session) ?? true }.map(\.continuation)
        }
        for continuation in meant { continuation.yield(event) }
    }

    func dismiss(_ event: ServerEvent, _ sessions: [SessionKey]? = nil) {
        let meant = state.withLock { state in
            let meant = state.listeners.filter { sessions?.contains($0.value.session) ?? true }
            for key in meant.keys { state.listeners[key] = nil }
            return meant.values.map(\.continuation)
        }
        for continuation in meant {
            continuation.yield(event)
            continuation.finish()
        }
    }

    var areThere: Bool { state.withLock { $0.listeners.values.contains(where: \.isPage) } }
}
