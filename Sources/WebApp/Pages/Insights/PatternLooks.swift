import Engine
import Findings
import Synchronization

/// Takes due looks in the background, one at a time: no page waits for them, and results reach open pages like any other change.
final class PatternLooks: Sendable {
    private let isLooking = Mutex(false)
    private let fault = Mutex<(any Error)?>(nil)

    /// Why the last look failed; `nil` if it did not, or one is in progress.
    var lastFault: (any Error)? { fault.withLock { $0 } }

    /// Starts, unless a look is in progress.
    func begin(_ door: VaultDoor) {
        let isFirst = isLooking.withLock { isLooking in
            defer { isLooking = true }
            return !isLooking
        }
        guard isFirst else { return }
        // Not part of the request: the page is sent meanwhile, and the vault may be locked. If it is locked at the end, no one is
        // told; the look is taken when the page is opened again.
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
