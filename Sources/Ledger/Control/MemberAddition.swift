/// The control operation by which the owner adds someone who asked to join by an invitation: `add` (docs/formats/operation.md).
///
/// Role and history are the invitation's, which it uses up. It carries the keys of the epochs that the new member may read.
package struct MemberAddition: Hashable, Sendable {
    /// The key of one epoch for the new member: HPKE base mode, info L("wrap"), associated data journal ‖ epoch ‖ identity.
    package struct EpochWrap: Hashable, Sendable {
        /// The epoch, from 1.
        package var epoch: UInt32
        /// The encapsulated key, 32 bytes.
        package var encapsulated: [UInt8]
        /// The encrypted key, 48 bytes.
        package var sealed: [UInt8]

        package init(epoch: UInt32, encapsulated: [UInt8], sealed: [UInt8]) {
            precondition(epoch >= 1 && encapsulated.count == 32 && sealed.count == 48, "the parts of a wrap have their lengths")
            (self.epoch, self.encapsulated, self.sealed) = (epoch, encapsulated, sealed)
        }

        var json: JSON {
            ["epoch": .int(Int64(epoch)), "enc": .hexadecimal(encapsulated), "ct": .hexadecimal(sealed)]
        }

        init(_ json: JSON) throws(LedgerError) {
            guard let epoch = json["epoch"]?.int.flatMap(UInt32.init(exactly:)), epoch >= 1,
                let encapsulated = json["enc"]?.hexBytes(count: 32), let sealed = json["ct"]?.hexBytes(count: 48)
            else { throw .badControl }
            self.init(epoch: epoch, encapsulated: encapsulated, sealed: sealed)
        }
    }

    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]
    package var identity: IdentityKeys
    /// The invitation, 16 bytes.
    package var invite: [UInt8]
    /// Ed25519 by the invitation's key over `Invitation.joinMessage`, 64 bytes.
    package var proof: [UInt8]
    /// The keys, the current epoch's first, then earlier ones, descending; at least one.
    package var wraps: [EpochWrap]

    package init(previous: [UInt8], identity: IdentityKeys, invite: [UInt8], proof: [UInt8], wraps: [EpochWrap]) {
        precondition(
            previous.count == 32 && invite.count == 16 && proof.count == 64 && identity.hasLengths,
            "the parts of an addition have their lengths")
        precondition(!wraps.isEmpty, "who is added is given a key")
        (self.previous, self.identity, self.invite, self.proof) = (previous, identity, invite, proof)
        self.wraps = wraps.sorted { $0.epoch > $1.epoch }
    }

    /// The plaintext body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        JSON.object([
            "v": 1, "type": "add", "previous": .hexadecimal(previous), "identity": identity.json,
            "invite": .hexadecimal(invite), "proof": .hexadecimal(proof), "wraps": .array(wraps.map { $0.json }),
        ]).bytes
    }

    init(_ json: JSON) throws(LedgerError) {
        guard let previous = json["previous"]?.hexBytes(count: 32), let identity = IdentityKeys(json["identity"]),
            let invite = json["invite"]?.hexBytes(count: 16), let proof = json["proof"]?.hexBytes(count: 64),
            let list = json["wraps"]?.array, !list.isEmpty
        else { throw .badControl }
        var wraps: [EpochWrap] = []
        for wrap in list { wraps.append(try EpochWrap(wrap)) }
        guard Set(wraps.map({ $0.epoch })).count == wraps.count else { throw .badControl }
        self.init(previous: previous, identity: identity, invite: invite, proof: proof, wraps: wraps)
    }
}
