import Foundation
import Journal
import Ledger
import Records
import Vault

/// What is known of an attachment without opening it.
package struct AttachmentInfo: Hashable, Sendable {
    package let id: RecordID
    /// The original file name: any text.
    package let name: String
    /// Media type; do not rely on it for a file that is opened in a browser.
    package let type: String
    /// Bytes.
    package let size: Int64
    /// Hexadecimal SHA-256 of the encrypted file; equal hashes mean the same file.
    package let hash: String

    init(id: RecordID, record: AttachmentRecord) {
        (self.id, name, type, size, hash) = (id, record.name, record.type, record.size, hex(record.hash))
    }
}

/// An attachment that is decrypted piece by piece. It can be read to its end even if the vault is locked meanwhile: it holds the
/// key of this one file until it is released.
package actor AttachmentReading {
    private nonisolated let thread = VaultThread("reading")
    /// A thread of its own, so that a slow disk does not delay readers of the journal.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    package nonisolated let info: AttachmentInfo
    private let folder: AttachmentFolder
    private let file: Int32
    private var reader: SealedFileReader
    private let patches: [PicturePatch]
    private var offset: Int64

    /// Takes over the open file; on an error the caller still owns it.
    init(
        _ file: Int32, _ record: AttachmentRecord, info: AttachmentInfo, from offset: Int64,
        patches: [PicturePatch], context: [UInt8], in folder: AttachmentFolder
    ) throws {
        do {
            reader = try SealedFileReader(
                file, plaintextCount: record.size, from: offset, name: record.hash, key: Secret(copying: record.key),
                context: context)
        } catch {
            throw folder.explained(error, name: record.name, target: folder.path)
        }
        (self.file, self.info, self.folder) = (file, info, folder)
        (self.patches, self.offset) = (patches, offset)
    }

    /// The next bytes, at most 16,384 and each checked; `nil` at the end. Throws if the encrypted file is damaged.
    package func next() throws -> [UInt8]? {
        do {
            let piece = try reader.next(patched: patches, from: offset)
            offset += Int64(piece?.count ?? 0)
            return piece
        } catch {
            throw folder.explained(error, name: info.name, target: folder.path)
        }
    }

    deinit { close(file) }
}
