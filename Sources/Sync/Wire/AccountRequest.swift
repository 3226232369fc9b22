import Ledger

/// Opens an account for a person, or enters another device into it: `POST /v1/accounts`. Said twice it changes nothing.
package struct AccountRequest: Hashable, Sendable {
    /// The person's public keys; the account's name is `owner.name`.
    package var owner: IdentityKeys
    /// Ed25519 public key of the device, 32 bytes.
    package var device: [UInt8]
    /// Ed25519 by the owner's signing key over L("device-cert") ‖ device, 64 bytes: as in a journal's genesis.
    package var certificate: [UInt8]
    /// The code that whoever runs the relay has given; at most 64 bytes.
    package var invitation: String?

    package init(owner: IdentityKeys, device: [UInt8], certificate: [UInt8], invitation: String? = nil) {
        (self.owner, self.device, self.certificate, self.invitation) = (owner, device, certificate, invitation)
    }

    /// Whether the owner has really signed for the device.
    package var isCertified: Bool { owner.certifies(device, by: certificate) }

    /// The request's body.
    package var bytes: [UInt8] {
        var members: [String: JSON] = [
            "sign": .hexadecimal(owner.sign), "kem": .hexadecimal(owner.agree), "recover": .hexadecimal(owner.recover),
            "device": .hexadecimal(device), "certificate": .hexadecimal(certificate),
        ]
        members["invite"] = invitation.map(JSON.string)
        return JSON.object(members).bytes
    }

    /// Reads a body; `nil` for one of another shape.
    package init?(reading bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes), let owner = IdentityKeys(json),
            let device = json["device"]?.hexBytes(count: 32), let certificate = json["certificate"]?.hexBytes(count: 64)
        else { return nil }
        let invitation = json["invite"]?.string
        guard invitation?.utf8.count ?? 0 <= 64 else { return nil }
        self.init(
            owner: owner, device: device, certificate: certificate, invitation: invitation)
    }
}
