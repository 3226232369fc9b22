import Foundation

/// The secret of an invitation: 32 random bytes, only in the link.
///
/// It gives two keys: one signs the joining identity, so that no relay can substitute someone else; one encrypts the person's
/// name for the owner. It opens nothing of the journal.
package struct InviteSecret: ~Copyable {
    private let secret: Secret

    package init() { secret = .random(count: 32) }

    /// A stored or typed secret: 32 bytes; `nil` for another length.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        secret = Secret(copying: bytes)
    }

    /// The 32 bytes, for the link and the inviting member's vault.
    package borrowing func bytes() -> [UInt8] { unsafe secret.withBytes { unsafe Array($0) } }

    /// Ed25519, 32 bytes, part of the invitation. Seed = HKDF(secret, L("invite-sign")).
    package borrowing func publicKey() -> [UInt8] { Ed25519.publicKey(ofSeed: secret.derive("invite-sign")) }

    /// Signs with that Ed25519 key, 64 bytes.
    package borrowing func sign(_ message: [UInt8]) -> [UInt8] {
        Ed25519.signature(of: message, seed: secret.derive("invite-sign"))
    }

    /// Encrypts a name for someone with the secret: key = HKDF(secret, L("invite-name")), context L("invite-name") ‖ `context`.
    package borrowing func seal(name: String, context: [UInt8]) -> [UInt8] {
        Seal.seal(Array(name.utf8), key: secret.derive("invite-name"), context: Label.bytes("invite-name") + context)
    }

    /// The decrypted name; `nil` if it was encrypted with another secret or context.
    package borrowing func name(in sealed: [UInt8], context: [UInt8]) -> String? {
        let key = secret.derive("invite-name")
        guard let bytes = try? Seal.open(sealed, key: key, context: Label.bytes("invite-name") + context) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
