import Base
import Ledger
import Records
import Vault

/// Encrypts a file as its bytes arrive, in constant memory. If it is released before its end, what was written is removed.
package struct AttachmentSealing: ~Copyable {
    /// What the parts of an encrypted file are bound to.
    package struct Place {
        let id: RecordID
        let journal: JournalID
        let blob: [UInt8]
        let key: [UInt8]

        package init(journal: JournalID, using generator: inout some RandomNumberGenerator) {
            let key = Secret.random(count: 32)
            self.id = .random(using: &generator)
            self.journal = journal
            blob = RecordID.random(using: &generator).bytes
            self.key = unsafe key.withBytes { unsafe Array($0) }
        }
    }

    private let name: String
    private let place: Place
    private let folder: AttachmentFolder
    private let file: PartialFile
    private var writer: SealedFileWriter
    private var firstBytes: [UInt8] = []

    package init(name: String, place: Place, in folder: AttachmentFolder) throws {
        let file = try PartialFile(in: folder.path)
        do {
            writer = try SealedFileWriter(
                to: file.descriptor, key: Secret(copying: place.key),
                context: AttachmentFolder.context(journal: place.journal, blob: place.blob))
        } catch {
            throw folder.explained(error, name: name, target: folder.path)
        }
        (self.name, self.place, self.folder) = (name, place, folder)
        self.file = consume file
    }

    var count: Int64 { writer.plaintextCount }

    package mutating func write(_ bytes: [UInt8]) throws {
        if firstBytes.count < MediaType.telling { firstBytes += bytes.prefix(MediaType.telling - firstBytes.count) }
        do { try writer.write(bytes) } catch { throw folder.explained(error, name: name, target: folder.path) }
    }

    /// Finishes the file. It is on the disk when this returns, and belongs to no entry yet.
    package consuming func finish() throws -> StagedAttachment {
        let (name, place, folder, firstBytes) = (name, place, folder, firstBytes)
        do {
            let receipt = try writer.finish()
            try file.keep(as: hex(receipt.name))
            let record = AttachmentRecord(
                name: name, type: MediaType.of(firstBytes: firstBytes, name: name), size: receipt.plaintextCount,
                key: place.key, blob: place.blob, hash: receipt.name)
            return StagedAttachment(id: place.id, journal: place.journal, record: record)
        } catch let error as SealedStreamError {
            throw folder.explained(error, name: name, target: folder.path)
        }
    }
}
