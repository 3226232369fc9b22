import Foundation
import Ledger
import Records
import Vault

/// What may be said about an attachment without opening it.
package struct AttachmentInfo: Hashable, Sendable {
    /// Names the attachment's record.
    package let id: RecordID
    /// As the owner's file was called: any text.
    package let name: String
    /// Media type; not to be relied on for a file that is opened in a browser.
    package let type: String
    /// Bytes.
    package let size: Int64
    /// Hexadecimal SHA-256 of the sealed file: two files with the same are the same.
    package let hash: String

    init(id: RecordID, record: AttachmentRecord) {
        (self.id, name, type, size, hash) = (id, record.name, record.type, record.size, hex(record.hash))
    }
}

/// An attachment that is opened piece by piece. It goes on to its end though the vault is locked meanwhile: it holds the key
/// of this one file, until it is let go.
package actor AttachmentReading {
    private nonisolated let thread = VaultThread("reading")
    /// A thread of its own: a slow disk keeps nobody waiting who reads the journal.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Which attachment it is.
    package nonisolated let info: AttachmentInfo
    private let folder: AttachmentFolder
    private let file: Int32
    private var reader: SealedFileReader

    /// Takes over the open file; on an error it is the caller's still.
    init(
        _ file: Int32, _ record: AttachmentRecord, info: AttachmentInfo, from offset: Int, context: [UInt8],
        in folder: AttachmentFolder
    ) throws {
        do {
            reader = try SealedFileReader(
                file, plaintextCount: Int(record.size), from: offset, name: record.hash, key: Secret(copying: record.key),
                context: context)
        } catch {
            throw folder.explained(error, name: record.name, target: folder.path)
        }
        (self.file, self.info, self.folder) = (file, info, folder)
    }

    /// The next bytes, at most 16,384 and each checked; `nil` behind the last. Throws where the sealed file is damaged.
    package func next() throws -> [UInt8]? {
        do { return try reader.next() } catch { throw folder.explained(error, name: info.name, target: folder.path) }
    }

    deinit { close(file) }
}
