import Ledger

/// A journal's sync state on this device, from its store.
package struct SyncStanding: Hashable, Sendable {
    /// The end of the relay's log as read so far.
    package var head: LogHead
    /// The position up to which its history is in conflict (`LogReader.conflictPosition`).
    package var conflictPosition: UInt64
    /// How many operations of this device, allowed by its person's role, wait to be seen in the relay's log.
    package var waiting: Int
    /// Whether some of them are queued after ones that the role no longer allows: they are to be moved before those.
    package var isBlocked: Bool
    /// How many operations of other devices wait: the relay had them before.
    package var waitingOfOthers: Int
    /// Whether this device is recovering the log at a relay, or has not confirmed it since.
    package var isRecovering: Bool
    /// Whether a snapshot of the log is due, once nothing waits (`CheckpointRule`).
    package var isCheckpointDue: Bool
    /// Whether someone else owns it: if the relay no longer shows it, this device does not recover it.
    package var isGuest: Bool
    /// Whether its owner deleted it for everyone. Waiting operations are still sent, and the relay is expected not to know it
    /// afterwards. Nothing waits any more once the deletion was seen there.
    package var isDestroyed: Bool

    package init(
        head: LogHead = .empty, conflictPosition: UInt64 = 0, waiting: Int = 0, isBlocked: Bool = false, waitingOfOthers: Int = 0,
        isRecovering: Bool = false,
        isCheckpointDue: Bool = false, isGuest: Bool = false, isDestroyed: Bool = false
    ) {
        (self.head, self.conflictPosition, self.waiting, self.isBlocked) = (head, conflictPosition, waiting, isBlocked)
        (self.waitingOfOthers, self.isRecovering, self.isCheckpointDue) = (waitingOfOthers, isRecovering, isCheckpointDue)
        (self.isGuest, self.isDestroyed) = (isGuest, isDestroyed)
    }
}
