import Ledger

/// How a journal stands on this device, as its store says.
package struct SyncStanding: Hashable, Sendable {
    /// The end of the relay's log as far as it was read.
    package var head: LogHead
    /// Up to where that is in doubt (`LogReader.doubted`).
    package var doubted: UInt64
    /// How many operations of this device wait to be seen in the relay's log: those that its person's role allows.
    package var waiting: Int
    /// Some of them stand behind what the role does not allow any more: they are to be made anew in front of it.
    package var isBlocked: Bool
    /// How many of other devices do: the relay had them before.
    package var waitingOfOthers: Int
    /// This device is putting the log into a relay anew, or has not said yet that it has done so.
    package var isHealing: Bool
    /// A snapshot is to stand for the log as far as it was read, once nothing waits (`CheckpointRule`).
    package var isCheckpointDue: Bool
    /// Somebody else owns it: when the relay shows it no more, it is not this device that brings it back.
    package var isGuest: Bool
    /// It was ended by its owner: what waits still goes out, and that the relay then knows it no more is as it should be. Nothing
    /// waits any more once the end was seen there.
    package var isDestroyed: Bool

    package init(
        head: LogHead = .empty, doubted: UInt64 = 0, waiting: Int = 0, isBlocked: Bool = false, waitingOfOthers: Int = 0,
        isHealing: Bool = false,
        isCheckpointDue: Bool = false, isGuest: Bool = false, isDestroyed: Bool = false
    ) {
        (self.head, self.doubted, self.waiting, self.isBlocked) = (head, doubted, waiting, isBlocked)
        (self.waitingOfOthers, self.isHealing, self.isCheckpointDue) = (waitingOfOthers, isHealing, isCheckpointDue)
        (self.isGuest, self.isDestroyed) = (isGuest, isDestroyed)
    }
}
