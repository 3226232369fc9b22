import Basics
import Foundation

/// Attachments: files of any size, encrypted and decrypted in constant memory.
///
/// The bytes are one Cobblestone-256 message of the file followed by zeros up to `Padding.paddedCount(of: length)`.
/// The true length is not inside, but in the sealed record that also holds the key. Context is
/// `L("blob")` ‖ journal ‖ blob id. A sealed file is named by the SHA-256 of all its bytes.
package enum SealedStream {
    /// What sealing a file gives, to be stored in the record.
    package struct Receipt: Equatable, Sendable {
        /// Bytes that were read, before padding.
        package let plaintextCount: Int64
        /// Bytes that were written.
        package let sealedCount: Int64
        /// SHA-256 of what was written, 32 bytes.
        package let name: [UInt8]
    }

    /// Reads the open file `input` to its end and writes it, sealed, to `output`. Neither is closed or synced.
    ///
    /// `key` has 32 bytes and is used for this one file. After an error `output` is incomplete and useless.
    package static func seal(
        from input: Int32, to output: Int32, key: borrowing Secret, context: [UInt8]
    ) throws(SealedStreamError) -> Receipt {
        var writer = try SealedFileWriter(to: output, key: key, context: context)
        try unsafe withScratch(byteCount: Cobblestone.chunkCount) { (buffer) throws(SealedStreamError) in
            var count = 0
            repeat {
                do throws(FileFault) { count = try unsafe Descriptor.read(input, into: buffer) } catch {
                    throw .reading(code: error.code)
                }
                try unsafe writer.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } while count == buffer.count
        }
        return try writer.finish()
    }

    /// Reads a sealed file from `input` and writes its first `plaintextCount` bytes to `output`.
    ///
    /// Checks each chunk before writing any of it; after an error past the first chunk `output` holds a correct beginning.
    /// Refuses a wrong length, even if only the padding shows it. With `name`, compares the SHA-256 of the sealed bytes too.
    /// `change` gets each piece before it is written, and its offset.
    package static func open(
        from input: Int32, to output: Int32, plaintextCount: Int64, name: [UInt8]? = nil,
        key: borrowing Secret, context: [UInt8], change: (inout [UInt8], Int64) -> Void = { _, _ in }
    ) throws(SealedStreamError) {
        var reader = try SealedFileReader(
            input, plaintextCount: plaintextCount, name: name, key: key, context: context)
        var offset: Int64 = 0
        while var piece = try reader.next() {
            change(&piece, offset)
            offset += Int64(piece.count)
            do throws(FileFault) { try OpenFile(output, closes: false).write(piece) } catch {
                throw .writing(code: error.code)
            }
        }
    }

    /// Checks a sealed file to its end without writing anything.
    package static func verify(
        _ input: Int32, plaintextCount: Int64, name: [UInt8]? = nil, key: borrowing Secret, context: [UInt8]
    ) throws(SealedStreamError) {
        var reader = try SealedFileReader(
            input, plaintextCount: plaintextCount, name: name, key: key, context: context)
        while try unsafe reader.lend({ _ in }) {}
    }
}

package enum SealedStreamError: Error, Equatable, Sendable {
    case sealed(SealError)
    /// Everything opens, but this is not the file that the record names.
    case otherName
    /// Reading failed; the system's `errno`.
    case reading(code: Int32)
    /// Writing failed; the system's `errno`.
    case writing(code: Int32)
}
