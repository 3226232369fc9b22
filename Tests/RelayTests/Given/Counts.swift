import Synchronization

/// Counts what happens until it is over, by name; a test waits until there is enough of it, however long that takes.
final class Counts: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var all: [String: Int] { state.withLock { $0.counts } }

    subscript(name: String) -> Int { all[name, default: 0] }

    func add(_ name: String) { add(1, name) }

    func add(_ count: Int, _ name: String) { change { $0.counts[name, default: 0] += count } }

    /// Whether nothing more is to happen.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Nothing more is to happen, and nothing is waited for any longer.
    func end() { change { $0.isOver = true } }

    /// Waits until so much more has happened of each of these.
    func wait(for more: Int, of names: String...) async {
        let aims = state.withLock { state in names.map { ($0, state.counts[$0, default: 0] + more) } }
        let isReached: @Sendable (State) -> Bool = { state in
            for (name, aim) in aims where state.counts[name, default: 0] < aim { return state.isOver }
            return true
        }
        while !state.withLock({ isReached($0) }) {
            await withCheckedContinuation { continuation in
                let isNow = state.withLock { state in
                    if isReached(state) { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isNow { continuation.resume() }
            }
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
