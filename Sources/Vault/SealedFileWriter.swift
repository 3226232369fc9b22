import Basics
import CPlatform
import Crypto
import Foundation

/// Seals a file piece by piece, in constant memory; `SealedStream` describes the format.
///
/// Not for use by several threads at once. After an error, and without `finish`, the output is incomplete and useless.
@safe
package struct SealedFileWriter: ~Copyable {
    private let output: Int32
    private let cipher: ChunkCipher
    /// A plaintext chunk that is not full yet; overwritten in the end.
    private let chunk: UnsafeMutableRawBufferPointer
    private var filled = 0
    private var number = 0
    private var length: Int64 = 0
    private var sealedCount: Int64 = 0
    private var hash = SHA256()

    /// Begins a sealed file in the open file `output`; neither closes nor syncs it.
    ///
    /// `key` has 32 bytes and is used for this one file.
    package init(
        to output: Int32, key: borrowing Secret, context: [UInt8]
    ) throws(SealedStreamError) {
        self.output = output
        cipher = ChunkCipher(key: key, context: context, salt: Cobblestone.freshSalt())
        unsafe chunk = .allocate(byteCount: Cobblestone.chunkCount, alignment: 16)
        unsafe chunk.initializeMemory(as: UInt8.self, repeating: 0)
        let head = cipher.head
        try unsafe head.withBytes { (head) throws(SealedStreamError) in try unsafe put(head) }
    }

    deinit {
        if let start = unsafe chunk.baseAddress { unsafe platform_wipe(start, chunk.count) }
        unsafe chunk.deallocate()
    }

    /// How many bytes were written so far.
    package var plaintextCount: Int64 { length }

    /// Writes the next bytes of the file, any number of them.
    package mutating func write(_ bytes: [UInt8]) throws(SealedStreamError) {
        try unsafe bytes.withBytes { (bytes) throws(SealedStreamError) in try unsafe write(bytes) }
    }

    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(SealedStreamError) {
        var rest = unsafe bytes[...]
        while unsafe !rest.isEmpty {
            let piece = unsafe rest.prefix(chunk.count - filled)
            unsafe UnsafeMutableRawBufferPointer(rebasing: chunk[filled...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
            try advance(by: unsafe piece.count)
            length += unsafe Int64(piece.count)
            unsafe rest = rest.dropFirst(piece.count)
        }
    }

    /// Pads and ends the file: on return everything is written.
    package consuming func finish() throws(SealedStreamError) -> SealedStream.Receipt {
        var zeros = Padding.paddedCount(of: length) - length
        while zeros > 0 {
            let count = Int(clamping: min(zeros, Int64(unsafe chunk.count - filled)))
            unsafe UnsafeMutableRawBufferPointer(rebasing: chunk[filled..<filled + count])
                .initializeMemory(as: UInt8.self, repeating: 0)
            try advance(by: count)
            zeros -= Int64(count)
        }
        // The last chunk is never full, so truncation is noticed.
        try sealChunk()
        return SealedStream.Receipt(
            plaintextCount: length, sealedCount: sealedCount, name: Array(hash.finalize()))
    }

    /// Counts bytes added to the chunk, and seals it when it is full.
    private mutating func advance(by count: Int) throws(SealedStreamError) {
        filled += count
        if unsafe filled == chunk.count { try sealChunk() }
    }

    private mutating func sealChunk() throws(SealedStreamError) {
        let plaintext = unsafe UnsafeRawBufferPointer(rebasing: chunk[..<filled])
        let sealed = unsafe cipher.seal(plaintext, number: number) { unsafe Array($0) }
        try unsafe sealed.withBytes { (sealed) throws(SealedStreamError) in try unsafe put(sealed) }
        number += 1
        filled = 0
    }

    private mutating func put(_ bytes: UnsafeRawBufferPointer) throws(SealedStreamError) {
        do throws(FileFault) { try unsafe Descriptor.write(bytes, to: output) } catch {
            throw .writing(code: error.code)
        }
        sealedCount += Int64(bytes.count)
        unsafe hash.update(bufferPointer: bytes)
    }
}
