import Crypto

/// The key that proves to a browser's page that the app is the same as before. ECDSA on P-256 with SHA-256, as every browser
/// can check that.
package struct DoorKey: Sendable {
    /// The secret, 32 bytes.
    package let bytes: [UInt8]
    /// The public key as an uncompressed point, 65 bytes.
    package let publicKey: [UInt8]

    /// A new one, from the system's generator.
    package init() { self.init(P256.Signing.PrivateKey()) }

    /// The key with this secret; `nil` for an invalid one.
    package init?(bytes: [UInt8]) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else { return nil }
        self.init(key)
    }

    private init(_ key: P256.Signing.PrivateKey) {
        bytes = Array(key.rawRepresentation)
        publicKey = Array(key.publicKey.x963Representation)
    }

    /// Signs the answer to a page's challenge: its origin and its random text. The origin is included so that another program
    /// cannot relay a challenge and its answer. 64 bytes, r and s.
    package func proof(origin: String, nonce: String) throws -> [UInt8] {
        let message = Array("auralyst door 1\n\(origin)\n\(nonce)".utf8)
        return Array(try P256.Signing.PrivateKey(rawRepresentation: bytes).signature(for: message).rawRepresentation)
    }
}
