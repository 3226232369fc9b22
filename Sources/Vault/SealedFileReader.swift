import Basics
import Crypto
import Foundation

/// Opens a sealed file piece by piece, in constant memory, from its beginning or from any offset.
///
/// Each piece is checked before it is returned. The file is complete only once the reader reports the end: by then it has
/// checked the padding after the last piece, the length and, if asked for, the name.
package struct SealedFileReader: ~Copyable {
    private let input: Int32
    private let cipher: ChunkCipher
    private let plaintextCount: Int64
    private let name: [UInt8]?
    private var hash = SHA256()
    /// The number of the next chunk.
    private var number: Int
    private let lastNumber: Int
    /// How many bytes of the next chunk precede the offset where reading begins.
    private var skipped: Int

    /// Reads the first 56 bytes of the open file `input` from its current position.
    ///
    /// `offset`, 0 to `plaintextCount`, is where to begin; beyond the first chunk it needs a seekable file. `name` is the
    /// SHA-256 of all sealed bytes, compared if reading begins at 0.
    package init(
        _ input: Int32, plaintextCount: Int64, from offset: Int64 = 0, name: [UInt8]? = nil,
        key: borrowing Secret, context: [UInt8]
    ) throws(SealedStreamError) {
        guard (0...1 << 50).contains(plaintextCount), (0...plaintextCount).contains(offset)
        else { throw .sealed(.badLength) }
        let head = try Self.readExactly(input, Cobblestone.headCount)
        let cipher = try Self.sealing { () throws(SealError) in
            try ChunkCipher(key: key, context: context, head: head)
        }
        let (number, skipped) = offset.quotientAndRemainder(dividingBy: Int64(Cobblestone.chunkCount))
        guard number == 0 || lseek(input, off_t(number * Int64(Cobblestone.sealedChunkCount)), SEEK_CUR) >= 0
        else { throw .reading(code: errno) }
        self.input = input
        self.cipher = cipher
        self.plaintextCount = plaintextCount
        self.name = offset == 0 ? name : nil
        (self.number, self.skipped) = (Int(clamping: number), Int(clamping: skipped))
        lastNumber = Int(clamping: Padding.paddedCount(of: plaintextCount) / Int64(Cobblestone.chunkCount))
        hash.update(data: head)
    }

    /// The next bytes of the file, at most 16,384; `nil` after the last of them, once everything was checked.
    package mutating func next() throws(SealedStreamError) -> [UInt8]? {
        var piece: [UInt8] = []
        while piece.isEmpty {
            let isChunk = try unsafe lend { (bytes) throws(SealedStreamError) in
                unsafe piece.append(contentsOf: bytes)
            }
            guard isChunk else { return nil }
        }
        return piece
    }

    /// Checks the next chunk and lends its part of the file, then overwrites it; lends nothing of a chunk that holds only
    /// padding. `false` after the last chunk.
    mutating func lend(
        _ take: (UnsafeRawBufferPointer) throws(SealedStreamError) -> Void
    ) throws(SealedStreamError) -> Bool {
        guard number <= lastNumber else { return false }
        let start = Int64(number) * Int64(Cobblestone.chunkCount)
        /// How much of a length is in this chunk.
        func part(_ length: Int64) -> Int { Int(clamping: min(Int64(Cobblestone.chunkCount), length - start)) }
        let count = part(Padding.paddedCount(of: plaintextCount))
        let chunk = try Self.readExactly(input, count + Cobblestone.tagCount)
        hash.update(data: chunk)
        let kept = min(skipped, count)..<max(part(plaintextCount), min(skipped, count))
        var failure: SealedStreamError?
        try Self.sealing { () throws(SealError) in
            try unsafe chunk.withBytes { (chunk) throws(SealError) in
                try unsafe cipher.open(chunk, number: number) { (plaintext) throws(SealError) in
                    guard unsafe plaintext[kept.upperBound...].allSatisfy({ $0 == 0 }) else { throw .badPadding }
                    do throws(SealedStreamError) {
                        try unsafe take(UnsafeRawBufferPointer(rebasing: plaintext[kept]))
                    } catch { failure = error }
                }
            }
        }
        if let failure { throw failure }
        (number, skipped) = (number + 1, 0)
        if number > lastNumber { try checkEnd() }
        return true
    }

    private func checkEnd() throws(SealedStreamError) {
        guard try Self.read(input, 1).isEmpty else { throw .sealed(.badLength) }
        if let name, !Octets.areEqual(Array(hash.finalize()), name) { throw .otherName }
    }

    private static func sealing<R: ~Copyable>(_ body: () throws(SealError) -> R) throws(SealedStreamError) -> R {
        do throws(SealError) { return try body() } catch { throw .sealed(error) }
    }

    private static func readExactly(_ input: Int32, _ count: Int) throws(SealedStreamError) -> [UInt8] {
        let bytes = try read(input, count)
        guard bytes.count == count else { throw .sealed(.badLength) }
        return bytes
    }

    private static func read(_ input: Int32, _ limit: Int) throws(SealedStreamError) -> [UInt8] {
        do throws(FileFault) { return try Descriptor.read(input, limit) } catch { throw .reading(code: error.code) }
    }
}
