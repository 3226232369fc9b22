/// The control operation that closes an unused invitation: `revoke_invite` (docs/formats/operation.md).
package struct InvitationEnd: Hashable, Sendable {
    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]
    /// The invitation, 16 bytes.
    package var invite: [UInt8]

    package init(previous: [UInt8], invite: [UInt8]) {
        precondition(previous.count == 32 && invite.count == 16, "the parts of it have their lengths")
        (self.previous, self.invite) = (previous, invite)
    }

    /// The plaintext body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        JSON.object([
            "v": 1, "type": "revoke_invite", "previous": .hexadecimal(previous), "invite": .hexadecimal(invite),
        ]).bytes
    }

    init(_ json: JSON) throws(LedgerError) {
        guard let previous = json["previous"]?.hexBytes(count: 32), let invite = json["invite"]?.hexBytes(count: 16)
        else { throw .badControl }
        self.init(previous: previous, invite: invite)
    }
}
