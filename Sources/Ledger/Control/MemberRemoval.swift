/// The control operation by which the owner removes members, drops their devices, and gives the journal a new key in one step:
/// `remove` (docs/formats/operation.md).
package struct MemberRemoval: Hashable, Sendable {
    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]
    /// The names of the removed members, 32 bytes each, sorted, without duplicates; at least one.
    package var identities: [[UInt8]]
    /// The new key, wrapped for exactly the remaining members.
    package var rotation: KeyChange

    package init(previous: [UInt8], identities: Set<[UInt8]>, rotation: KeyChange) {
        precondition(
            previous.count == 32 && !identities.isEmpty && identities.allSatisfy { $0.count == 32 }, "somebody goes")
        (self.previous, self.rotation) = (previous, rotation)
        self.identities = identities.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The plaintext body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        JSON.object([
            "v": 1, "type": "remove", "previous": .hexadecimal(previous),
            "identities": .array(identities.map { .hexadecimal($0) }), "rotation": .object(rotation.members),
        ]).bytes
    }

    init(_ json: JSON) throws(LedgerError) {
        guard let previous = json["previous"]?.hexBytes(count: 32), let list = json["identities"]?.array,
            let rotation = json["rotation"]
        else { throw .badControl }
        let identities = list.compactMap { $0.hexBytes(count: 32) }
        guard !identities.isEmpty, identities.count == list.count else { throw .badControl }
        self.init(previous: previous, identities: Set(identities), rotation: try KeyChange(rotation))
    }
}
