import Ledger

/// What a conversation is told.
package enum SyncEvent: Hashable, Sendable {
    /// It begins, a pause is over, or the owner wants it now.
    case due
    /// Something was written here.
    case wrote
    /// The relay says that a journal's log goes further. Only a hint: nothing is believed because of it.
    case hint
    /// There is a session.
    case sessionOpened
    /// What the relay has, and how this device stands: also of journals that only one of the two knows.
    case listed([JournalListing], [JournalID: SyncStanding])
    /// A journal's first operation was taken, or had been before.
    case registered(JournalID)
    /// A page was read and applied. `end`: where the relay says that its log ends.
    case pulled(JournalID, SyncStanding, end: LogEnd)
    /// Operations were taken. `more`: others wait behind them.
    case pushed(JournalID, more: Bool)
    /// What was asked for by `reread`, `rebase`, `unblock`, `vouch`, `join`, `learnEnd` or `checkpoint` is done.
    case settled(JournalID, SyncStanding)
    /// The relay does not do what it was asked.
    case refused(RelayRefusal)
    /// What the relay sent is not what it must be, or this device may go no further.
    case faulted(JournalID, SyncFault)
    /// No answer, or none of a relay.
    case unreachable
}

/// Where a relay says that a log ends.
package struct LogEnd: Hashable, Sendable {
    /// The last position.
    package let position: UInt64
    /// The chain's value there.
    package let value: [UInt8]

    package init(position: UInt64, value: [UInt8]) { (self.position, self.value) = (position, value) }
}

/// What is to be done next. Each but `wait` is answered by one event that tells how it ended.
package enum SyncAction: Hashable, Sendable {
    /// Open a session.
    case openSession
    /// Ask what the relay has.
    case list
    /// Send the first operation of a journal, by which the relay begins to keep it.
    case register(JournalID)
    /// Ask for the log behind a position, and apply what comes.
    case pull(JournalID, after: UInt64)
    /// Send what waits, from the beginning (`false`), or behind what was sent last. What says of the log what is not there is made
    /// anew before.
    case push(JournalID, goingOn: Bool)
    /// Make this device's waiting operations anew: behind the control operation, or in the epoch, that came first.
    case rebase(JournalID)
    /// Put what this device may send in front of what its person's role does not allow any more, which stays here.
    case unblock(JournalID)
    /// Forget what is known of the relay's log, to read it from its beginning: what is not in it any more waits to be sent
    /// again, as it is. `healing`: the relay has lost something, and this device sees to it that it comes back.
    case reread(JournalID, healing: Bool)
    /// Write an operation that says that this device has seen the log as it is now.
    case vouch(JournalID)
    /// Join the newest snapshot that the relay hands out: it has forgotten the log up to `floor`.
    case join(JournalID, floor: UInt64)
    /// Ask for the control operations alone of a journal that the relay does not list: whether its owner has ended it. What was not
    /// known of them is taken in.
    case learnEnd(JournalID)
    /// Make a snapshot that stands for the log as it is now, lay it into the relay, and write the checkpoint that names it.
    case checkpoint(JournalID)
    /// Nothing, until this moment (milliseconds since 1970) or an event.
    case wait(until: Int64)
}
