import Ledger

package enum SyncEvent: Hashable, Sendable {
    /// It starts, or a pause is over.
    case due
    /// The owner asks for a sync: also what the relay has refused, and files that wait for their retry, are tried now.
    case asked
    /// Something was written: here, or, as the relay says, elsewhere. Only a hint: nothing is trusted because of it.
    case wrote
    case sessionOpened
    /// The relay's journals and the local state of each, including journals that only one of the two knows.
    case listed([JournalListing], [JournalID: SyncStanding])
    /// The relay has accepted a journal's first operation, now or before.
    case registered(JournalID)
    /// A page was read and applied. `end`: the end of the log that the relay reports.
    case pulled(JournalID, SyncStanding, end: LogEnd)
    /// Operations were accepted. `more`: others are queued after them.
    case pushed(JournalID, more: Bool)
    /// A `reread`, `rebase`, `unblock`, `confirm`, `join`, `learnEnd` or `checkpoint` is done.
    case settled(JournalID, SyncStanding)
    case refused(RelayRefusal)
    /// The relay sent invalid data, or this device may not continue.
    case faulted(JournalID, SyncFault)
    /// No answer, or not from a relay.
    case unreachable
}

/// The end of a log, as a relay reports it.
package struct LogEnd: Hashable, Sendable {
    package let position: UInt64
    /// The chain's value there.
    package let value: [UInt8]

    package init(position: UInt64, value: [UInt8]) { (self.position, self.value) = (position, value) }
}

/// The next action. Each but `wait` is answered by one event with its outcome.
package enum SyncAction: Hashable, Sendable {
    case openSession
    case list
    /// Send a journal's first operation, with which the relay starts to store it.
    case register(JournalID)
    /// Read the log after a position, and apply it.
    case pull(JournalID, after: UInt64)
    /// Send the waiting operations, from the beginning (`false`) or after those sent last. Operations whose record of the log is
    /// wrong are rewritten first.
    case push(JournalID, goingOn: Bool)
    /// Rebase this device's waiting operations onto the control operation, or into the epoch, that came first.
    case rebase(JournalID)
    /// Move what this device may send before what its person's role no longer allows; the latter stays here.
    case unblock(JournalID)
    /// Drop what is known of the relay's log, to read it from its beginning. Operations no longer in it wait to be sent again,
    /// unchanged. `recovering`: the relay has lost something, and this device recovers it.
    case reread(JournalID, recovering: Bool)
    /// Write an operation that confirms the log as this device has now seen it.
    case confirm(JournalID)
    /// Join the relay's newest snapshot: it has deleted the log up to `floor`.
    case join(JournalID, floor: UInt64)
    /// Read only the control operations of a journal that the relay does not list, to see whether its owner has deleted it. New
    /// ones are applied.
    case learnEnd(JournalID)
    /// Make a snapshot of the log, upload it, and write the checkpoint that names it.
    case checkpoint(JournalID)
    /// Do nothing until this time (milliseconds since 1970) or an event.
    case wait(until: Int64)
}
