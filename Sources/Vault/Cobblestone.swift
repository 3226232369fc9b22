import CPlatform
import Crypto
import Foundation

/// Cobblestone-256: the C2SP "chunked encryption" scheme with SHA-512 and AES-256-GCM, not padded.
///
/// ```
/// salt 24 ‖ commitment 32 ‖ chunk 0 ‖ chunk 1 ‖ … ‖ last chunk
/// AES key 32 ‖ base nonce 12 ‖ commitment 32 = HKDF-Expand(SHA-512, prk = key,
///     info = "c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM" ‖ 0x00 ‖ salt ‖ context)
/// ```
/// A chunk is AES-256-GCM of 16,384 plaintext bytes, with its 16-byte tag, no additional data, nonce = base nonce XOR chunk
/// number. The last chunk is shorter than the others, possibly empty, so truncation is noticed. The commitment reveals a
/// wrong key or context before anything is decrypted.
package enum Cobblestone {
    /// Key length in bytes.
    package static let keyCount = 32
    /// Length of the salt at the front, in bytes.
    package static let saltCount = 24
    /// Length of salt and commitment, in bytes.
    package static let headCount = 56
    /// Plaintext bytes in each chunk but the last.
    package static let chunkCount = 16_384
    /// Bytes added to each chunk.
    package static let tagCount = 16
    /// Length of a full encrypted chunk, in bytes.
    package static let sealedChunkCount = chunkCount + tagCount

    /// The sealed length of `plaintextCount` (≥ 0) bytes.
    package static func sealedCount(of plaintextCount: Int) -> Int {
        precondition(plaintextCount >= 0 && plaintextCount <= Int.max / 2, "a length is not negative and fits memory")
        return headCount + plaintextCount + (plaintextCount / chunkCount + 1) * tagCount
    }

    /// The plaintext length for a sealed length; `nil` for a length that sealing never gives.
    package static func plaintextCount(of sealedCount: Int) -> Int? {
        guard sealedCount >= headCount + tagCount else { return nil }
        let (full, last) = (sealedCount - headCount).quotientAndRemainder(dividingBy: sealedChunkCount)
        guard last >= tagCount else { return nil }
        return full * chunkCount + last - tagCount
    }

    /// Seals under a fresh salt. `key` has 32 bytes. `testOnlySalt` (24 bytes) is for known-answer tests: reused under one key
    /// and context it reveals both plaintexts.
    package static func seal(
        _ plaintext: some ContiguousBytes, key: borrowing Secret, context: [UInt8], testOnlySalt: [UInt8]? = nil
    ) -> [UInt8] {
        let cipher = ChunkCipher(key: key, context: context, salt: testOnlySalt ?? freshSalt())
        return unsafe plaintext.withUnsafeBytes { unsafe cipher.sealAll($0) }
    }

    /// Opens what `seal` made under the same key and context; checks every chunk before it returns.
    package static func open(
        _ sealed: some ContiguousBytes, key: borrowing Secret, context: [UInt8]
    ) throws(SealError) -> [UInt8] {
        let result: Result<[UInt8], SealError> = unsafe sealed.withUnsafeBytes { bytes in
            guard let count = plaintextCount(of: bytes.count) else { return .failure(.badLength) }
            var plaintext: [UInt8] = []
            plaintext.reserveCapacity(count)
            return unsafe openChunks(of: bytes, key: key, context: context) { _, chunk in
                unsafe plaintext.append(contentsOf: chunk)
            }.map { plaintext }
        }
        return try result.get()
    }

    /// Lends each chunk in order after checking its tag; the lent bytes are overwritten afterwards.
    static func openChunks(
        of sealed: UnsafeRawBufferPointer, key: borrowing Secret, context: [UInt8],
        _ visit: (Int, UnsafeRawBufferPointer) throws(SealError) -> Void
    ) -> Result<Void, SealError> {
        guard plaintextCount(of: sealed.count) != nil else { return .failure(.badLength) }
        do throws(SealError) {
            let cipher = try unsafe ChunkCipher(
                key: key, context: context, head: UnsafeRawBufferPointer(rebasing: sealed[..<headCount]))
            var offset = headCount
            var number = 0
            while offset < sealed.count {
                let end = min(offset + sealedChunkCount, sealed.count)
                let chunk = unsafe UnsafeRawBufferPointer(rebasing: sealed[offset..<end])
                try unsafe cipher.open(chunk, number: number) { (plaintext) throws(SealError) in
                    try unsafe visit(number, plaintext)
                }
                offset = end
                number += 1
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// 24 bytes from the system's generator.
    static func freshSalt() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<saltCount / 8).flatMap { _ in Octets.of(generator.next() as UInt64) }
    }
}

/// Why sealed bytes did not open. Never reveals their content.
package enum SealError: Error, Equatable, Sendable {
    /// No sealed message has this length: truncated, or something different.
    case badLength
    /// The commitment does not match: wrong key or context, or the first 56 bytes are damaged.
    case commitmentMismatch
    /// The chunk (counted from 0) was altered.
    case damaged(chunk: Int)
    /// Key and bytes are right, but the padding is not what sealing writes.
    case badPadding
}
