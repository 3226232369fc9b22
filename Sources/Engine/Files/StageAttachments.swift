import Base
import Foundation
import Ledger
import Records
import Store
import Vault

/// Attachments sent and fetched piece by piece, as a browser does.
extension OpenVault {
    /// Begins to encrypt a file of at most `limit` bytes for an entry of a journal (`nil`: the default one).
    ///
    /// `name` may be any text that a browser sent; only its last part is used. The media type is derived from the bytes and the
    /// suffix, never from what the browser says.
    package func beginAttachment(name: String, limit: Int, journal: JournalID? = nil) throws -> AttachmentUpload {
        let folder = AttachmentFolder(path: location.attachments)
        try folder.make()
        var generator = surroundings.generator
        let place = AttachmentSealing.Place(journal: try journal ?? defaultJournal(), using: &generator)
        return try AttachmentUpload(name: AttachmentFolder.plainName(name), limit: limit, place: place, in: folder)
    }

    /// Removes an encrypted file that was not added to an entry after all. One that a record names stays.
    package func discardStaged(_ staged: StagedAttachment) throws {
        guard try !namedFiles().contains(hex(staged.record.hash)) else { return }
        AttachmentFolder(path: location.attachments).remove(staged.record.hash)
    }

    /// An entry's attachments in their order. One whose record is missing or incomplete is left out.
    package func attachmentList(of entry: StoredEntry) throws -> [AttachmentInfo] {
        try entry.attachments.compactMap { id in
            try attachmentRecord(of: id, journal: entry.journal).map { AttachmentInfo(id: id, record: $0) }
        }
    }

    /// One attachment of an entry. Throws `EngineError.noSuchAttachment` for an id that the entry does not list.
    package func attachment(_ id: RecordID, of entry: RecordID) throws -> AttachmentInfo {
        AttachmentInfo(id: id, record: try listed(id, of: entry).record)
    }

    /// Opens one attachment of an entry at an offset; after its end there is nothing to read.
    /// - Parameter keepsPlace: a picture says where it was taken.
    package func openAttachment(
        _ id: RecordID, of entry: RecordID, from offset: Int64 = 0, keepsPlace: Bool = true
    ) throws -> AttachmentReading {
        let (record, journal) = try listed(id, of: entry)
        return try open(StagedAttachment(id: id, journal: journal, record: record), from: offset, keepsPlace: keepsPlace)
    }

    /// Opens a file of an unsaved entry.
    package func openStaged(_ staged: StagedAttachment) throws -> AttachmentReading { try open(staged) }

    private func open(_ named: StagedAttachment, from offset: Int64 = 0, keepsPlace: Bool = true) throws -> AttachmentReading {
        let (record, journal) = (named.record, named.journal)
        let folder = AttachmentFolder(path: location.attachments)
        let file: Int32
        do { file = try folder.openedBlob(record) } catch { throw try placed(error, record, in: journal) }
        do {
            let context = AttachmentFolder.context(journal: journal, blob: record.blob)
            return try AttachmentReading(
                file, record, info: AttachmentInfo(id: named.id, record: record), from: min(max(0, offset), record.size),
                patches: keepsPlace ? [] : folder.placeRemoval(record, context: context), context: context, in: folder)
        } catch {
            close(file)
            throw (error as? SealedStreamError).map { folder.explained($0, name: record.name, target: folder.path) } ?? error
        }
    }

    /// Saves a new entry whose files may have been encrypted before its journal was chosen: those are re-encrypted for it.
    package func add(resealing new: NewEntry) async throws -> StoredEntry {
        let journal = try new.journal ?? defaultJournal()
        let stray = new.staged.filter { $0.journal != journal }
        guard !stray.isEmpty else { return try add(new) }
        var fitting = new
        fitting.staged = []
        do {
            for file in new.staged {
                fitting.staged.append(file.journal == journal ? file : try await resealed(file, for: journal))
            }
            let stored = try add(fitting)
            for file in stray { try? discardStaged(file) }
            return stored
        } catch {
            for file in fitting.staged where !new.staged.contains(file) { try? discardStaged(file) }
            throw error
        }
    }

    /// The file re-encrypted with a new key for another journal.
    func resealed(_ staged: StagedAttachment, for journal: JournalID) async throws -> StagedAttachment {
        var record = staged.record
        var generator = surroundings.generator
        record.key = unsafe Secret.random(count: 32).withBytes { unsafe Array($0) }
        record.blob = RecordID.random(using: &generator).bytes
        record.hash = try await copy(staged.record, of: staged.journal, sealedAs: record, of: journal)
        return StagedAttachment(id: staged.id, journal: journal, record: record)
    }

    /// Makes sure that staged files can be added to an entry of this journal: that they exist, and are not removed as unused
    /// meanwhile.
    func claim(_ staged: [StagedAttachment], for journal: JournalID) throws {
        let folder = AttachmentFolder(path: location.attachments)
        for attachment in staged {
            guard attachment.journal == journal else { throw EngineError.noSuchAttachment(attachment.id) }
            guard folder.touch(attachment.record.hash) else { throw EngineError.attachmentMissing(name: attachment.name) }
        }
    }

    func listed(_ id: RecordID, of entry: RecordID) throws -> (record: AttachmentRecord, journal: JournalID) {
        let stored = try self.entry(entry)
        guard stored.attachments.contains(id), let record = try attachmentRecord(of: id, journal: stored.journal)
        else { throw EngineError.noSuchAttachment(id) }
        return (record, stored.journal)
    }

    func attachmentRecord(of id: RecordID, journal: JournalID) throws -> AttachmentRecord? {
        let state = try store.read { try $0.state(of: id, kind: AttachmentRecord.kind, journal: journal) }
        return AttachmentRecord(fields: state.values)
    }
}
