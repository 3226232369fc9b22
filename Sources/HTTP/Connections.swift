import NIOCore
import Synchronization

/// The connections of a running server and their tasks.
final class Connections: Sendable {
    private struct State {
        var wires: [ObjectIdentifier: Wire] = [:]
        var conversations = 0
        var isStopping = false
        /// Set while a task waits for the last connection to end.
        var emptied: EventLoopPromise<Void>?

        var isEmpty: Bool { wires.isEmpty && conversations == 0 }

        /// The promise of the waiting task, once no connection is left.
        mutating func takeIfEmpty() -> EventLoopPromise<Void>? {
            guard isEmpty else { return nil }
            defer { emptied = nil }
            return emptied
        }
    }

    private let state = Mutex(State())
    private let limits: ServerLimits
    private let admits: (@Sendable (Peer) -> Bool)?
    private let respond: @Sendable (Request) async -> Response

    init(
        limits: ServerLimits, admits: (@Sendable (Peer) -> Bool)?, respond: @escaping @Sendable (Request) async -> Response
    ) {
        self.limits = limits
        self.admits = admits
        self.respond = respond
    }

    /// Whether responses must end their connections.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Starts the conversation on a new connection; `nil` if it was refused.
    func opened(_ wire: Wire, _ channel: any Channel) -> Task<Void, Never>? {
        let isAdmitted = admits?(Peer(of: channel)) ?? true
        let place = state.withLock { state -> Int in
            state.wires[ObjectIdentifier(wire)] = wire
            state.conversations += 1
            return state.isStopping ? .max : state.wires.count
        }
        // A few get a refusal as a response; under a flood there is no time for that.
        guard place <= limits.connections + 64 else {
            wire.cut()
            ended()
            return nil
        }
        let conversation = Conversation(wire: wire, connections: self, respond: respond)
        let refusal: Status? = !isAdmitted ? .forbidden : place > limits.connections ? .unavailable : nil
        return Task {
            if let refusal { await conversation.refuse(refusal) } else { await conversation.run() }
            self.ended()
        }
    }

    /// A connection has ended.
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

    /// Starts nothing new; closes idle connections, lets running requests finish.
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

    /// Returns when the last connection has ended, or after the time.
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
