import Base
import Foundation
import Journal
import Ledger
import Records
import Store
import Vault

/// The keys of attachments are in operations: when those are re-encrypted, the files must be as well.
extension OpenVault {
    struct FileToReseal {
        let id: RecordID
        let record: AttachmentRecord
    }

    /// The records whose files are still encrypted with a key from an operation of an earlier epoch.
    func attachmentsToReseal(of journal: JournalID, _ resealing: Resealing) throws -> [FileToReseal] {
        try store.records(kind: AttachmentRecord.kind).compactMap { found in
            guard found.journal == journal, let key = found.state.fields["key"], key.name.stamp < resealing.begun,
                let record = AttachmentRecord(fields: found.state.values)
            else { return nil }
            return FileToReseal(id: found.id, record: record)
        }
    }

    /// Re-encrypts each file with a new key, bound to a new place; its record is changed by an ordinary operation. A missing or
    /// damaged file stays as it is, and is reported.
    func resealAttachments(
        of journal: JournalID, _ resealing: Resealing, into report: inout RotationReport, progress: ProgressReport
    ) async throws {
        let list = try attachmentsToReseal(of: journal, resealing)
        for (index, attachment) in list.enumerated() {
            progress.report(say("encrypting files again"), index, list.count)
            do {
                if try await reseal(attachment, of: journal) { report.attachments += 1 }
            } catch let error as EngineError {
                switch error {
                case .attachmentMissing(let name), .attachmentDamaged(let name): report.faultyAttachments.append(name)
                default: throw error
                }
            }
            try await giveWay()
        }
    }

    /// - Parameter patches: what changes in the file itself.
    /// - Returns: `false` if another writer changed the record meanwhile; then nothing is changed.
    func reseal(
        _ attachment: FileToReseal, of journal: JournalID, with patches: [PicturePatch] = []
    ) async throws -> Bool {
        let old = attachment.record
        var new = old
        var generator = surroundings.generator
        new.key = unsafe Secret.random(count: 32).withBytes { unsafe Array($0) }
        new.blob = RecordID.random(using: &generator).bytes
        new.hash = try await copy(old, of: journal, sealedAs: new, of: journal, with: patches)
        let folder = AttachmentFolder(path: location.attachments)
        var isChanged = false
        try act(in: journal) { writer in
            let state = try writer.state(of: attachment.id, kind: AttachmentRecord.kind, journal: journal)
            // Another writer may have changed the record while the file was copied.
            guard AttachmentRecord(fields: state.values) == old else { return [] }
            isChanged = true
            let fields = new.fields.filter { ["key", "blob", "hash"].contains($0.key) }
            return [state.mutation(kind: AttachmentRecord.kind, record: attachment.id, setting: fields)]
        }
        folder.remove(isChanged ? old.hash : new.hash)
        return isChanged
    }

    /// Re-encrypts a file piece by piece under another key, if needed for another journal; nothing is written to the disk
    /// unencrypted.
    /// - Returns: the new file's name.
    func copy(
        _ old: AttachmentRecord, of journal: JournalID, sealedAs new: AttachmentRecord, of newJournal: JournalID,
        with patches: [PicturePatch] = []
    ) async throws -> [UInt8] {
        let folder = AttachmentFolder(path: location.attachments)
        let input = try folder.openedBlob(old)
        defer { close(input) }
        let partial = try PartialFile(in: folder.path)
        do {
            var reader = try SealedFileReader(
                input, plaintextCount: old.size, name: old.hash, key: Secret(copying: old.key),
                context: AttachmentFolder.context(journal: journal, blob: old.blob))
            var writer = try SealedFileWriter(
                to: partial.descriptor, key: Secret(copying: new.key),
                context: AttachmentFolder.context(journal: newJournal, blob: new.blob))
            var (pieces, offset): (Int, Int64) = (0, 0)
            while let piece = try reader.next(patched: patches, from: offset) {
                try writer.write(piece)
                offset += Int64(piece.count)
                pieces += 1
                if pieces % 128 == 0 { try await giveWay() }
            }
            let receipt = try writer.finish()
            try partial.keep(as: hex(receipt.name))
            return receipt.name
        } catch let error as SealedStreamError {
            throw folder.explained(error, name: old.name, target: folder.path)
        }
    }

    /// Removes the encrypted files that records named earlier and do not name any more: their keys may have been read.
    /// - Returns: how many could not be removed.
    func removeOldFiles(of journal: JournalID) throws -> Int {
        // From one state of the database: between two, another program may give a record a name missing from the first.
        let superseded = try store.read { _ in
            var old: Set<String> = []
            for record in try store.records(kind: AttachmentRecord.kind) where record.journal == journal {
                let writes = try store.writes(of: "hash", record: record.id, kind: AttachmentRecord.kind)
                old.formUnion(writes.compactMap { $0.value.string })
            }
            return old.subtracting(try namedFiles())
        }
        let folder = AttachmentFolder(path: location.attachments)
        let old = folder.sealedNames().intersection(superseded)
        return old.count - folder.remove(old.sorted())
    }
}
