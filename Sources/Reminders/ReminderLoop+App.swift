import Base
import Engine
import Synchronization

extension ReminderLoop {
    /// The loop of a program with a vault behind a door: it uses the vault while it is open; while it is locked it only shows the
    /// kinds of reminders, unless `auralyst remind run` runs.
    package init(
        door: VaultDoor, location: VaultLocation, surroundings: Surroundings, desk: any NotificationDesk,
        tell: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        let held = LeaseSlot()
        self.init(
            Reach(
                location: location, surroundings: surroundings, asksToUnlock: false,
                isServedElsewhere: { ReminderLease.isHeld(.daemon, at: location) },
                vault: {
                    let vault = try? await door.vault()
                    held.set(vault != nil, at: location)
                    return vault
                }),
            desk: desk, tell: tell)
    }
}

/// The app's lease: held while its vault is open.
private final class LeaseSlot: Sendable {
    private let lease = Mutex<ReminderLease?>(nil)

    func set(_ isOpen: Bool, at location: VaultLocation) {
        lease.withLock { lease in
            if !isOpen { lease = nil } else if lease == nil { lease = ReminderLease(.app, at: location) }
        }
    }
}
