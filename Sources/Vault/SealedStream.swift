import Crypto
import Foundation

/// Attachments: files of any size, sealed and opened in constant memory.
///
/// The bytes are one Cobblestone-256 message of the file followed by zeros up to `Padding.paddedCount(of: length)`.
/// The true length is not inside; it stands in the sealed record that also holds the key. Context is
/// `L("blob")` ‖ journal ‖ blob id. A sealed file is named by the SHA-256 of all its bytes.
package enum SealedStream {
    /// What sealing a file gives: to be kept in the record.
    package struct Receipt: Equatable, Sendable {
        /// Bytes that were read, before padding.
        package let plaintextCount: Int
        /// Bytes that were written.
        package let sealedCount: Int
        /// SHA-256 of what was written, 32 bytes.
        package let name: [UInt8]
    }

    /// Reads the open file `input` to its end and writes it, sealed, to `output`. Neither is closed or synced.
    ///
    /// `key` has 32 bytes and is used for this one file. On an error `output` holds a useless beginning.
    package static func seal(
        from input: Int32, to output: Int32, key: borrowing Secret, context: [UInt8]
    ) throws(SealedStreamError) -> Receipt {
        let cipher = ChunkCipher(key: key, context: context, salt: Cobblestone.freshSalt())
        var sink = Sink(output: output)
        try unsafe cipher.head.withBytes { (head) throws(SealedStreamError) in try unsafe sink.take(head) }
        var (length, ended, number) = (0, false, 0)
        try unsafe withScratch(byteCount: Cobblestone.chunkCount) { (buffer) throws(SealedStreamError) in
            var count = 0
            repeat {
                let filled = ended ? 0 : try unsafe read(input, into: buffer)
                length += filled
                ended = ended || filled < buffer.count
                count = ended ? min(buffer.count, Padding.paddedCount(of: length) - number * buffer.count) : filled
                unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<count])
                    .initializeMemory(as: UInt8.self, repeating: 0)
                let chunk = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
                try unsafe cipher.seal(chunk, number: number) { (sealed) throws(SealedStreamError) in
                    try unsafe sink.take(sealed)
                }
                number += 1
            } while count == buffer.count
        }
        return Receipt(plaintextCount: length, sealedCount: sink.count, name: sink.digest)
    }

    /// Reads a sealed file from `input` and writes its first `plaintextCount` bytes to `output`.
    ///
    /// Each chunk is checked before a byte of it is written; an error after the first chunk leaves a true beginning
    /// in `output`. Refuses another length, also one that only the padding shows. With `name` the SHA-256 of the
    /// sealed bytes is compared as well.
    package static func open(
        from input: Int32, to output: Int32, plaintextCount: Int, name: [UInt8]? = nil,
        key: borrowing Secret, context: [UInt8]
    ) throws(SealedStreamError) {
        var sink = Sink(output: output)
        try unsafe check(input, plaintextCount: plaintextCount, name: name, key: key, context: context) {
            (piece) throws(SealedStreamError) in try unsafe sink.take(piece)
        }
    }

    /// Checks a sealed file to its end without writing anything.
    package static func verify(
        _ input: Int32, plaintextCount: Int, name: [UInt8]? = nil, key: borrowing Secret, context: [UInt8]
    ) throws(SealedStreamError) {
        try unsafe check(input, plaintextCount: plaintextCount, name: name, key: key, context: context) { _ in }
    }

    private static func check(
        _ input: Int32, plaintextCount: Int, name: [UInt8]?, key: borrowing Secret, context: [UInt8],
        take: (UnsafeRawBufferPointer) throws(SealedStreamError) -> Void
    ) throws(SealedStreamError) {
        guard (0...1 << 50).contains(plaintextCount) else { throw .sealed(.badLength) }
        let padded = Padding.paddedCount(of: plaintextCount)
        var hash = SHA256()
        try unsafe withScratch(byteCount: Cobblestone.sealedChunkCount) { (buffer) throws(SealedStreamError) in
            let head = try unsafe readExactly(input, Cobblestone.headCount, into: buffer, &hash)
            let cipher = try sealing { () throws(SealError) in
                try unsafe ChunkCipher(key: key, context: context, head: head)
            }
            for number in 0...(padded / Cobblestone.chunkCount) {
                let start = number * Cobblestone.chunkCount
                let count = min(Cobblestone.chunkCount, padded - start) + Cobblestone.tagCount
                let chunk = try unsafe readExactly(input, count, into: buffer, &hash)
                var failure: SealedStreamError?
                try sealing { () throws(SealError) in
                    try unsafe cipher.open(chunk, number: number) { (plaintext) throws(SealError) in
                        let kept = min(plaintext.count, max(0, plaintextCount - start))
                        guard unsafe plaintext[kept...].allSatisfy({ $0 == 0 }) else { throw .badPadding }
                        do throws(SealedStreamError) {
                            try unsafe take(UnsafeRawBufferPointer(rebasing: plaintext[..<kept]))
                        } catch { failure = error }
                    }
                }
                if let failure { throw failure }
            }
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<1])
            guard try unsafe read(input, into: rest) == 0 else { throw .sealed(.badLength) }
        }
        if let name, !Octets.areEqual(Array(hash.finalize()), name) { throw .otherName }
    }

    private static func sealing<R: ~Copyable>(_ body: () throws(SealError) -> R) throws(SealedStreamError) -> R {
        do throws(SealError) { return try body() } catch { throw .sealed(error) }
    }

    private static func readExactly(
        _ input: Int32, _ count: Int, into buffer: UnsafeMutableRawBufferPointer, _ hash: inout SHA256
    ) throws(SealedStreamError) -> UnsafeRawBufferPointer {
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        guard try unsafe read(input, into: part) == count else { throw .sealed(.badLength) }
        unsafe hash.update(bufferPointer: UnsafeRawBufferPointer(part))
        return UnsafeRawBufferPointer(part)
    }

    private static func read(
        _ input: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SealedStreamError) -> Int {
        do throws(FileFault) { return try unsafe Descriptor.read(input, into: buffer) } catch {
            throw .reading(code: error.code)
        }
    }

    /// Where bytes go, counted and hashed on the way.
    private struct Sink {
        let output: Int32
        private(set) var count = 0
        private var hash = SHA256()

        init(output: Int32) { self.output = output }

        mutating func take(_ bytes: UnsafeRawBufferPointer) throws(SealedStreamError) {
            do throws(FileFault) { try unsafe Descriptor.write(bytes, to: output) } catch {
                throw .writing(code: error.code)
            }
            count += bytes.count
            unsafe hash.update(bufferPointer: bytes)
        }

        var digest: [UInt8] { Array(hash.finalize()) }
    }
}

/// Why a file was not sealed or opened.
package enum SealedStreamError: Error, Equatable, Sendable {
    /// The sealed bytes are not what they should be.
    case sealed(SealError)
    /// Everything opens, but this is not the file that the record names.
    case otherName
    /// Reading failed; the system's `errno`.
    case reading(code: Int32)
    /// Writing failed; the system's `errno`.
    case writing(code: Int32)
}
