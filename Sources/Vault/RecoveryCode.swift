import Basics
import Crypto
import Foundation

/// The code on paper that unlocks a vault when everything else is lost.
///
/// Its 32 bytes are an X25519 secret in the form of an age identity, `AGE-SECRET-KEY-1…`: so `age` alone, without Auralyst,
/// opens the backups made to its recipient `age1…`.
package struct RecoveryCode: ~Copyable, Sendable {
    private let secret: Secret

    private static let prefix = "age-secret-key-"
    private static let dataCount = 58

    package static func random() -> RecoveryCode { RecoveryCode(secret: .random(count: 32)) }

    /// Of 32 bytes.
    package init(secret: consuming Secret) {
        precondition(secret.count == 32, "a recovery code has 32 bytes")
        self.secret = secret
    }

    /// Reads a typed code: upper or lower case, with spaces, line breaks and dashes anywhere, with or without the part before
    /// the `1`. Says which kind of error it found; never guesses.
    package init(typed: String) throws(VaultError) {
        // Longer than any way of writing it: not worth reading.
        guard typed.utf8.count <= 1000 else { throw .malformedRecoveryCode(.length(found: typed.utf8.count)) }
        let letters = typed.filter { !$0.isWhitespace && !Self.isDash($0) }.lowercased()
        let opening = Self.prefix.filter { $0 != "-" } + "1"
        guard !letters.isEmpty else { throw .malformedRecoveryCode(.empty) }
        let data: Substring
        if letters.hasPrefix(opening) {
            data = letters.dropFirst(opening.count)
        } else if letters.has("1") {
            // A recipient `age1…` and other Bech32 texts are codes of another kind.
            throw .malformedRecoveryCode(.otherKind)
        } else {
            data = letters[...]
        }
        let alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
        if let place = data.enumerated().first(where: { !alphabet.contains($0.element) })?.offset {
            throw .malformedRecoveryCode(.character(position: place + 1))
        }
        guard data.count == Self.dataCount else { throw .malformedRecoveryCode(.length(found: data.count)) }
        guard let bytes = Self.bytes(of: Self.prefix + "1" + data) else { throw .malformedRecoveryCode(.checksum) }
        self.init(secret: Secret(copying: bytes))
    }

    /// `AGE-SECRET-KEY-1…`, 74 characters: shown once, written down, and stored nowhere else.
    package borrowing func text() -> String {
        Bech32.encode(hrp: Self.prefix, bytes: unsafe secret.withBytes { unsafe Array($0) }).uppercased()
    }

    /// The age recipient's 32 bytes, the X25519 public key: only the code opens what is encrypted to it.
    package borrowing func recipientKey() -> [UInt8] { X25519.publicKey(ofSecret: secret) }

    package borrowing func duplicate() -> RecoveryCode { RecoveryCode(secret: secret.duplicate()) }

    /// A copy of the code's X25519 secret, which opens what is encrypted to `recipientKey()`.
    borrowing func ageSecret() -> Secret { secret.duplicate() }

    /// The Ed25519 public key with which this code can hand an identity over: seed = HKDF(secret, `L("recover-sign")`).
    package borrowing func recoverPublicKey() -> [UInt8] {
        Ed25519.publicKey(ofSeed: recoverSeed())
    }

    /// The seed of `recoverPublicKey`.
    borrowing func recoverSeed() -> Secret { secret.derive("recover-sign") }

    /// Signs with the key of `recoverPublicKey`: so the code alone can request the vault copy from a relay.
    package borrowing func recoverSigner() -> DeviceSigner { DeviceSigner(seed: recoverSeed()) }

    /// The key of the recovery slot: HKDF(secret, `L("recovery-slot")`).
    borrowing func slotKey() -> Secret { secret.derive("recovery-slot") }

    private static func isDash(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .dashPunctuation || $0 == "\u{2212}" }
    }

    // The one place where a code is read as Bech32.
    private static func bytes(of text: String) -> [UInt8]? {
        guard let read = try? Bech32.decode(text), read.hrp == prefix, read.bytes.count == 32 else { return nil }
        return read.bytes
    }
}

package enum RecoveryCodeFault: Error, Equatable, Sendable {
    case empty
    /// It begins like something else, for example like the public recipient `age1…`.
    case otherKind
    /// A character that no code has, counted from 1 after the `1`, without spaces and dashes.
    case character(position: Int)
    /// Not 58 characters after the `1`.
    case length(found: Int)
    /// All characters are valid, but the checksum does not match: at least one was mistyped.
    case checksum
}

/// Signatures; key objects hold copies of the seed, and each is used once.
enum Ed25519 {
    static func publicKey(ofSeed seed: borrowing Secret) -> [UInt8] { Array(key(seed).publicKey.rawRepresentation) }

    static func signature(of bytes: [UInt8], seed: borrowing Secret) -> [UInt8] {
        guard let signature = try? key(seed).signature(for: bytes) else {
            preconditionFailure("Ed25519 signs any message")
        }
        return Array(signature)
    }

    static func key(_ seed: borrowing Secret) -> Curve25519.Signing.PrivateKey {
        let key = try? unsafe seed.withBytes { bytes in
            try unsafe Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
        }
        guard let key else { preconditionFailure("an Ed25519 seed has 32 bytes") }
        return key
    }
}
