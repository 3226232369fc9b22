import Foundation
import Ledger
import Store
import Vault

/// A file that comes piece by piece and is sealed as it comes. What was written is removed when it is not finished.
package actor AttachmentUpload {
    private nonisolated let thread = VaultThread("upload")
    /// A thread of its own: a slow disk keeps nobody waiting who reads the journal.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// What the parts of a sealed file are bound to.
    struct Place {
        let id: RecordID
        let journal: JournalID
        let blob: [UInt8]
        let key: [UInt8]
    }

    private let name: String
    private let limit: Int
    private let place: Place
    private let folder: AttachmentFolder
    private var file: PartialFile?
    private var writer: SealedFileWriter?
    private var firstBytes: [UInt8] = []
    /// Why nothing more is taken.
    private var end: (any Error)?

    init(name: String, limit: Int, place: Place, in folder: AttachmentFolder) throws {
        (self.name, self.limit, self.place, self.folder) = (name, limit, place, folder)
        let file = try PartialFile(in: folder.path)
        do {
            writer = try SealedFileWriter(
                to: file.descriptor, key: Secret(copying: place.key),
                context: AttachmentFolder.context(journal: place.journal, blob: place.blob))
        } catch {
            throw folder.explained(error, name: name, target: folder.path)
        }
        self.file = consume file
    }

    /// Seals the next bytes of the file, any number of them.
    ///
    /// Refuses more than the limit (`EngineError.attachmentTooLarge`) and what the disk does not take. After an error the
    /// upload has ended: nothing of it is left, and every further call throws the same.
    package func write(_ bytes: [UInt8]) throws {
        if let end { throw end }
        do {
            guard bytes.count <= limit - (writer?.plaintextCount ?? 0) else {
                throw EngineError.attachmentTooLarge(limit: limit)
            }
            if firstBytes.count < MediaType.telling { firstBytes += bytes.prefix(MediaType.telling - firstBytes.count) }
            do { try writer?.write(bytes) } catch { throw folder.explained(error, name: name, target: folder.path) }
        } catch {
            close(because: error)
            throw error
        }
    }

    /// Ends the file. It is on the disk when this returns, and no entry has it yet.
    package func finish() throws -> StagedAttachment {
        if let end { throw end }
        guard let writer = writer.take(), let file = file.take() else { throw CancellationError() }
        end = CancellationError()
        do {
            let receipt = try writer.finish()
            try file.keep(as: hex(receipt.name))
            let record = AttachmentRecord(
                name: name, type: MediaType.of(firstBytes: firstBytes, name: name), size: Int64(receipt.plaintextCount),
                key: place.key, blob: place.blob, hash: receipt.name)
            return StagedAttachment(id: place.id, journal: place.journal, record: record)
        } catch let error as SealedStreamError {
            throw folder.explained(error, name: name, target: folder.path)
        }
    }

    /// Gives the file up: nothing of it is left.
    package func abandon() { close(because: CancellationError()) }

    private func close(because reason: any Error) {
        if end == nil { end = reason }
        writer = nil
        file = nil
    }
}

/// A file that is sealed and on the disk, and that no entry has yet. It holds the file's key: it stays inside the program,
/// or inside a seal.
package struct StagedAttachment: Hashable, Sendable {
    /// The name that its record will have.
    package let id: RecordID
    /// The journal that it was sealed for.
    package let journal: JournalID
    let record: AttachmentRecord

    init(id: RecordID, journal: JournalID, record: AttachmentRecord) {
        (self.id, self.journal, self.record) = (id, journal, record)
    }

    /// As the owner's file was called.
    package var name: String { record.name }
    /// Media type.
    package var type: String { record.type }
    /// Bytes.
    package var size: Int64 { record.size }

    /// For a draft that is kept sealed.
    package var json: JSON {
        var members = record.fields
        members["id"] = .string(id.description)
        members["journal"] = .string(journal.description)
        return .object(members)
    }

    /// Reads what `json` gave; `nil` for anything else.
    package init?(json: JSON) {
        guard let id = json["id"]?.string.flatMap({ RecordID(text: $0) }),
            let journal = json["journal"]?.string.flatMap({ JournalID(text: $0) }),
            let record = json.object.flatMap(AttachmentRecord.init(fields:))
        else { return nil }
        self.init(id: id, journal: journal, record: record)
    }
}
