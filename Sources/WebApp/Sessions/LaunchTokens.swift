import Synchronization

/// Tokens that admit a browser of this machine: one in the printed address, and another in the address that the program opens
/// itself. Each works once, so that one left in a browser's history admits no one.
package final class LaunchTokens: Sendable {
    private struct State {
        var printed = RandomName.make()
        var isOpeningUnused = true
    }

    /// For the address that the program passes to the browser itself.
    package let opening = RandomName.make()
    private let state = Mutex(State())
    private let announce: @Sendable (_ token: String) -> Void
    private let opened: @Sendable () -> Void

    /// - Parameter announce: called with the next token to print when the printed one was used.
    /// - Parameter opened: called when the browser came with `opening`.
    package init(
        announce: @escaping @Sendable (_ token: String) -> Void = { _ in }, opened: @escaping @Sendable () -> Void = {}
    ) {
        self.announce = announce
        self.opened = opened
    }

    /// For the printed address: the current one.
    package var printed: String { state.withLock(\.printed) }

    /// Whether a token is valid. That uses it up.
    func admit(_ token: String) -> Bool {
        if RandomName.areEqual(token, opening) {
            let isFirst = state.withLock { state in
                defer { state.isOpeningUnused = false }
                return state.isOpeningUnused
            }
            if isFirst { opened() }
            return isFirst
        }
        let next = state.withLock { state -> String? in
            guard RandomName.areEqual(token, state.printed) else { return nil }
            state.printed = RandomName.make()
            return state.printed
        }
        if let next { announce(next) }
        return next != nil
    }
}
