/// The control operation that opens a journal to one more person: `invite` (docs/formats/operation.md).
///
/// It holds the public half of a key whose secret half is only in the link. A joining person signs their name with it, so that no
/// relay can substitute another name. No one receives anything of the journal until the owner has issued `add`.
package struct Invitation: Hashable, Sendable {
    /// How much of the past a new member receives.
    package enum History: String, Hashable, Sendable, CaseIterable {
        case all
        /// Only what is written from then on.
        case new
    }

    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]
    /// Its name: 16 bytes, never used before in the journal.
    package var id: [UInt8]
    /// Ed25519 public key of the invitation, 32 bytes.
    package var key: [UInt8]
    /// The new member's role: any but `owner`.
    package var role: Role
    /// Expiry: milliseconds since 1970. The relay and the owner's device check it; the log itself knows no clock.
    package var expires: Int64
    package var history: History

    package init(previous: [UInt8], id: [UInt8], key: [UInt8], role: Role, expires: Int64, history: History) {
        precondition(previous.count == 32 && id.count == 16 && key.count == 32, "the parts of an invitation have their lengths")
        precondition(role != .owner && expires >= 0, "nobody is invited to own, nor before 1970")
        (self.previous, self.id, self.key) = (previous, id, key)
        (self.role, self.expires, self.history) = (role, expires, history)
    }

    /// The plaintext body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        JSON.object([
            "v": 1, "type": "invite", "previous": .hexadecimal(previous), "invite": .hexadecimal(id), "key": .hexadecimal(key),
            "role": .string(role.rawValue), "expires": .int(expires), "history": .string(history.rawValue),
        ]).bytes
    }

    init(_ json: JSON) throws(LedgerError) {
        guard let previous = json["previous"]?.hexBytes(count: 32), let id = json["invite"]?.hexBytes(count: 16),
            let key = json["key"]?.hexBytes(count: 32), let role = json["role"]?.string.flatMap(Role.init(rawValue:)),
            role != .owner, let expires = json["expires"]?.int, expires >= 0,
            let history = json["history"]?.string.flatMap(History.init(rawValue:))
        else { throw .badControl }
        self.init(previous: previous, id: id, key: key, role: role, expires: expires, history: history)
    }

    /// What a joining person signs with the invitation's key: L("join") ‖ journal ‖ invitation ‖ name of the identity.
    package static func joinMessage(journal: JournalID, invite: [UInt8], identity: [UInt8]) -> [UInt8] {
        .label("join") + journal.bytes + invite + identity
    }

    /// Whether someone with the link has asked to join under this name (32 bytes). `proof`: 64 bytes.
    package func isProven(_ proof: [UInt8], identity: [UInt8], journal: JournalID) -> Bool {
        Ed25519.isValid(
            proof, of: Invitation.joinMessage(journal: journal, invite: id, identity: identity), by: key)
    }
}
