import Engine
import Synchronization

/// Takes the looks that are due beside the pages, one at a time: nobody waits for a page because of them, and what is found comes to
/// the open pages as any other change does.
final class PatternLooks: Sendable {
    private let isLooking = Mutex(false)

    /// Begins, unless a look is being taken.
    func begin(_ door: VaultDoor) {
        let isFirst = isLooking.withLock { isLooking in
            defer { isLooking = true }
            return !isLooking
        }
        guard isFirst else { return }
        // Not a part of the request: the page is sent while this goes on. The vault is let go meanwhile, so that locking it is not put
        // off; where it is locked at the end there is nobody to tell, and the look is taken when the page is opened again.
        Task.detached(priority: .utility) { [self] in
            if let looks = try? await door.vault().dueLooks() {
                let found = looks.done()
                try? await door.vault().keep(found)
            }
            isLooking.withLock { $0 = false }
        }
    }
}
