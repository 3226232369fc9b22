import Synchronization

/// What lets a browser of this machine in: a token in the address that the program prints, and another in the address that it
/// opens itself. Each is good once: what stays of it in a browser's history lets no one in.
package final class LaunchTokens: Sendable {
    private struct State {
        var printed = RandomName.make()
        var isOpeningUnused = true
    }

    /// For the address that the program hands to the browser: others could see it there.
    package let opening = RandomName.make()
    private let state = Mutex(State())
    private let announce: @Sendable (_ token: String) -> Void

    /// - Parameter announce: is called with the next token to print when the printed one was used.
    package init(announce: @escaping @Sendable (_ token: String) -> Void = { _ in }) { self.announce = announce }

    /// For the printed address: the one that is good now.
    package var printed: String { state.withLock(\.printed) }

    /// Whether a token lets its bringer in. It is used up by that.
    func admit(_ token: String) -> Bool {
        if RandomName.areEqual(token, opening) {
            return state.withLock { state in
                defer { state.isOpeningUnused = false }
                return state.isOpeningUnused
            }
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
