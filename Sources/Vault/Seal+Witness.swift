import Foundation

/// The keys of one message, without the key that encrypts them all: with these and its plaintext, someone who never had that key
/// can reproduce the message bit for bit.
extension Seal {
    /// The witness of a message sealed under this key and context: head 56 ‖ AES key 32 ‖ base nonce 12. It opens only this one.
    package static func witness(
        of sealed: [UInt8], key: borrowing Secret, context: [UInt8]
    ) throws(SealError) -> [UInt8] {
        guard sealed.count >= Cobblestone.headCount else { throw .badLength }
        return try ChunkCipher(key: key, context: context, head: sealed.prefix(Cobblestone.headCount)).witness
    }

    /// Reproduces the message with this plaintext; `nil` for an invalid witness.
    package static func message(saying plaintext: [UInt8], witness: [UInt8]) -> [UInt8]? {
        guard let cipher = ChunkCipher(witness: witness) else { return nil }
        return unsafe plaintext.withUnsafeBytes { unsafe sealPadded($0, with: cipher) }
    }
}
