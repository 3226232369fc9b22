import Foundation
import Ledger
import Records

/// A file that comes piece by piece and is sealed as it comes. What was written is removed when it is not finished.
package actor AttachmentUpload {
    private nonisolated let thread = VaultThread("upload")
    /// A thread of its own: a slow disk keeps nobody waiting who reads the journal.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private let limit: Int
    private var sealing: AttachmentSealing?
    /// Why nothing more is taken.
    private var end: (any Error)?

    init(name: String, limit: Int, place: AttachmentSealing.Place, in folder: AttachmentFolder) throws {
        self.limit = limit
        sealing = try AttachmentSealing(name: name, place: place, in: folder)
    }

    /// Seals the next bytes of the file, any number of them.
    ///
    /// Refuses more than the limit (`EngineError.attachmentTooLarge`) and what the disk does not take. After an error the
    /// upload has ended: nothing of it is left, and every further call throws the same.
    package func write(_ bytes: [UInt8]) throws {
        if let end { throw end }
        do {
            guard bytes.count <= limit - (sealing?.count ?? 0) else { throw EngineError.attachmentTooLarge(limit: limit) }
            try sealing?.write(bytes)
        } catch {
            close(because: error)
            throw error
        }
    }

    /// Ends the file. It is on the disk when this returns, and no entry has it yet.
    package func finish() throws -> StagedAttachment {
        if let end { throw end }
        guard let sealing = sealing.take() else { throw CancellationError() }
        end = CancellationError()
        return try sealing.finish()
    }

    /// Gives the file up: nothing of it is left.
    package func abandon() { close(because: CancellationError()) }

    private func close(because reason: any Error) {
        if end == nil { end = reason }
        sealing = nil
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
