import Crypto
import Foundation

// All the cryptography that the log needs.

/// SHA-256.
package func digest(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

/// SHA-256 of bytes that arrive piece by piece.
package struct RunningDigest {
    private var hash = SHA256()

    package init() {}

    package mutating func add(_ bytes: some Collection<UInt8>) {
        // An array is passed without copying.
        hash.update(data: bytes as? [UInt8] ?? Array(bytes))
    }

    /// The digest of all bytes so far.
    package var value: [UInt8] { Array(hash.finalize()) }
}

extension Ed25519 {
    /// Whether a signature (64 bytes) of a message matches a public key (32 bytes), which may be one of low order.
    static func fits(_ signature: [UInt8], message: [UInt8], publicKey: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else { return false }
        return key.isValidSignature(signature, for: message)
    }
}
