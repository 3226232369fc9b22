import Foundation

package enum AgeIdentity: ~Copyable {
    /// An X25519 secret, 32 bytes.
    case key(Secret)
    /// A passphrase in UTF-8, as typed.
    case passphrase(Secret)

    private static let prefix = "age-secret-key-"

    /// Reads `AGE-SECRET-KEY-1…`, in upper or lower case, with white space around it.
    package init(text: String) throws(AgeError) {
        guard let read = Bech32.alone(in: text), read.hrp == Self.prefix, read.bytes.count == 32
        else { throw .badKey }
        self = .key(Secret(copying: read.bytes))
    }

    /// The recovery code, which is an X25519 secret.
    package init(_ code: borrowing RecoveryCode) { self = .key(code.ageSecret()) }

    /// `AGE-SECRET-KEY-1…` of a secret of 32 bytes: show it to its owner only.
    package static func text(of secret: borrowing Secret) -> String {
        precondition(secret.count == 32, "an X25519 secret has 32 bytes")
        return Bech32.encode(hrp: prefix, bytes: unsafe secret.withBytes { unsafe Array($0) }).uppercased()
    }
}

/// A recipient of an age file: an X25519 public key, written `age1…`.
package struct AgeRecipient: Equatable, Sendable {
    /// The X25519 public key, 32 bytes.
    package let key: [UInt8]

    /// Of 32 bytes.
    package init(key: [UInt8]) throws(AgeError) {
        guard key.count == 32 else { throw .badKey }
        self.key = key
    }

    /// The recipient of an X25519 secret of 32 bytes.
    package init(ofSecret secret: borrowing Secret) { key = X25519.publicKey(ofSecret: secret) }

    /// Reads `age1…`, with white space around it; refuses an identity and the recipients of plugins.
    package init(text: String) throws(AgeError) {
        guard let read = Bech32.alone(in: text), read.hrp == "age" else { throw .badKey }
        try self.init(key: read.bytes)
    }

    /// `age1…`, 62 characters.
    package var text: String { Bech32.encode(hrp: "age", bytes: key) }
}

extension Bech32 {
    /// The only word of a text, with any white space around it; `nil` if there are more, or it is not Bech32.
    fileprivate static func alone(in text: String) -> (hrp: String, bytes: [UInt8])? {
        let words = text.split(whereSeparator: \.isWhitespace)
        // Whatever is wrong with it, it is not a key.
        return words.count == 1 ? try? decode(String(words[0])) : nil
    }
}
