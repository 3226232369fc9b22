import Basics

/// The parameters of a passkey slot: `cred=<base64url>,rp=<relying party>,salt=<base64url of 32 bytes>`.
///
/// None of it is secret. The salt goes to the authenticator, which answers with the 32 bytes that unlock the slot
/// (WebAuthn Level 3, extension `prf`).
package struct PasskeyParameters: Hashable, Sendable {
    /// The authenticator's credential id: 1 to 1,023 bytes, the bounds of WebAuthn.
    package let credential: [UInt8]
    /// The relying party's id, to which the browser binds the credential: a host name in lower case, `localhost`.
    package let relyingParty: String
    /// 32 random bytes, different for each slot.
    package let salt: [UInt8]

    /// Length of a salt in bytes.
    package static let saltCount = 32
    /// Length of the authenticator's answer in bytes.
    package static let outputCount = 32
    private static let longestCredential = 1023
    private static let longestHost = 253

    /// `nil` beyond the bounds: a host name has 1 to 253 of `a`–`z`, `0`–`9`, `-` and `.`.
    package init?(credential: [UInt8], relyingParty: String, salt: [UInt8]) {
        guard (1...Self.longestCredential).contains(credential.count), salt.count == Self.saltCount,
            (1...Self.longestHost).contains(relyingParty.utf8.count), relyingParty.utf8.allSatisfy(Self.isOfHostName)
        else { return nil }
        (self.credential, self.relyingParty, self.salt) = (credential, relyingParty, salt)
    }

    /// `nil` unless the text is exactly what `text` writes.
    package init?(_ text: String) {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        let names = ["cred=", "rp=", "salt="]
        guard fields.count == names.count, zip(fields, names).allSatisfy({ $0.hasPrefix($1) }) else { return nil }
        let values = zip(fields, names).map { $0.dropFirst($1.count) }
        guard let credential = Base64URL.bytes(values[0]), let salt = Base64URL.bytes(values[2]) else { return nil }
        self.init(credential: credential, relyingParty: String(values[1]), salt: salt)
    }

    package var text: String {
        "cred=\(Base64URL.text(credential)),rp=\(relyingParty),salt=\(Base64URL.text(salt))"
    }

    private static func isOfHostName(_ byte: UInt8) -> Bool {
        (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2d || byte == 0x2e
    }
}

/// A passkey slot, as readable without a key.
package struct PasskeySlot: Hashable, Sendable {
    package let id: KeyslotID
    package let parameters: PasskeyParameters
}

package enum PasskeyFault: Error, Equatable, Sendable {
    /// The credential, relying party, salt or answer does not have the form that WebAuthn gives.
    case malformed
    case tooMany
}
