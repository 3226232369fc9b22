/// The control operation by which a member replaces all keys after someone else may have had them: `succeed`
/// (docs/formats/operation.md).
///
/// Only the recovery key can sign it, which is on no device: a stolen device cannot take over an identity, and the recovery code
/// takes it back. In one operation all devices of the old keys are dropped, the new device joins, and the journal gets a new key.
package struct Succession: Hashable, Sendable {
    /// Hash of the control operation before this one in the journal.
    package var previous: [UInt8]
    /// The member's previous name, 32 bytes.
    package var identity: [UInt8]
    package var new: IdentityKeys
    /// Ed25519 by the old `recover` key over `proofMessage`, 64 bytes.
    package var proof: [UInt8]
    /// Ed25519 public key of the new device, which signs the operation: 32 bytes.
    package var device: [UInt8]
    /// Ed25519 by the new signing key over L("device-cert") ‖ device, 64 bytes.
    package var certificate: [UInt8]
    /// The new key, wrapped for exactly the members, with the new name replacing the old one.
    package var rotation: KeyChange

    package init(
        previous: [UInt8], identity: [UInt8], new: IdentityKeys, proof: [UInt8], device: [UInt8], certificate: [UInt8],
        rotation: KeyChange
    ) {
        precondition(
            previous.count == 32 && identity.count == 32 && proof.count == 64 && device.count == 32 && certificate.count == 64
                && new.hasLengths, "the parts of a succession have their lengths")
        (self.previous, self.identity, self.new, self.proof) = (previous, identity, new, proof)
        (self.device, self.certificate, self.rotation) = (device, certificate, rotation)
    }

    /// What the old recovery key signs: L("succeed") ‖ journal ‖ previous ‖ old name ‖ new name.
    package static func proofMessage(journal: JournalID, previous: [UInt8], old: [UInt8], new: [UInt8]) -> [UInt8] {
        .label("succeed") + journal.bytes + previous + old + new
    }

    /// The plaintext body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        JSON.object([
            "v": 1, "type": "succeed", "previous": .hexadecimal(previous), "identity": .hexadecimal(identity), "new": new.json,
            "proof": .hexadecimal(proof), "device": .hexadecimal(device), "certificate": .hexadecimal(certificate),
            "rotation": .object(rotation.members),
        ]).bytes
    }

    init(_ json: JSON) throws(LedgerError) {
        guard let previous = json["previous"]?.hexBytes(count: 32), let identity = json["identity"]?.hexBytes(count: 32),
            let new = IdentityKeys(json["new"]), let proof = json["proof"]?.hexBytes(count: 64),
            let device = json["device"]?.hexBytes(count: 32), let certificate = json["certificate"]?.hexBytes(count: 64),
            let rotation = json["rotation"]
        else { throw .badControl }
        self.init(
            previous: previous, identity: identity, new: new, proof: proof, device: device, certificate: certificate,
            rotation: try KeyChange(rotation))
    }
}
