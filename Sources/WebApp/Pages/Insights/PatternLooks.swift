import Engine
import Findings
import Synchronization

/// Takes the looks that are due beside the pages, one at a time: no one waits for a page because of them, and what is found comes
/// to the open pages as any other change does.
final class PatternLooks: Sendable {
    private let isLooking = Mutex(false)
    private let fault = Mutex<(any Error)?>(nil)

    /// Why the last look was not taken; `nil` where it was, or is being taken.
    var lastFault: (any Error)? { fault.withLock { $0 } }

    /// Begins, unless a look is being taken.
    func begin(_ door: VaultDoor) {
        let isFirst = isLooking.withLock { isLooking in
            defer { isLooking = true }
            return !isLooking
        }
        guard isFirst else { return }
        // Not a part of the request: the page is sent meanwhile, and the vault may be locked. Where it is locked at the end,
        // there is no one to tell; the look is taken when the page is opened again.
        Task.detached(priority: .utility) { [self] in
            do {
                if let looks = try await door.vault().dueLooks() {
                    let found = looks.done()
                    try await door.vault().keep(found)
                }
                fault.withLock { $0 = nil }
            } catch EngineError.locked {
                fault.withLock { $0 = nil }
            } catch {
                fault.withLock { $0 = error }
            }
            isLooking.withLock { $0 = false }
        }
    }
}
