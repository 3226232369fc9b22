import Synchronization

/// What lets a browser of this machine in: a token in the address that the program prints, good as long as the program
/// runs, and one in the address that it opens itself, good once.
package final class LaunchTokens: Sendable {
    /// For the printed address.
    package let printed: String
    /// For the address that the program hands to the browser: others could see it there.
    package let opening: String
    private let isOpeningUnused = Mutex(true)

    package init() {
        printed = RandomName.make()
        opening = RandomName.make()
    }

    /// Whether a token lets its bringer in.
    func admit(_ token: String) -> Bool {
        if RandomName.areEqual(token, printed) { return true }
        guard RandomName.areEqual(token, opening) else { return false }
        return isOpeningUnused.withLock { isUnused in
            defer { isUnused = false }
            return isUnused
        }
    }
}
