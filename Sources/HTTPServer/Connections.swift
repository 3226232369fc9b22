import HTTP
import NIOCore
import Synchronization

final class Connections: Sendable {
    private struct State {
        var wires: [ObjectIdentifier: Wire] = [:]
        var places: Places<ObjectIdentifier>
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

    private let state: Mutex<State>
    private let limits: ServerLimits
    private let admits: (@Sendable (Peer) -> Bool)?
    private let respond: @Sendable (Request) async -> Response

    init(
        limits: ServerLimits, admits: (@Sendable (Peer) -> Bool)?, respond: @escaping @Sendable (Request) async -> Response
    ) {
        self.limits = limits
        self.admits = admits
        self.respond = respond
        state = Mutex(State(places: Places(most: limits.connections)))
    }

    /// Whether responses must end their connections.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Starts the conversation on a new connection; `nil` if it was refused.
    func opened(_ wire: Wire, _ channel: any Channel) -> Task<Void, Never>? {
        let isAdmitted = admits?(Peer(of: channel)) ?? true
        let block = AddressBlock(channel.remoteAddress?.ipAddress ?? "")
        let (isWelcome, leaving, count) = state.withLock { state -> (Bool, Wire?, Int) in
            let id = ObjectIdentifier(wire)
            state.wires[id] = wire
            state.conversations += 1
            guard !state.isStopping else { return (false, nil, .max) }
            // Who is not admitted takes no one's place.
            guard isAdmitted else { return (false, nil, state.wires.count) }
            switch state.places.enter(id, from: block) {
            case .free: return (true, nil, state.wires.count)
            case .insteadOf(let other): return (true, state.wires[other], state.wires.count)
            case .full: return (false, nil, state.wires.count)
            }
        }
        leaving?.cut()
        // A few get a refusal as a response; under a flood there is no time for that.
        guard isWelcome || count <= limits.connections + 64 else {
            wire.cut()
            ended()
            return nil
        }
        let conversation = Conversation(wire: wire, connections: self, respond: respond)
        let refusal: Status? = !isAdmitted ? .forbidden : isWelcome ? nil : .unavailable
        return Task {
            if let refusal { await conversation.refuse(refusal) } else { await conversation.run() }
            self.ended()
        }
    }

    func closed(_ wire: Wire) {
        state.withLock { state in
            state.wires[ObjectIdentifier(wire)] = nil
            state.places.leave(ObjectIdentifier(wire))
            return state.takeIfEmpty()
        }?.succeed(())
    }

    /// A request of a connection begins, or a pause between two.
    func begins(_ wire: Wire, isWaiting: Bool) {
        state.withLock { $0.places.begin(ObjectIdentifier(wire), isWaiting: isWaiting) }
    }

    /// The server waits for the client of a connection, or no longer.
    func waits(for wire: Wire, _ isWaiting: Bool) {
        state.withLock { $0.places.wait(ObjectIdentifier(wire), isWaiting) }
    }

    /// The sender of a connection's present request is known.
    func keep(_ wire: Wire) { state.withLock { $0.places.keep(ObjectIdentifier(wire)) } }

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
