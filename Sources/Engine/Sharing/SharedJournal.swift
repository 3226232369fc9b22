import Ledger

/// Who shares a journal, in plain values: what the page People and `share members` show.
package struct SharedJournal: Hashable, Sendable {
    /// The journal.
    package let journal: JournalID
    /// What it is called.
    package let title: String
    /// The vault began with it: medicines, the support plan and settings stand in it.
    package let isFirst: Bool
    /// What this vault's person may do in it; `nil` for who is no member any more.
    package let ownRole: Role?
    /// The members: the owner first, then in the order in which they came.
    package var members: [Member]
    /// Invitations that nobody has used yet; only for the owner.
    package var invitations: [Invitation]
    /// A member has gone, and the owner's device gives the journal a new key with its next round.
    package let owesRotation: Bool
    /// Why its sync has stopped, one sentence; `nil` while it goes on.
    package let fault: String?
    /// How it has come to its end for this person; `nil` for one that goes on.
    package let end: JournalEnd?

    /// One who shares it.
    package struct Member: Hashable, Sendable {
        /// The name of the keys, 32 bytes.
        package let identity: [UInt8]
        /// The name of the person in this journal, which stays when the keys are replaced, 32 bytes.
        package let root: [UInt8]
        /// What the person is called here; empty where that is not said.
        package let name: String
        /// What may be done.
        package let role: Role
        /// What people compare: five groups of four characters.
        package let fingerprint: String
        /// This vault's owner has compared it with the person.
        package let isVerified: Bool
        /// This vault's person.
        package let isYou: Bool
        /// Reads what was written before as well, or only what came since.
        package let history: Ledger.Invitation.History
        /// When the relay received the operation by which the person came: milliseconds since 1970; `nil` where it has not yet.
        package let since: Int64?
        /// When the relay received the person's last operation: milliseconds since 1970; `nil` for none.
        package let lastHeard: Int64?
        /// How many devices write for the person.
        package let devices: Int
    }

    /// One that nobody has used yet.
    package struct Invitation: Hashable, Sendable {
        /// Its name, 16 bytes.
        package let id: [UInt8]
        /// What it offers.
        package let role: Role
        /// What of the past.
        package let history: Ledger.Invitation.History
        /// Until when it holds: milliseconds since 1970.
        package let expires: Int64
        /// For whom it was meant, as the owner noted on this device; empty for nobody.
        package let label: String
        /// The link, where this device has made it.
        package let link: InvitationLink?
    }
}

/// Somebody who asks to be let into a journal, and has shown that the link was in hand.
package struct JoinQuestion: Hashable, Sendable {
    /// The journal.
    package let journal: JournalID
    /// The invitation, 16 bytes.
    package let invite: [UInt8]
    /// Who asks.
    package let identity: IdentityKeys
    /// What the person calls himself; empty where this device does not have the invitation's secret.
    package let name: String
    /// What the invitation offers.
    package let role: Role
    /// What of the past.
    package let history: Invitation.History
    /// When the relay received it: milliseconds since 1970.
    package let received: Int64
    let proof: [UInt8]
}

extension Role {
    /// What it allows, after a name: "Ann can read and add notes".
    package var words: String {
        switch self {
        case .owner: "owns the journal"
        case .editor: "can read and write"
        case .note: "can read and add notes"
        case .reader: "can read"
        }
    }
}
