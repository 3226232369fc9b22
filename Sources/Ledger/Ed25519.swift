/// Ed25519 signatures (RFC 8032) by keys from others.
package enum Ed25519 {
    /// Whether a signature (64 bytes) of a message matches a public key (32 bytes). Refuses keys of low order, for
    /// which anyone can sign.
    package static func isValid(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        !LowOrderPoint.isOne(publicKey) && fits(signature, message: message, publicKey: publicKey)
    }
}
