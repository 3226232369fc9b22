import CPlatform
import Crypto
import Foundation

/// The keys of one Cobblestone message, which encrypt its chunks one by one.
struct ChunkCipher: ~Copyable {
    private let key: SymmetricKey
    private let baseNonce: [UInt8]
    /// Salt and commitment, which precede the chunks.
    let head: [UInt8]

    private static let name = Array("c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM".utf8) + [0]
    private static let nonceCount = 12

    /// For sealing.
    init(key: borrowing Secret, context: [UInt8], salt: [UInt8]) {
        precondition(key.count == Cobblestone.keyCount, "a Cobblestone-256 key has 32 bytes")
        precondition(salt.count == Cobblestone.saltCount, "a Cobblestone salt has 24 bytes")
        let derived = key.expand(info: Self.name + salt + context, count: 76)
        (self.key, baseNonce, head) = unsafe derived.withUnsafeBytes { bytes in
            unsafe (
                SymmetricKey(data: UnsafeRawBufferPointer(rebasing: bytes[..<32])), Array(bytes[32..<44]),
                salt + bytes[44..<76]
            )
        }
    }

    /// For opening: `head` is the first 56 bytes of the message, whose commitment must match.
    init(key: borrowing Secret, context: [UInt8], head: some Collection<UInt8>) throws(SealError) {
        precondition(head.count == Cobblestone.headCount, "a message begins with 56 bytes")
        self.init(key: key, context: context, salt: Array(head.prefix(Cobblestone.saltCount)))
        guard Octets.areEqual(self.head, head) else { throw .commitmentMismatch }
    }

    /// Length of a witness in bytes.
    static let witnessCount = Cobblestone.headCount + 32 + nonceCount

    /// With the keys of this one message, from its `witness`.
    init?(witness: [UInt8]) {
        guard witness.count == Self.witnessCount else { return nil }
        head = Array(witness[..<Cobblestone.headCount])
        key = SymmetricKey(data: witness[Cobblestone.headCount..<(Cobblestone.headCount + 32)])
        baseNonce = Array(witness[(Cobblestone.headCount + 32)...])
    }

    /// head 56 ‖ AES key 32 ‖ base nonce 12
    var witness: [UInt8] {
        let key = unsafe key.withUnsafeBytes { unsafe Array($0) }
        return head + key + baseNonce
    }

    /// The chunk and its tag, after 12 bytes that are not part of the message.
    private func sealedBox(_ chunk: UnsafeRawBufferPointer, number: Int) -> Data {
        guard let nonce = try? AES.GCM.Nonce(data: nonce(of: number)),
            let box = try? unsafe AES.GCM.seal(chunk, using: key, nonce: nonce), let combined = box.combined
        else { preconditionFailure("AES-GCM seals every chunk under a key of 32 bytes and a nonce of 12") }
        return combined
    }

    /// Seals one chunk (at most 16,384 bytes) and lends it with its tag.
    func seal<R, E: Error>(
        _ chunk: UnsafeRawBufferPointer, number: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        let result: Result<R, E> = unsafe sealedBox(chunk, number: number).withUnsafeBytes { bytes in
            Result { () throws(E) in
                try unsafe body(UnsafeRawBufferPointer(rebasing: bytes[Self.nonceCount...]))
            }
        }
        return try result.get()
    }

    /// The whole message: head and all chunks.
    func sealAll(_ plaintext: UnsafeRawBufferPointer) -> [UInt8] {
        var sealed: [UInt8] = []
        sealed.reserveCapacity(Cobblestone.sealedCount(of: plaintext.count))
        sealed += head
        for number in 0...(plaintext.count / Cobblestone.chunkCount) {
            let start = number * Cobblestone.chunkCount
            let end = min(start + Cobblestone.chunkCount, plaintext.count)
            let chunk = unsafe UnsafeRawBufferPointer(rebasing: plaintext[start..<end])
            unsafe seal(chunk, number: number) { unsafe sealed.append(contentsOf: $0) }
        }
        return sealed
    }

    /// Checks one chunk with its tag, then lends its plaintext and overwrites it.
    func open<R>(
        _ chunk: UnsafeRawBufferPointer, number: Int, _ body: (UnsafeRawBufferPointer) throws(SealError) -> R
    ) throws(SealError) -> R {
        guard chunk.count >= Cobblestone.tagCount else { throw .badLength }
        var combined = Data(capacity: Self.nonceCount + chunk.count)
        combined.append(contentsOf: nonce(of: number))
        unsafe combined.append(contentsOf: chunk)
        guard let box = try? AES.GCM.SealedBox(combined: combined), var plaintext = try? AES.GCM.open(box, using: key)
        else { throw .damaged(chunk: number) }
        let result: Result<R, SealError> = unsafe plaintext.withUnsafeMutableBytes { bytes in
            defer { if let start = bytes.baseAddress { unsafe platform_wipe(start, bytes.count) } }
            return Result { () throws(SealError) in try unsafe body(UnsafeRawBufferPointer(bytes)) }
        }
        return try result.get()
    }

    /// The base nonce with the chunk's number, big-endian, XORed into its last bytes.
    private func nonce(of number: Int) -> [UInt8] {
        var nonce = baseNonce
        for (place, byte) in zip(4..<Self.nonceCount, Octets.of(UInt64(number))) { nonce[place] ^= byte }
        return nonce
    }
}
