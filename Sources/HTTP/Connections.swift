import NIOCore
import Synchronization

/// The connections of a running server and what is done on them.
final class Connections: Sendable {
    private struct State {
        var wires: [ObjectIdentifier: Wire] = [:]
        var conversations = 0
        var isStopping = false
        /// Kept while somebody waits for the last connection to go.
        var emptied: EventLoopPromise<Void>?

        var isEmpty: Bool { wires.isEmpty && conversations == 0 }

        /// The promise of whoever waits, when there is nothing left to wait for.
        mutating func takeIfEmpty() -> EventLoopPromise<Void>? {
            guard isEmpty else { return nil }
            defer { emptied = nil }
            return emptied
        }
    }

    private let state = Mutex(State())
    private let limits: ServerLimits
    private let respond: @Sendable (Request) async -> Response

    init(limits: ServerLimits, respond: @escaping @Sendable (Request) async -> Response) {
        self.limits = limits
        self.respond = respond
    }

    /// Whether responses shall end their connections.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Begins what is said on a new connection; `nil` when it was refused.
    func opened(_ wire: Wire) -> Task<Void, Never>? {
        let place = state.withLock { state -> Int in
            state.wires[ObjectIdentifier(wire)] = wire
            state.conversations += 1
            return state.isStopping ? .max : state.wires.count
        }
        // Some get a word of refusal; under a flood there is no time for it.
        guard place <= limits.connections + 64 else {
            wire.cut()
            ended()
            return nil
        }
        let conversation = Conversation(wire: wire, connections: self, respond: respond)
        let isWelcome = place <= limits.connections
        return Task {
            if isWelcome { await conversation.run() } else { await conversation.refuse() }
            self.ended()
        }
    }

    /// A connection is gone.
    func closed(_ wire: Wire) {
        state.withLock { state in
            state.wires[ObjectIdentifier(wire)] = nil
            return state.takeIfEmpty()
        }?.succeed(())
    }

    private func ended() {
        state.withLock { state in
            state.conversations -= 1
            return state.takeIfEmpty()
        }?.succeed(())
    }

    /// Nothing new is begun; what waits is closed, what runs may end.
    func stop() {
        let wires = state.withLock { state in
            state.isStopping = true
            return Array(state.wires.values)
        }
        for wire in wires { wire.stop() }
    }

    /// Closes everything.
    func cut() {
        for wire in state.withLock({ Array($0.wires.values) }) { wire.cut() }
    }

    /// Returns when the last connection is gone, or after the time.
    func drain(within time: Duration, on loop: any EventLoop) async {
        let promise = loop.makePromise(of: Void.self)
        let isEmpty = state.withLock { state in
            if !state.isEmpty { state.emptied = promise }
            return state.isEmpty
        }
        if isEmpty { promise.succeed(()) }
        let clock = loop.scheduleTask(in: TimeAmount(time)) {
            self.state.withLock { state in
                defer { state.emptied = nil }
                return state.emptied
            }?.succeed(())
        }
        try? await promise.futureResult.get()
        clock.cancel()
    }
}
