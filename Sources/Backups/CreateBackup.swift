import Base
import Basics
import Engine
import Exchange
import Foundation
import Journal
import Ledger
import Store
import Vault

package struct BackupReceipt: Sendable {
    package let path: String
    /// Its length in bytes.
    package let size: Int64
    package let tier: BackupTier
    package let operations: Int
    /// Records that it restores, its parents included.
    package let records: Int
    package let attachments: Int
    /// Encrypted files that records name and that the vault has lost.
    package let missingAttachments: Int
    /// Files that have not arrived from another device yet: a later backup has them.
    package let absentAttachments: [FileStatus.Missing]
    package let removed: [String]
    /// Whether the folder is on the same disk as the vault: one fault may destroy both.
    package let isOnVaultsDisk: Bool
}

extension OpenVault {
    /// Writes a backup into a folder, creating it if only the folder itself is missing, and removes backups that are no longer
    /// needed.
    ///
    /// Without a tier, the folder's state decides: a monthly one if there is nothing to build on or a new month has begun, a
    /// weekly one after seven days, otherwise a daily one. A requested tier that has nothing to build on becomes a monthly one.
    /// The file gets its name only when it is complete and on the disk, and was restored into a scratch store with every record
    /// unchanged; otherwise this throws `BackupFault`.
    package func createBackup(
        in folder: String, tier asked: BackupTier? = nil, progress: ProgressReport = .silent
    ) throws -> BackupReceipt {
        guard !location.holds(folder) else { throw BackupFault.insideVault }
        try makeBackupFolder(folder)
        try prepareForBackup()
        let folder = URL(fileURLWithPath: folder).resolvingSymlinksInPath().standardizedFileURL.path
        var memory = BackupMemory(reading: try store.backup(inFolder: folder))
        let shelf = try BackupShelf(folder: folder, vault: hex(keys.header.vault.prefix(4)))
        try refuseLosses(beside: shelf, after: memory.newest?.name, progress: progress)
        let now = surroundings.now()
        let tier = try backupTier(asked, memory: memory, shelf: shelf, now: now)
        // Two within a second get two names.
        var name = BackupName(vault: keys.header.vault, created: now, tier: tier)
        // Its name comes after all existing ones, whatever the clock says: they are read in the order of their names.
        if let last = shelf.names.last, last.created >= name.created {
            name = BackupName(vault: keys.header.vault, created: last.created + 1000, tier: tier)
        }
        let target = try BackupTarget(name, in: folder)
        let (written, manifest) = try writeBackup(
            name, made: now, to: target, in: folder, parents: memory.parents(of: tier) ?? [],
            known: Set(memory.files(ofParentsOf: tier)), progress: progress)
        try target.keep()
        memory.note(written, tier: tier, files: manifest.attachments)
        memory.recipient = keys.body.recoveryRecipient
        memory.epochs = try backedUpEpochs()
        let bytes = memory.bytes
        try store.write { try $0.keep(backup: bytes, inFolder: folder) }
        let removed = try BackupShelf(folder: folder, vault: name.vault).superfluous().map(\.text)
            .filter { unsafe unlink(folder + "/" + $0) == 0 }
        let (lost, absent) = try sources(ofMissing: manifest.missing)
        return BackupReceipt(
            path: folder + "/" + name.text, size: written.size, tier: tier, operations: manifest.operations,
            records: manifest.records.records, attachments: manifest.attachments.count,
            missingAttachments: lost, absentAttachments: absent, removed: removed,
            isOnVaultsDisk: Self.disk(of: folder) == Self.disk(of: location.folder))
    }

    /// Makes one backup with everything for whoever takes it away, such as a browser: nothing remembers it, and no later one builds on
    /// it. It was restored and compared as every other, has no name on this disk, and disappears when it is closed.
    package func backupToTakeAway() throws -> (name: String, file: OpenFile, size: Int64) {
        try prepareForBackup()
        let now = surroundings.now()
        let name = BackupName(vault: keys.header.vault, created: now, tier: .monthly)
        let target = try BackupTarget(name, in: location.folder)
        _ = try writeBackup(name, made: now, to: target, in: location.folder, parents: [], known: [], progress: .silent)
        return (name.text, try OpenFile(path: location.folder + "/" + target.partialName), target.file.count)
    }

    /// Another program may have rotated a key, or replaced the recovery code. Files encrypted for a failed change do not belong to
    /// the vault, and without an open page in the browser nothing else removes them.
    private func prepareForBackup() throws {
        try keys.refresh()
        // What cannot be removed harms no backup.
        _ = try? removeForgottenFiles()
    }

    /// How many of the missing files are lost, and which devices have the others.
    private func sources(ofMissing names: [String]) throws -> (lost: Int, absent: [FileStatus.Missing]) {
        guard !names.isEmpty else { return (0, []) }
        let sources = try absentFiles()
        var (lost, status) = (0, FileStatus())
        for name in names {
            if case .waiting(let device)? = Ledger.bytes(fromHex: name).flatMap({ sources[$0] }) {
                status.add(missing: .waiting(device: device))
            } else {
                lost += 1
            }
        }
        return (lost, status.missing)
    }

    /// The number of the file system that contains a folder.
    private static func disk(of folder: String) -> dev_t? {
        var about = stat()
        return unsafe stat(folder, &about) == 0 ? about.st_dev : nil
    }

    private func makeBackupFolder(_ folder: String) throws {
        if let isFolder = Folder.isFolder(folder) {
            guard isFolder else { throw EngineError.file(path: folder, code: ENOTDIR) }
            return
        }
        // A disk that is not connected may leave its folder or no trace: nothing may be written in its place.
        let names = [folder, VaultLocation.resolved(folder)]
        if try names.contains(where: { try store.backup(inFolder: $0) != nil }) { throw BackupFault.folderGone(folder: folder) }
        let above = folderAbove(folder)
        guard Folder.isFolder(above) == true else {
            throw BackupFault.placeMissing(folder: above)
        }
        guard unsafe mkdir(folder, 0o700) == 0 else { throw EngineError.file(path: folder, code: errno) }
    }

    /// The tier that is due and can be built.
    private func backupTier(
        _ asked: BackupTier?, memory: BackupMemory, shelf: BackupShelf, now: Int64
    ) throws -> BackupTier {
        guard let monthly = memory.last[.monthly], memory.recipient == keys.body.recoveryRecipient,
            try memory.epochs == backedUpEpochs(), try memory.last.values.allSatisfy({ try store.holds($0.through) }),
            Self.isThere(monthly, in: shelf)
        else { return .monthly }
        if asked == .monthly { return .monthly }
        let weeklyIsThere = memory.last[.weekly].map { Self.isThere($0, in: shelf) } ?? true
        // A file that a daily one would leave out is gone: a weekly one contains it again.
        guard weeklyIsThere else { return asked == .daily || asked == nil ? .weekly : asked ?? .weekly }
        if let asked { return asked }
        func month(_ moment: Int64) -> LocalMonth {
            BackupName(vault: keys.header.vault, created: moment, tier: .daily).day.month
        }
        // Counted by when they were made, not by their names. One from the future was made with the clock ahead: when, is not known, and
        // the next one is a full one that later ones are counted from.
        if !BackupName.isPlausible(monthly.made, now: now) || month(now) != month(monthly.made) { return .monthly }
        let week = memory.last[.weekly] ?? monthly
        return !BackupName.isPlausible(week.made, now: now) || now - week.made >= 7 * 86_400_000 ? .weekly : .daily
    }

    /// Whether a written file still exists with its length.
    private static func isThere(_ written: BackupMemory.Written, in shelf: BackupShelf) -> Bool {
        OpenFile.size(at: shelf.folder + "/" + written.name.text) == written.size
    }

    private func backedUpEpochs() throws -> [String] {
        try store.journals().flatMap { journal in
            keys.body.epochs(of: journal.bytes).map { "\(journal.description):\($0)" }
        }.sorted()
    }
}

extension OpenVault {
    private func writeBackup(
        _ name: BackupName, made: Int64, to target: BackupTarget, in folder: String, parents: [BackupMemory.Written],
        known: Set<String>, progress: ProgressReport
    ) throws -> (BackupMemory.Written, BackupManifest) {
        let file = target.file
        do {
            let manifest = try store.read { _ in
                try writeContents(name, made: made, to: file, parents: parents, known: known, progress: progress)
            }
            try target.sync()
            try prove(name, in: folder, partial: target.partialName, progress: progress)
            return (
                BackupMemory.Written(
                    name: name, made: made, digest: file.digest, size: file.count, through: manifest.through), manifest
            )
        } catch AgeError.writing(let code) {
            throw EngineError.file(path: folder, code: code)
        } catch SealedStreamError.writing(let code) {
            throw EngineError.file(path: location.folder, code: code)
        }
    }

    /// Restores the new file into a scratch store and compares it, as `verifyBackup` does, before it gets its name.
    ///
    /// For a daily one the records of the whole chain are restored, but the encrypted files of its parents are not read again:
    /// the weekly one does that. Otherwise each day would cost as much as all files of the vault.
    private func prove(_ name: BackupName, in folder: String, partial: String, progress: ProgressReport) throws {
        let opening = BackupOpening.vault(keys.backupKeys())
        let chain = try BackupChain(name, in: folder, file: partial, opening: opening)
        do {
            _ = try Self.verify(
                chain, opening: opening, wholly: name.tier != .daily, scratch: location.folder, progress: progress)
        } catch {
            throw (error as? BackupFault) == .differs(name: name.text) ? BackupFault.unproven : error
        }
    }

    /// Writes everything from one unchanging state of the database.
    private func writeContents(
        _ name: BackupName, made: Int64, to file: HashedFile, parents: [BackupMemory.Written], known: Set<String>,
        progress: ProgressReport
    ) throws -> BackupManifest {
        let backupKeys = keys.backupKeys()
        let from = parents.last?.through ?? .start
        let log = try store.operations(after: from.row)
        let readable = try SealedScratch(in: location.folder)
        let isFull = name.tier == .monthly
        progress.report(say("reading the records"), 0, 0)
        let (digest, readableCount) = try readRecords(into: isFull ? readable.writer() : nil)
        let present = AttachmentFolder(path: location.attachments).sealedNames()
        var manifest = BackupManifest(
            vault: keys.header.vault, tier: name.tier, created: name.created, made: made,
            parents: parents.map { .init(name: $0.name.text, digest: $0.digest) }, from: from, through: try store.logEnd(),
            operations: log.count, records: digest, attachments: present.subtracting(known).sorted(),
            missing: try namedFiles().subtracting(present).subtracting(known).sorted())
        manifest.ceilings = try store.ceilings()
        let recipients = [try AgeRecipient(key: keys.body.recoveryRecipient), backupKeys.recipient]
        let age = AgeStream(try AgeWriter(to: recipients) { (bytes) throws(AgeError) in try file.write(bytes) })
        var tar = TarWriter(seconds: name.created / 1000) { try age.write($0) }
        try tar.add("manifest.json", manifest.bytes)
        try tar.add("manifest.code", Array((hex(backupKeys.code(of: manifest.bytes)) + "\n").utf8))
        try tar.add("README.txt", Array(BackupText.readme(manifest).utf8))
        try tar.begin("keys", size: Int64(keys.body.encoded().count))
        try tar.write(unsafe keys.body.encoded().withBytes { unsafe Array($0) })
        try writeLog(log, after: from.row, to: &tar, progress: progress)
        for (index, attachment) in manifest.attachments.enumerated() {
            try Task.checkCancellation()
            progress.report(say("backing up files"), index, manifest.attachments.count)
            try writeAttachment(attachment, to: &tar)
        }
        if isFull {
            try tar.begin("journal.json", size: readableCount)
            var reader = try readable.reader(count: readableCount)
            while let piece = try reader.next() { try tar.write(piece) }
        }
        try tar.finish()
        try age.finish()
        return manifest
    }

    /// The digest of all records; with a writer they are also written in readable form.
    private func readRecords(into writer: consuming SealedFileWriter?) throws -> (RecordsDigest, Int64) {
        guard var writer else { return (try store.recordsDigest(), 0) }
        var readable = ReadableRecords()
        try writer.write(ReadableRecords.opening)
        let digest = try store.recordsDigest { journal, kind, record, state in
            try writer.write(try readable.line(journal: journal, kind: kind, record: record, state: state))
        }
        try writer.write(RecordLines.closing)
        let count = writer.plaintextCount
        _ = try writer.finish()
        return (digest, count)
    }

    private func writeLog(
        _ log: (count: Int, bytes: Int64), after row: Int, to tar: inout TarWriter, progress: ProgressReport
    ) throws {
        try tar.begin("log.ops", size: log.bytes + 4 * Int64(log.count))
        var done = 0
        var portion: [UInt8] = []
        // Lent for the loop, so that the operations stay in the order of the log.
        var writer = tar
        try store.eachOperation(after: row) { _, bytes, _ in
            portion.append(bigEndian: UInt32(bytes.count))
            portion += bytes
            if portion.count >= 1 << 16 {
                try writer.write(portion)
                portion.removeAll(keepingCapacity: true)
            }
            done += 1
            if done % 1024 == 0 {
                try Task.checkCancellation()
                progress.report(say("backing up"), done, log.count)
            }
            return true
        }
        if !portion.isEmpty { try writer.write(portion) }
        tar = writer
    }

    private func writeAttachment(_ name: String, to tar: inout TarWriter) throws {
        let path = location.attachments + "/" + name
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw EngineError.file(path: location.attachments, code: errno) }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw EngineError.file(path: location.attachments, code: errno) }
        let size = Int64(status.st_size)
        try tar.begin("attachments/" + name, size: size)
        let source = HashedFile(file)
        while source.count < size {
            let piece = try source.read(Int(clamping: min(1 << 16, size - source.count)))
            guard !piece.isEmpty else { throw EngineError.attachmentDamaged(name: name) }
            try tar.write(piece)
        }
    }
}

/// An `AgeWriter` that several closures may share.
private final class AgeStream {
    private var writer: AgeWriter?

    init(_ writer: consuming AgeWriter) { self.writer = consume writer }

    func write(_ bytes: [UInt8]) throws(AgeError) { try writer?.write(bytes) }

    func finish() throws(AgeError) { try writer.take()?.finish() }
}
