import Base
import Basics
import Foundation
import Journal
import Ledger
import Records
import Store
import Vault

/// A file that was encrypted for an entry about to be saved.
package struct SealedAttachment {
    package let id: RecordID
    /// Adds it to the entry.
    package let mutation: Mutation
    /// SHA-256 of the encrypted file, which is its name.
    let hash: [UInt8]

    package init(_ staged: StagedAttachment) {
        id = staged.id
        mutation = Mutation(kind: AttachmentRecord.kind, record: id, fields: staged.record.fields)
        hash = staged.record.hash
    }
}

extension OpenVault {
    /// Encrypts files into the folder of attachments, one after the other, in constant memory: all of them, or on an error none.
    /// Nothing refers to them yet: if the entry is not saved, they are only unreadable bytes. Staged files follow them unchanged.
    package func seal(
        _ paths: [String], staged: [StagedAttachment] = [], existing: Int, journal: JournalID, progress: ProgressReport
    ) throws -> [SealedAttachment] {
        guard !paths.isEmpty || !staged.isEmpty else { return [] }
        let count = existing + paths.count + staged.count
        guard count <= Limits.attachments else { throw EngineError.tooManyAttachments(count: count) }
        try claim(staged, for: journal)
        return try seal(paths, journal: journal, progress: progress)
            + staged.map { SealedAttachment(try forItsJournal($0)) }
    }

    private func seal(_ paths: [String], journal: JournalID, progress: ProgressReport) throws -> [SealedAttachment] {
        let folder = AttachmentFolder(path: location.attachments)
        try folder.make()
        var generator = surroundings.generator
        var sealed: [SealedAttachment] = []
        do {
            for (index, path) in paths.enumerated() {
                progress.report(say("encrypting files"), index, paths.count)
                sealed.append(try seal(path, into: folder, journal: journal, using: &generator))
            }
        } catch {
            discard(sealed)
            throw error
        }
        return sealed
    }

    private func seal(
        _ path: String, into folder: AttachmentFolder, journal: JournalID,
        using generator: inout any RandomNumberGenerator & Sendable
    ) throws -> SealedAttachment {
        let blob = RecordID.random(using: &generator).bytes
        let key = Secret.random(count: 32)
        let sealed = try folder.seal(path, key: key, context: AttachmentFolder.context(journal: journal, blob: blob))
        let name = URL(fileURLWithPath: path).lastPathComponent
        let record = AttachmentRecord(
            name: name, type: MediaType.named(by: name), size: sealed.plaintextCount,
            key: unsafe key.withBytes { unsafe Array($0) }, blob: blob, hash: sealed.name)
        let staged = StagedAttachment(id: RecordID.random(using: &generator), journal: journal, record: record)
        return SealedAttachment(try forItsJournal(staged, isNew: true))
    }

    /// Removes encrypted files whose entry will certainly not be saved: never after a commit was attempted, since one that failed
    /// may still be on the disk.
    package func discard(_ attachments: [SealedAttachment]) {
        let folder = AttachmentFolder(path: location.attachments)
        for attachment in attachments { folder.remove(attachment.hash) }
    }

    /// The records of an entry's attachments, in their order.
    package func attachments(of entry: StoredEntry) throws -> [AttachmentRecord] {
        try entry.attachments.compactMap { id in
            try store.state(of: id, kind: AttachmentRecord.kind).flatMap { AttachmentRecord(fields: $0.values) }
        }
    }

    /// Decrypts an entry's attachments into a folder; an existing file is not overwritten. Of two with the same name the second
    /// gets a number.
    ///
    /// One that cannot be written does not stop the others: its error is thrown after them. `written` gets each path at once.
    /// - Parameter keepsPlaces: pictures say where they were taken.
    /// - Returns: the paths written.
    @discardableResult
    package func saveAttachments(
        of entry: StoredEntry, to folder: String, keepsPlaces: Bool = false, written: @Sendable (String) -> Void = { _ in }
    ) throws -> [String] {
        guard let isFolder = Folder.isFolder(folder) else { throw EngineError.file(path: folder, code: ENOENT) }
        guard isFolder else { throw EngineError.file(path: folder, code: ENOTDIR) }
        let sealed = AttachmentFolder(path: location.attachments)
        let records = try attachments(of: entry)
        var paths: [String] = []
        var fault: (any Error)?
        for (record, name) in zip(records, FileName.distinct(records.map(\.name))) {
            let target = VaultLocation(folder: folder).folder + "/" + name
            do {
                let context = AttachmentFolder.context(journal: entry.journal, blob: record.blob)
                try sealed.open(record, context: context, to: target, keepsPlace: keepsPlaces)
            } catch {
                fault = try fault ?? placed(error, record, in: entry.journal)
                continue
            }
            try remember(
                ClearExport(
                    path: target, form: .attachment, made: surroundings.now(), digest: ClearExportWiper.digest(of: target)))
            paths.append(target)
            written(target)
        }
        if let fault { throw fault }
        return paths
    }

    /// Checks every encrypted file that a record names. `faults`: missing or damaged, with the hashes of the damaged ones;
    /// `absent`: not here yet.
    func checkAttachments(
        progress: ProgressReport
    ) throws -> (sound: Int, faults: [EngineError], damaged: [[UInt8]], absent: [EngineError]) {
        let folder = AttachmentFolder(path: location.attachments)
        let records = try store.records(kind: AttachmentRecord.kind)
        var (faults, absent): ([EngineError], [EngineError]) = ([], [])
        var damaged: Set<[UInt8]> = []
        for (index, record) in records.enumerated() {
            progress.report(say("checking files"), index, records.count)
            guard let attachment = AttachmentRecord(fields: record.state.values) else { continue }
            do {
                try folder.verify(attachment, context: AttachmentFolder.context(journal: record.journal, blob: attachment.blob))
            } catch {
                switch try placed(error, attachment, in: record.journal) {
                case let error as EngineError:
                    if case .attachmentNotHere = error { absent.append(error) } else { faults.append(error) }
                    if case .attachmentDamaged = error { damaged.insert(attachment.hash) }
                case let other: throw other
                }
            }
        }
        return (records.count - faults.count - absent.count, faults, damaged.sorted { $0.lexicographicallyPrecedes($1) }, absent)
    }
}
