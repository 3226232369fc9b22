import Foundation
import Ledger
import Records

/// A file that arrives piece by piece and is encrypted as it arrives. If it is not finished, what was written is removed.
package actor AttachmentUpload {
    private nonisolated let thread = VaultThread("upload")
    /// A thread of its own, so that a slow disk does not delay readers of the journal.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private let limit: Int
    private var sealing: AttachmentSealing?
    /// Why it accepts no more bytes.
    private var end: (any Error)?

    init(name: String, limit: Int, place: AttachmentSealing.Place, in folder: AttachmentFolder) throws {
        self.limit = limit
        sealing = try AttachmentSealing(name: name, place: place, in: folder)
    }

    /// Encrypts the next bytes of the file, any number of them.
    ///
    /// Throws if there are more than the limit (`EngineError.attachmentTooLarge`) or the disk refuses them. An error ends the
    /// upload: nothing of it is left, and every further call throws the same error.
    package func write(_ bytes: [UInt8]) throws {
        if let end { throw end }
        do {
            guard Int64(bytes.count) <= Int64(limit) - (sealing?.count ?? 0) else {
                throw EngineError.attachmentTooLarge(limit: limit)
            }
            try sealing?.write(bytes)
        } catch {
            close(because: error)
            throw error
        }
    }

    /// Finishes the file. It is on the disk when this returns, and belongs to no entry yet.
    package func finish() throws -> StagedAttachment {
        if let end { throw end }
        guard let sealing = sealing.take() else { throw CancellationError() }
        end = CancellationError()
        return try sealing.finish()
    }

    /// Cancels the upload: nothing of it is left.
    package func abandon() { close(because: CancellationError()) }

    private func close(because reason: any Error) {
        if end == nil { end = reason }
        sealing = nil
    }
}

/// An encrypted file on the disk that belongs to no entry yet. It holds the file's key, so it stays inside the program, or
/// encrypted.
package struct StagedAttachment: Hashable, Sendable {
    package let id: RecordID
    package let journal: JournalID
    package let record: AttachmentRecord

    package init(id: RecordID, journal: JournalID, record: AttachmentRecord) {
        (self.id, self.journal, self.record) = (id, journal, record)
    }

    package var name: String { record.name }
    /// Media type.
    package var type: String { record.type }
    /// Bytes.
    package var size: Int64 { record.size }

    /// For a draft, which is stored encrypted.
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
