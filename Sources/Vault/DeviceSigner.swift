import Crypto

/// The device's signing key, ready to sign many operations: making it from its seed costs as much as signing.
///
/// swift-crypto overwrites the key when it is released. It never changes, so any thread may sign with it.
package struct DeviceSigner: @unchecked Sendable {
    private let key: Curve25519.Signing.PrivateKey

    init(seed: borrowing Secret) { key = Ed25519.key(seed) }

    /// Signs with this device's Ed25519 key, 64 bytes. Two signatures of the same bytes may differ: never compare or hash them.
    package func sign(_ bytes: [UInt8]) -> [UInt8] {
        guard let signature = try? key.signature(for: bytes) else { preconditionFailure("Ed25519 signs any message") }
        return Array(signature)
    }
}
