import Foundation

/// The keys of one message, apart from the key under which all of them are sealed: with them and what it said the message can be made
/// again, bit for bit, by somebody who has never had that key.
extension Seal {
    /// Of a message that was sealed under this key and context: head 56 ‖ AES key 32 ‖ base nonce 12. It opens this message and no
    /// other.
    package static func witness(
        of sealed: [UInt8], key: borrowing Secret, context: [UInt8]
    ) throws(SealError) -> [UInt8] {
        guard sealed.count >= Cobblestone.headCount else { throw .badLength }
        return try ChunkCipher(key: key, context: context, head: sealed.prefix(Cobblestone.headCount)).witness
    }

    /// The message that said this, made again; `nil` for what is no witness.
    package static func message(saying plaintext: [UInt8], witness: [UInt8]) -> [UInt8]? {
        guard let cipher = ChunkCipher(witness: witness) else { return nil }
        return unsafe plaintext.withUnsafeBytes { unsafe sealPadded($0, with: cipher) }
    }
}
