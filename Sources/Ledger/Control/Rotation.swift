/// The control operation that gives a journal a new key: `rotate` (docs/formats/operation.md).
///
/// It names the control operation before it, so that two devices cannot both replace the same key.
package struct Rotation: Hashable, Sendable {
    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]
    package var key: KeyChange
    /// Whether earlier epochs' keys remain, with what was encrypted under them; they cannot be derived from the new key. A new
    /// member who may read only from then on is added after such a rotation.
    package var keepsEarlier: Bool

    /// The epoch that begins: the previous one plus one.
    package var epoch: UInt32 { key.epoch }
    /// H(L("epoch") ‖ journal ‖ epoch ‖ key).
    package var commitment: [UInt8] { key.commitment }
    /// The key for each member, in the order of their identities; at least one.
    package var wraps: [Wrap] { key.wraps }
    /// Whether everything is re-encrypted under the new key, and the earlier ones are destroyed.
    package var sealsAnew: Bool { !keepsEarlier && key.back == nil }

    /// The new key for one member: HPKE base mode, info L("wrap"), associated data journal ‖ epoch ‖ identity.
    package struct Wrap: Hashable, Sendable {
        /// 32 bytes: H(L("identity") ‖ sign ‖ kem ‖ recover).
        package var identity: [UInt8]
        /// The encapsulated key, 32 bytes.
        package var encapsulated: [UInt8]
        /// The encrypted key, 48 bytes.
        package var sealed: [UInt8]

        package init(identity: [UInt8], encapsulated: [UInt8], sealed: [UInt8]) {
            precondition(
                identity.count == 32 && encapsulated.count == 32 && sealed.count == 48, "the parts of a wrap have their lengths")
            (self.identity, self.encapsulated, self.sealed) = (identity, encapsulated, sealed)
        }

        /// The context of a wrap: journal ‖ epoch ‖ identity.
        package static func context(journal: JournalID, epoch: UInt32, identity: [UInt8]) -> [UInt8] {
            OperationHeader.keyContext(journal: journal, epoch: epoch) + identity
        }
    }

    package init(previous: [UInt8], key: KeyChange, keepsEarlier: Bool = false) {
        precondition(previous.count == 32, "hashes have 32 bytes")
        precondition(!keepsEarlier || key.back == nil, "earlier keys stay, or are sealed under the new one")
        (self.previous, self.key, self.keepsEarlier) = (previous, key, keepsEarlier)
    }

    /// The plaintext body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        var members = key.members
        (members["v"], members["type"], members["previous"]) = (1, "rotate", .hexadecimal(previous))
        if keepsEarlier { members["kept"] = true }
        return JSON.object(members).bytes
    }

    /// Reads a body; refuses a wrong shape or order, and two wraps for one member.
    package init(reading body: [UInt8]) throws(LedgerError) {
        guard case .rotate(let rotation) = try ControlOperation(reading: body) else { throw .badControl }
        self = rotation
    }

    init(_ json: JSON) throws(LedgerError) {
        guard let previous = json["previous"]?.hexBytes(count: 32) else { throw .badControl }
        let key = try KeyChange(json)
        let keepsEarlier = json["kept"] == true
        guard !keepsEarlier || key.back == nil else { throw .badControl }
        self.init(previous: previous, key: key, keepsEarlier: keepsEarlier)
    }
}
