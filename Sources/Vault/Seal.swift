import Foundation

/// SEAL: how every record, key and settings block of Auralyst is encrypted. Cobblestone-256 of the padded plaintext.
///
/// `PAD(pt)` = u32 length ‖ pt ‖ zeros, in all `Padding.paddedCount(of: 4 + length)` bytes. `context` names the one place
/// where the sealed bytes belong; it is not stored, and they do not open under another context.
package enum Seal {
    private static let lengthCount = 4

    /// The sealed length of `plaintextCount` bytes (0 up to 4 GiB − 1), known before sealing.
    package static func sealedCount(of plaintextCount: Int) -> Int {
        Cobblestone.sealedCount(of: paddedCount(of: plaintextCount))
    }

    /// Seals under a fresh salt. `key` has 32 bytes; `testOnlySalt` as in `Cobblestone.seal`.
    package static func seal(
        _ plaintext: some ContiguousBytes, key: borrowing Secret, context: [UInt8], testOnlySalt: [UInt8]? = nil
    ) -> [UInt8] {
        let cipher = ChunkCipher(key: key, context: context, salt: testOnlySalt ?? Cobblestone.freshSalt())
        return unsafe plaintext.withUnsafeBytes { unsafe sealPadded($0, with: cipher) }
    }

    /// Seals a secret without leaving a readable copy of it behind.
    package static func seal(_ plaintext: borrowing Secret, key: borrowing Secret, context: [UInt8]) -> [UInt8] {
        let cipher = ChunkCipher(key: key, context: context, salt: Cobblestone.freshSalt())
        return unsafe plaintext.withBytes { unsafe sealPadded($0, with: cipher) }
    }

    /// Opens what was sealed under the same key and context. Refuses a wrong length, key, context, tag and padding.
    package static func open(
        _ sealed: some ContiguousBytes, key: borrowing Secret, context: [UInt8]
    ) throws(SealError) -> [UInt8] {
        var plaintext: [UInt8] = []
        try unsafe unpad(sealed, key: key, context: context) { count in
            plaintext.reserveCapacity(count)
        } take: { piece, _ in
            unsafe plaintext.append(contentsOf: piece)
        }
        return plaintext
    }

    /// The same for key material: the plaintext is only in the returned secret.
    package static func openSecret(
        _ sealed: some ContiguousBytes, key: borrowing Secret, context: [UInt8]
    ) throws(SealError) -> Secret {
        let room = max(0, unsafe sealed.withUnsafeBytes { $0.count } - Cobblestone.headCount)
        var length = 0
        let buffer = try unsafe Secret(count: room) { (target: UnsafeMutableRawBufferPointer) throws(SealError) in
            try unsafe unpad(sealed, key: key, context: context) { count in
                length = count
            } take: { piece, offset in
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: piece)
            }
        }
        return unsafe buffer.withBytes { bytes in
            unsafe Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[..<length]))
        }
    }

    private static func paddedCount(of plaintextCount: Int) -> Int {
        precondition(UInt32(exactly: plaintextCount) != nil, "one seal holds less than 4 GiB")
        return Padding.paddedCount(of: lengthCount + plaintextCount)
    }

    static func sealPadded(_ plaintext: UnsafeRawBufferPointer, with cipher: borrowing ChunkCipher) -> [UInt8] {
        unsafe withScratch(byteCount: paddedCount(of: plaintext.count)) { padded in
            unsafe padded.copyBytes(from: Octets.of(UInt32(plaintext.count)))
            unsafe UnsafeMutableRawBufferPointer(rebasing: padded[lengthCount...]).copyMemory(from: plaintext)
            return unsafe cipher.sealAll(UnsafeRawBufferPointer(padded))
        }
    }

    /// Opens chunk by chunk: reports the plaintext's length first, then its pieces, each with its offset.
    ///
    /// The pieces are valid only once this returns: the padding is checked to the end.
    private static func unpad(
        _ sealed: some ContiguousBytes, key: borrowing Secret, context: [UInt8],
        begin: (Int) -> Void, take: (UnsafeRawBufferPointer, Int) -> Void
    ) throws(SealError) {
        let result: Result<Void, SealError> = unsafe sealed.withUnsafeBytes { bytes in
            guard let total = Cobblestone.plaintextCount(of: bytes.count), total >= Padding.least
            else { return .failure(.badLength) }
            var length = 0
            return unsafe Cobblestone.openChunks(of: bytes, key: key, context: context) {
                (number, chunk) throws(SealError) in
                var start = 0
                if number == 0 {
                    // Compared before it becomes an `Int`, which may have 32 bits.
                    let said = unsafe Int64(Octets.number(chunk[..<lengthCount]))
                    guard Padding.paddedCount(of: Int64(lengthCount) + said) == total, let fits = Int(exactly: said)
                    else { throw .badPadding }
                    length = fits
                    begin(length)
                    start = lengthCount
                }
                let offset = number * Cobblestone.chunkCount - lengthCount
                let end = min(chunk.count, max(start, length - offset))
                unsafe take(UnsafeRawBufferPointer(rebasing: chunk[start..<end]), offset + start)
                guard unsafe chunk[end...].allSatisfy({ $0 == 0 }) else { throw .badPadding }
            }
        }
        try result.get()
    }
}
