import Crypto
import Foundation

/// A key encrypted to one person: HPKE in base mode (RFC 9180) with X25519, HKDF-SHA256 and ChaCha20-Poly1305.
///
/// It does not say who made it: the operation that carries it is signed.
package struct KeyWrap: Equatable, Sendable {
    /// The encapsulated key, 32 bytes.
    package let encapsulated: [UInt8]
    /// The key of 32 bytes and its tag, 48 bytes.
    package let sealed: [UInt8]

    /// Length of both parts in bytes.
    static let count = 32 + keyCount + 16
    private static let keyCount = 32
    private static var suite: HPKE.Ciphersuite { .Curve25519_SHA256_ChachaPoly }
    private static var info: Data { Data(Label.bytes("wrap")) }

    /// The two parts from an operation; `nil` for other lengths.
    package init?(encapsulated: [UInt8], sealed: [UInt8]) {
        guard encapsulated.count == 32, sealed.count == Self.keyCount + 16 else { return nil }
        (self.encapsulated, self.sealed) = (encapsulated, sealed)
    }

    /// Wraps `key` (32 bytes) for an X25519 public key, bound to `context`.
    ///
    /// `nil` for an invalid recipient or one of low order, whose shared secret would be zeros: anyone could unwrap the key.
    package init?(_ key: borrowing Secret, to recipient: [UInt8], context: [UInt8]) {
        precondition(key.count == Self.keyCount, "a journal's key has 32 bytes")
        guard let recipient = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: recipient),
            !Self.isLowOrder(recipient),
            var sender = try? HPKE.Sender(recipientKey: recipient, ciphersuite: Self.suite, info: Self.info),
            let sealed = try? unsafe key.withBytes({ try unsafe sender.seal(Data($0), authenticating: Data(context)) })
        else { return nil }
        self.init(encapsulated: Array(sender.encapsulatedKey), sealed: Array(sealed))
    }

    /// The key, by the X25519 secret to which it was wrapped; `nil` if secret, context or bytes differ.
    func open(secret: borrowing Secret, context: [UInt8]) -> Secret? {
        guard var recipient = Self.recipient(secret: secret, encapsulated: encapsulated, info: Array(Self.info)),
            var opened = try? recipient.open(Data(sealed), authenticating: Data(context)), opened.count == Self.keyCount
        else { return nil }
        defer { opened.overwrite() }
        return Secret(copying: opened)
    }

    /// An HPKE recipient, in the suite of all wraps, for an X25519 secret of 32 bytes.
    ///
    /// `nil` for an invalid secret or point, and for a point of low order, whose shared secret would be all zeros and known to
    /// all (RFC 9180, section 7.1.4).
    package static func recipient(secret: borrowing Secret, encapsulated: [UInt8], info: [UInt8]) -> HPKE.Recipient? {
        guard let point = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: encapsulated), !isLowOrder(point),
            let key = try? unsafe secret.withBytes({ try unsafe Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) })
        else { return nil }
        return try? HPKE.Recipient(
            privateKey: key, ciphersuite: suite, info: Data(info), encapsulatedKey: Data(encapsulated))
    }

    /// Whether this point gives all zeros with every secret key: RFC 7748 leaves it to the protocol to refuse that.
    private static func isLowOrder(_ point: Curve25519.KeyAgreement.PublicKey) -> Bool {
        guard let shared = try? Curve25519.KeyAgreement.PrivateKey().sharedSecretFromKeyAgreement(with: point) else {
            return true
        }
        return unsafe shared.withUnsafeBytes { unsafe $0.allSatisfy { $0 == 0 } }
    }
}

extension Secret {
    /// H(`prefix` ‖ this secret), 32 bytes: binds a key without giving it away.
    package borrowing func commitment(_ prefix: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: prefix)
        unsafe withBytes { unsafe hash.update(bufferPointer: $0) }
        return Array(hash.finalize())
    }
}
