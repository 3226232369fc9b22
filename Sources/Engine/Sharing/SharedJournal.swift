import Base
import Ledger

/// The members and invitations of a journal as plain values, for the page People and `share members`.
package struct SharedJournal: Hashable, Sendable {
    package let journal: JournalID
    package let title: String
    /// The vault's first journal: medicines, the support plan and settings are in it.
    package let isFirst: Bool
    /// What to know before such a journal is shared.
    package static let firstIsRead = say(
        "This journal also has your medicines, your support plan and your settings: anyone who joins can read them.")
    /// The role of this vault's person; `nil` if no longer a member.
    package let ownRole: Role?
    /// The members: the owner first, then in the order in which they joined.
    package var members: [Member]
    /// Unused invitations; only for the owner.
    package var invitations: [Invitation]
    /// A member has left, and the owner's device gives the journal a new key in its next round.
    package let owesRotation: Bool
    /// Why its sync has stopped, one sentence; `nil` while it works.
    package let fault: String?
    /// How it ended for this person; `nil` if it has not.
    package let end: JournalEnd?

    package struct Member: Hashable, Sendable {
        /// The id of the keys, 32 bytes.
        package let identity: [UInt8]
        /// The person's root in this journal, which stays when the keys are replaced, 32 bytes.
        package let root: [UInt8]
        /// The person's name here; empty if unnamed.
        package let name: String
        package let role: Role
        /// The safety code: five groups of four characters.
        package let fingerprint: String
        /// This vault's owner has compared it with the person.
        package let isVerified: Bool
        package let isYou: Bool
        /// Whether the member reads the past, or only what came since.
        package let history: Ledger.Invitation.History
        /// When the relay received the operation that added the person: milliseconds since 1970; `nil` if it has not yet.
        package let since: Int64?
        /// When the relay received the person's last operation: milliseconds since 1970; `nil` for none.
        package let lastHeard: Int64?
        /// The number of devices that write for the person.
        package let devices: Int
    }

    /// An unused invitation.
    package struct Invitation: Hashable, Sendable {
        /// Its id, 16 bytes.
        package let id: [UInt8]
        package let role: Role
        /// The access to the past it offers.
        package let history: Ledger.Invitation.History
        /// When it expires: milliseconds since 1970.
        package let expires: Int64
        /// The owner's note on whom it is for, only on this device; may be empty.
        package let label: String
        /// The link, if this device made it.
        package let link: InvitationLink?
    }
}

/// A person who asks to join a journal and has shown that they have the link.
package struct JoinQuestion: Hashable, Sendable {
    package let journal: JournalID
    /// The invitation, 16 bytes.
    package let invite: [UInt8]
    /// Who asks.
    package let identity: IdentityKeys
    /// The name that the person typed; empty if this device does not have the invitation's secret.
    package let name: String
    package let role: Role
    /// The access to the past that it offers.
    package let history: Invitation.History
    /// When the relay received it: milliseconds since 1970.
    package let received: Int64
    let proof: [UInt8]
}

extension Role {
    /// What it allows, after a name: "Ann can read and add notes".
    package var words: String {
        switch self {
        case .owner: say("owns the journal")
        case .editor: say("can read and write")
        case .note: say("can read and add notes")
        case .reader: say("can read")
        }
    }
}
