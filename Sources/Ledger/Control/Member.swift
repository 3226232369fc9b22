package struct Member: Hashable, Sendable {
    package var identity: IdentityKeys
    package var role: Role
    /// The name under which the person was added, 32 bytes. It remains when the keys are replaced (`Succession`), and when a
    /// removed member returns. Notes belong to it (`SharingRule`).
    package let root: [UInt8]
    /// How much of the journal's past the person received.
    package var history: Invitation.History
    /// The epoch in which the person was added; 1 for the journal's creator.
    package var sinceEpoch: UInt32

    package init(identity: IdentityKeys, role: Role, root: [UInt8], history: Invitation.History, sinceEpoch: UInt32) {
        (self.identity, self.role, self.root) = (identity, role, root)
        (self.history, self.sinceEpoch) = (history, sinceEpoch)
    }
}
