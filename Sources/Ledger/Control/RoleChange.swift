/// The control operation by which the owner changes a member's role: `role` (docs/formats/operation.md).
package struct RoleChange: Hashable, Sendable {
    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]
    /// The member's name, 32 bytes.
    package var identity: [UInt8]
    /// The member's new role: any but `owner`.
    package var role: Role

    package init(previous: [UInt8], identity: [UInt8], role: Role) {
        precondition(previous.count == 32 && identity.count == 32 && role != .owner, "a journal has one owner")
        (self.previous, self.identity, self.role) = (previous, identity, role)
    }

    /// The plaintext body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        JSON.object([
            "v": 1, "type": "role", "previous": .hexadecimal(previous), "identity": .hexadecimal(identity),
            "role": .string(role.rawValue),
        ]).bytes
    }

    init(_ json: JSON) throws(LedgerError) {
        guard let previous = json["previous"]?.hexBytes(count: 32), let identity = json["identity"]?.hexBytes(count: 32),
            let role = json["role"]?.string.flatMap(Role.init(rawValue:)), role != .owner
        else { throw .badControl }
        self.init(previous: previous, identity: identity, role: role)
    }
}
