/// Somebody who belongs to a journal.
package struct Member: Hashable, Sendable {
    /// The public keys that the person has now.
    package var identity: IdentityKeys
    /// What the person may do.
    package var role: Role
    /// The name that the person was added under, 32 bytes: it stays when the keys are replaced (`Succession`), and when somebody who
    /// was removed comes back. Notes belong to it (`SharingRule`).
    package let root: [UInt8]
    /// How much of the journal's past the person was given.
    package var history: Invitation.History
    /// The epoch in which the person was added; 1 for who founded the journal.
    package var sinceEpoch: UInt32

    package init(identity: IdentityKeys, role: Role, root: [UInt8], history: Invitation.History, sinceEpoch: UInt32) {
        (self.identity, self.role, self.root) = (identity, role, root)
        (self.history, self.sinceEpoch) = (history, sinceEpoch)
    }
}
