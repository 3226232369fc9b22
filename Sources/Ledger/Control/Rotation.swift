/// The control operation by which a journal gets a new key: `rotate` (docs/formats/operation.md).
///
/// It names the control operation before it, so that two devices cannot each put another key in the place of the same one,
/// and binds the new key by a commitment: whoever opens a wrap can tell that all members were given that one key.
package struct Rotation: Hashable, Sendable {
    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]
    /// The epoch that begins: one higher than the one before.
    package var epoch: UInt32
    /// H(L("epoch") ‖ journal ‖ epoch ‖ key).
    package var commitment: [UInt8]
    /// The key for each member, in the order of their identities; at least one.
    package var wraps: [Wrap]

    /// The new key for one member: HPKE base mode, info L("wrap"), associated data journal ‖ epoch ‖ identity.
    package struct Wrap: Hashable, Sendable {
        /// 32 bytes: H(L("identity") ‖ sign ‖ kem ‖ recover).
        package var identity: [UInt8]
        /// The encapsulated key, 32 bytes.
        package var encapsulated: [UInt8]
        /// The sealed key, 48 bytes.
        package var sealed: [UInt8]

        package init(identity: [UInt8], encapsulated: [UInt8], sealed: [UInt8]) {
            precondition(
                identity.count == 32 && encapsulated.count == 32 && sealed.count == 48, "the parts of a wrap have their lengths")
            (self.identity, self.encapsulated, self.sealed) = (identity, encapsulated, sealed)
        }

        /// What a wrap is bound to: journal ‖ epoch ‖ identity.
        package static func context(journal: JournalID, epoch: UInt32, identity: [UInt8]) -> [UInt8] {
            OperationHeader.keyContext(journal: journal, epoch: epoch) + identity
        }
    }

    package init(previous: [UInt8], epoch: UInt32, commitment: [UInt8], wraps: [Wrap]) {
        precondition(previous.count == 32 && commitment.count == 32, "hashes have 32 bytes")
        precondition(epoch >= 2 && !wraps.isEmpty, "a rotation begins a later epoch, and somebody has its key")
        (self.previous, self.epoch, self.commitment) = (previous, epoch, commitment)
        self.wraps = wraps.sorted { $0.identity.lexicographicallyPrecedes($1.identity) }
    }

    /// The clear body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        JSON.object([
            "v": 1, "type": "rotate", "previous": .string(hex(previous)), "epoch": .int(Int64(epoch)),
            "commit": .string(hex(commitment)),
            "wraps": .array(
                wraps.map {
                    [
                        "identity": .string(hex($0.identity)), "enc": .string(hex($0.encapsulated)),
                        "ct": .string(hex($0.sealed)),
                    ]
                }),
        ]).bytes
    }

    /// Reads a body; refuses one of another shape, with two wraps for one member, or in another order.
    package init(reading body: [UInt8]) throws(LedgerError) {
        guard let json = try? JSON(reading: body), json["v"] == 1, json["type"] == "rotate",
            let previous = json["previous"]?.hexBytes(count: 32), let commitment = json["commit"]?.hexBytes(count: 32),
            let epoch = json["epoch"]?.int.flatMap(UInt32.init(exactly:)), epoch >= 2,
            let list = json["wraps"]?.array, !list.isEmpty
        else { throw .badControl }
        var wraps: [Wrap] = []
        for wrap in list {
            guard let identity = wrap["identity"]?.hexBytes(count: 32), let encapsulated = wrap["enc"]?.hexBytes(count: 32),
                let sealed = wrap["ct"]?.hexBytes(count: 48)
            else { throw .badControl }
            wraps.append(Wrap(identity: identity, encapsulated: encapsulated, sealed: sealed))
        }
        guard Set(wraps.map(\.identity)).count == wraps.count else { throw .badControl }
        self.init(previous: previous, epoch: epoch, commitment: commitment, wraps: wraps)
        guard self.body == body else { throw .badControl }
    }
}
