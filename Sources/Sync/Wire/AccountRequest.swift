import Ledger

/// Opens an account for a person, or adds another device to it: `POST /v1/accounts`. Idempotent.
package struct AccountRequest: Hashable, Sendable {
    /// The person's public keys; the account's name is `owner.name`.
    package var owner: IdentityKeys
    /// Ed25519 public key of the device, 32 bytes.
    package var device: [UInt8]
    /// Ed25519 by the owner's signing key over L("device-cert") ‖ device, 64 bytes: as in a journal's genesis.
    package var certificate: [UInt8]
    /// The invitation code from the relay's operator; at most 64 bytes.
    package var invitation: String?
    /// Set if the device leaves the account of a person whose keys were replaced; `nil` otherwise.
    package var move: Move?

    /// A device's statement that it leaves an account.
    package struct Move: Hashable, Sendable {
        /// The account it leaves, 32 bytes.
        package var account: [UInt8]
        /// Ed25519 by the device over L("account-move") ‖ the account it leaves ‖ the account it joins, 64 bytes.
        package var proof: [UInt8]

        package init(account: [UInt8], proof: [UInt8]) { (self.account, self.proof) = (account, proof) }

        package static func message(from account: [UInt8], to other: [UInt8]) -> [UInt8] {
            .label("account-move") + account + other
        }
    }

    package init(
        owner: IdentityKeys, device: [UInt8], certificate: [UInt8], invitation: String? = nil, move: Move? = nil
    ) {
        (self.owner, self.device, self.certificate) = (owner, device, certificate)
        (self.invitation, self.move) = (invitation, move)
    }

    /// Whether the device has signed that it leaves the stated account.
    package var isMoveProven: Bool {
        guard let move else { return false }
        return Ed25519.isValid(move.proof, of: Move.message(from: move.account, to: owner.name), by: device)
    }

    package var isCertified: Bool { owner.certifies(device, by: certificate) }

    package var bytes: [UInt8] {
        var members: [String: JSON] = [
            "sign": .hexadecimal(owner.sign), "kem": .hexadecimal(owner.agree), "recover": .hexadecimal(owner.recover),
            "device": .hexadecimal(device), "certificate": .hexadecimal(certificate),
        ]
        members["invite"] = invitation.map(JSON.string)
        members["move"] = move.map { ["account": .hexadecimal($0.account), "proof": .hexadecimal($0.proof)] }
        return JSON.object(members).bytes
    }

    /// Reads a body; `nil` for another shape.
    package init?(reading bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes), let owner = IdentityKeys(json),
            let device = json["device"]?.hexBytes(count: 32), let certificate = json["certificate"]?.hexBytes(count: 64)
        else { return nil }
        let invitation = json["invite"]?.string
        guard invitation?.utf8.count ?? 0 <= 64 else { return nil }
        var move: Move?
        if let said = json["move"] {
            guard let account = said["account"]?.hexBytes(count: 32), let proof = said["proof"]?.hexBytes(count: 64) else {
                return nil
            }
            move = Move(account: account, proof: proof)
        }
        self.init(owner: owner, device: device, certificate: certificate, invitation: invitation, move: move)
    }
}
