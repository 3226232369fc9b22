import Ledger

/// How a journal stands on this device, as its store says.
package struct SyncStanding: Hashable, Sendable {
    /// The end of the relay's log as far as it was read.
    package var head: LogHead
    /// Up to where that is in doubt (`LogReader.doubted`).
    package var doubted: UInt64
    /// How many operations wait to be seen in the relay's log.
    package var waiting: Int
    /// This device is putting the log into a relay anew, or has not said yet that it has done so.
    package var isHealing: Bool

    package init(head: LogHead = .empty, doubted: UInt64 = 0, waiting: Int = 0, isHealing: Bool = false) {
        (self.head, self.doubted, self.waiting, self.isHealing) = (head, doubted, waiting, isHealing)
    }
}
