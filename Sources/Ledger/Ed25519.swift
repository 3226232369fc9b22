/// Signatures of Ed25519 (RFC 8032), by keys that others give.
package enum Ed25519 {
    /// Whether a signature (64 bytes) of a message fits a public key (32 bytes) that can be somebody's: not one of low order, for
    /// which anybody can sign.
    package static func isValid(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        !LowOrderPoint.isOne(publicKey) && fits(signature, message: message, publicKey: publicKey)
    }
}
