/// Why a journal is synced no more until its owner has decided: it can be written in as before.
package enum SyncFault: Error, Hashable, Sendable {
    /// An author has seen another log than the one that the relay shows here: it was cut off, put in another order, changed or
    /// forked. The position up to which it is in doubt.
    case otherLog(position: UInt64)
    /// What the relay sends is no log: a position is missing, a moment lies before the one before it, an operation does not read.
    case notALog(position: UInt64)
    /// An operation whose device may not write there, or that was not signed by it.
    case notAMember(position: UInt64)
    /// A device's operation that does not follow the one before it.
    case brokenChain(position: UInt64)
    /// The relay has another operation of this device at a place: the vault was copied, and both copies write.
    case deviceForked
    /// This device was dropped by another one, or the account is not a member.
    case deviceDropped
    /// The relay refuses an operation of this device for good.
    case refused(RelayRefusal.Fault)
    /// The account is full at the relay; bytes.
    case full(used: UInt64, limit: UInt64)
    /// The journal was destroyed by another device, and the relay has forgotten it.
    case forgotten
    /// The snapshot in the place of the log's beginning is not the one that its checkpoint names, or does not open here. The position up
    /// to which it should reach.
    case snapshot(position: UInt64)
    /// Somebody else's journal is shared with this person no more, or the relay does not have it.
    case accessEnded
    /// The relay speaks only newer versions of the protocol.
    case updateNeeded

    /// A short name for scripts.
    package var name: String {
        switch self {
        case .otherLog: "other-log"
        case .notALog: "not-a-log"
        case .notAMember: "not-a-member"
        case .brokenChain: "broken-chain"
        case .deviceForked: "device-forked"
        case .deviceDropped: "device-dropped"
        case .refused: "refused"
        case .full: "full"
        case .forgotten: "forgotten"
        case .snapshot: "snapshot"
        case .accessEnded: "access-ended"
        case .updateNeeded: "update-needed"
        }
    }

    /// Whether it says that what the relay shows cannot be trusted, so that nothing of it is taken until it shows something else.
    package var accusesRelay: Bool {
        switch self {
        case .otherLog, .notALog, .notAMember, .brokenChain, .snapshot: true
        case .deviceForked, .deviceDropped, .refused, .full, .forgotten, .accessEnded, .updateNeeded: false
        }
    }
}
