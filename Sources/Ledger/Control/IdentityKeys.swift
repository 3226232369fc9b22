import Crypto
import Foundation

/// The public keys of a person: all that others may know.
package struct IdentityKeys: Hashable, Sendable {
    /// Ed25519, 32 bytes: signs device certificates.
    package var sign: [UInt8]
    /// X25519, 32 bytes: journal keys are wrapped to it.
    package var agree: [UInt8]
    /// Ed25519, 32 bytes, derived from the recovery code: alone can replace the identity.
    package var recover: [UInt8]

    package init(sign: [UInt8], agree: [UInt8], recover: [UInt8]) {
        self.sign = sign
        self.agree = agree
        self.recover = recover
    }
}

extension IdentityKeys {
    /// Whether the person has signed for a device: 32 bytes of its public key, 64 of the signature.
    package func certifies(_ device: [UInt8], by certificate: [UInt8]) -> Bool {
        guard !LowOrderPoint.isOne(sign), let key = try? Curve25519.Signing.PublicKey(rawRepresentation: sign) else {
            return false
        }
        return key.isValidSignature(certificate, for: Genesis.certificateMessage(device: device))
    }

    /// The person's name among members: H(L("identity") ‖ sign ‖ kem ‖ recover), 32 bytes.
    package var name: [UInt8] { digest(.label("identity") + sign + agree + recover) }
}
