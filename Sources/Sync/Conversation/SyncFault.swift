/// Why a journal's sync has stopped until its owner decides; writing in it still works.
package enum SyncFault: Error, Hashable, Sendable {
    /// An author has seen another log than the one the relay shows here: it was truncated, reordered, changed or forked. The
    /// position up to which the history is in conflict.
    case otherLog(position: UInt64)
    /// The relay's data is not a valid log: a position is missing, times go backwards, or an operation cannot be parsed.
    case notALog(position: UInt64)
    /// An operation whose device may not write there, or did not sign it.
    case notAMember(position: UInt64)
    /// A device's operation that does not follow the one before it.
    case brokenChain(position: UInt64)
    /// The relay has another operation of this device at a position: the vault was copied, and both copies write.
    case deviceForked
    /// Another device dropped this one, or the account is not a member.
    case deviceDropped
    /// The relay refuses an operation of this device permanently.
    case refused(RelayRefusal.Fault)
    /// The account is full at the relay; bytes.
    case full(used: UInt64, limit: UInt64)
    /// The journal was deleted for everyone by another device, and the relay no longer has it.
    case forgotten
    /// The snapshot that replaces the log's beginning is not the one its checkpoint names, or cannot be decrypted here. The
    /// position that it should cover.
    case snapshot(position: UInt64)
    /// Someone else's journal is no longer shared with this person, or the relay does not have it.
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

    /// Whether what the relay shows cannot be trusted, so that nothing is accepted until it shows something different.
    package var accusesRelay: Bool {
        switch self {
        case .otherLog, .notALog, .notAMember, .brokenChain, .snapshot: true
        case .deviceForked, .deviceDropped, .refused, .full, .forgotten, .accessEnded, .updateNeeded: false
        }
    }
}
