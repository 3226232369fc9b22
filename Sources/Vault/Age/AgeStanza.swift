import Crypto
import Foundation

/// One recipient of an age file: a line of arguments, and the file key encrypted for it.
struct AgeStanza: Equatable, Sendable {
    /// The kind of the stanza and its arguments; at least one, none empty, visible ASCII.
    let arguments: [String]
    /// Any bytes; 32 for the kinds that we know.
    let body: [UInt8]

    /// Length of a file key in bytes.
    static let fileKeyCount = 16
    private static let columns = 64
    private static let sealedKeyCount = 32
    private static let agreementInfo = Array("age-encryption.org/v1/X25519".utf8)
    private static let scryptLabel = Array("age-encryption.org/v1/scrypt".utf8)
    /// 1 GiB of memory: four times what `age` writes. A higher one is refused before anything is computed; a file must not choose how
    /// much memory of this machine it takes.
    static let highestWorkFactor = 20

    var kind: String { arguments[0] }

    /// The stanza as text in a header, with its line end.
    var text: String {
        var lines = "-> " + arguments.joined(separator: " ") + "\n"
        var rest = UnpaddedBase64.text(body)[...]
        // The last line is shorter than the others, possibly empty.
        while rest.utf8.count >= Self.columns {
            lines += rest.prefix(Self.columns) + "\n"
            rest = rest.dropFirst(Self.columns)
        }
        return lines + rest + "\n"
    }

    // MARK: - X25519

    /// Encrypts `fileKey` to a recipient under a fresh key pair.
    static func sealing(_ fileKey: borrowing Secret, for recipient: AgeRecipient) throws(AgeError) -> AgeStanza {
        let ephemeral = Secret.random(count: 32)
        let share = X25519.publicKey(ofSecret: ephemeral)
        guard let key = wrapKey(ephemeral, with: recipient.key, salt: share + recipient.key) else { throw .badKey }
        return AgeStanza(arguments: ["X25519", UnpaddedBase64.text(share)], body: seal(fileKey, under: key))
    }

    /// The file key, or `nil` for another recipient's stanza. Throws for a stanza that no `age` writes.
    func fileKey(secret: borrowing Secret) throws(AgeError) -> Secret? {
        guard kind == "X25519" else { return nil }
        guard arguments.count == 2, let share = UnpaddedBase64.bytes(arguments[1]), share.count == 32,
            body.count == Self.sealedKeyCount,
            let key = Self.wrapKey(secret, with: share, salt: share + X25519.publicKey(ofSecret: secret))
        else { throw .damagedHeader }
        return Self.open(body, under: key)
    }

    /// `nil` if the shared secret is all zeros, as with a public key of low order.
    private static func wrapKey(_ secret: borrowing Secret, with peer: [UInt8], salt: [UInt8]) -> SymmetricKey? {
        let shared = try? unsafe secret.withBytes { bytes in
            try unsafe Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
                .sharedSecretFromKeyAgreement(with: .init(rawRepresentation: peer))
        }
        guard let shared, unsafe shared.withUnsafeBytes({ unsafe $0.contains { $0 != 0 } }) else { return nil }
        return shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: salt, sharedInfo: agreementInfo, outputByteCount: 32)
    }

    // MARK: - scrypt

    /// Encrypts `fileKey` with a passphrase; `workFactor` is the logarithm of scrypt's N, 1 to 20.
    static func sealing(
        _ fileKey: borrowing Secret, passphrase: borrowing Secret, workFactor: Int
    ) throws(AgeError) -> AgeStanza {
        let salt = unsafe Secret.random(count: 16).withBytes { unsafe Array($0) }
        let key = try Scrypt.key(passphrase: passphrase, salt: scryptLabel + salt, workFactor: workFactor)
        return AgeStanza(
            arguments: ["scrypt", UnpaddedBase64.text(salt), String(workFactor)], body: seal(fileKey, under: key))
    }

    /// The file key, or `nil` for another passphrase.
    func fileKey(passphrase: borrowing Secret) throws(AgeError) -> Secret? {
        guard arguments.count == 3, let salt = UnpaddedBase64.bytes(arguments[1]), salt.count == 16,
            body.count == Self.sealedKeyCount, let workFactor = Self.workFactor(arguments[2])
        else { throw .damagedHeader }
        guard workFactor <= Self.highestWorkFactor else { throw .workFactorTooHigh(workFactor) }
        let key = try Scrypt.key(passphrase: passphrase, salt: Self.scryptLabel + salt, workFactor: workFactor)
        return Self.open(body, under: key)
    }

    /// Decimal digits without a leading zero or sign.
    private static func workFactor(_ text: String) -> Int? {
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), text.utf8.first != 48 else { return nil }
        return Int(text)
    }

    // MARK: - The file key

    // The nonce is zero: each of these keys encrypts one message.
    private static func seal(_ fileKey: borrowing Secret, under key: SymmetricKey) -> [UInt8] {
        let box = try? unsafe fileKey.withBytes { bytes in
            try unsafe ChaChaPoly.seal(bytes, using: key, nonce: .init(data: [UInt8](repeating: 0, count: 12)))
        }
        guard let box else { preconditionFailure("ChaCha20-Poly1305 seals sixteen bytes") }
        return Array(box.ciphertext + box.tag)
    }

    private static func open(_ body: [UInt8], under key: SymmetricKey) -> Secret? {
        guard let box = try? ChaChaPoly.SealedBox(combined: [UInt8](repeating: 0, count: 12) + body),
            let opened = try? ChaChaPoly.open(box, using: key)
        else { return nil }
        var bytes = opened
        defer { bytes.overwrite() }
        return Secret(copying: bytes)
    }
}
