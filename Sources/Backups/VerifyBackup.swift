import Base
import Basics
import Engine
import Foundation
import Ledger
import Records
import Store
import Vault

package struct BackupVerification: Sendable {
    /// The files that were read, the monthly one first.
    package let files: [String]
    package let tier: BackupTier
    /// When it was made, in milliseconds since 1970.
    package let created: Int64
    /// Restored records, deleted ones and settings too.
    package let records: Int
    package let operations: Int
    /// Operations that do not open, as in the vault.
    package let unopened: Int
    /// Encrypted files that exist and are intact.
    package let attachments: Int
    /// Encrypted files that the vault had lost already when the backup was made.
    package let missingAttachments: Int
    /// Age files in the folder that do not have a backup's name and were not read: there may be a renamed newer backup among
    /// them.
    package let unread: [String]
    /// Whether the open vault made the backup; `nil` if the vault was locked.
    package let isAuthentic: Bool?
    /// How many operations the vault has written since; `nil` if it was locked, or its log lacks this backup's end.
    package var since: Int?
    /// How many changes of this device the backup has and the vault lacks: an older copy replaced the vault.
    package var lacking = 0
}

extension OpenVault {
    /// Restores a backup into a scratch store beside the vault, which is removed again, and compares all records with the
    /// backup's digest. `path` is a file, or a folder whose newest backup is checked. Throws if anything is wrong.
    package func verifyBackup(at path: String, progress: ProgressReport = .silent) throws -> BackupVerification {
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
        let opening = BackupOpening.vault(keys.backupKeys())
        let own = hex(keys.header.vault.prefix(4))
        let now = surroundings.now()
        do {
            let chain = try BackupChain(at: path, vault: own, opening: opening)
            if chain.folder == path { try requireNewest(chain) }
            var found = try Self.verify(chain, opening: opening, scratch: location.folder, progress: progress)
            if try store.holds(chain.manifest.through) {
                found.since = try store.operations(after: chain.manifest.through.row).count
            } else if chain.isAuthentic == true, !isReadOnly {
                found.lacking = try noteHeads(of: chain, opening: opening, progress: progress)
            }
            try note(in: chain.folder) {
                $0.verified = now; $0.failed = nil
            }
            return found
        } catch let fault as BackupFault {
            if fault != .busy, let isFolder = Folder.isFolder(path) {
                let folder = isFolder ? path : URL(fileURLWithPath: path).deletingLastPathComponent().path
                // The fault itself is thrown.
                try? note(in: folder) { $0.failed = now }
            }
            throw fault
        }
    }

    /// Throws if this device's last backup is missing from the folder or renamed: an older one must not pass for it.
    private func requireNewest(_ chain: BackupChain) throws {
        guard let bytes = try store.backup(inFolder: chain.folder), let newest = chain.names.last,
            let last = BackupMemory(reading: bytes).last.values.map(\.name).max(), newest < last
        else { return }
        throw BackupFault.newestMissing(name: last.text)
    }

    /// Changes what is remembered of a folder, if anything is.
    private func note(in folder: String, _ change: (inout BackupMemory) -> Void) throws {
        guard let bytes = try store.backup(inFolder: folder) else { return }
        var memory = BackupMemory(reading: bytes)
        change(&memory)
        let changed = memory.bytes
        try store.write { try $0.keep(backup: changed, inFolder: folder) }
    }

    /// The same for a locked vault, with its recovery code. It cannot tell whether the vault itself made the file.
    package static func verifyBackup(
        at path: String, recoveryCode: consuming RecoveryCode, vault: [UInt8]?, scratch: String,
        progress: ProgressReport = .silent
    ) throws -> BackupVerification {
        let opening = BackupOpening.recoveryCode(recoveryCode)
        let chain = try BackupChain(
            at: URL(fileURLWithPath: path).standardizedFileURL.path, vault: vault.map { hex($0.prefix(4)) }, opening: opening)
        return try verify(chain, opening: opening, scratch: scratch, progress: progress)
    }

    /// `wholly`: see `BackupChain.read`.
    static func verify(
        _ chain: BackupChain, opening: borrowing BackupOpening, wholly: Bool = true, scratch: String, progress: ProgressReport
    ) throws -> BackupVerification {
        let scratch = try ScratchStore(in: scratch)
        let store = scratch.store
        let replay = try store.write { writer in
            let replay = BackupReplay.comparing(into: writer)
            try chain.read(opening: opening, wholly: wholly, take: replay, progress: progress)
            return replay
        }
        progress.report("comparing", 0, 0)
        try chain.check(store, files: replay.files)
        return BackupVerification(
            files: chain.names.map(\.text), tier: chain.manifest.tier, created: chain.manifest.made,
            records: chain.manifest.records.records, operations: replay.operations, unopened: replay.unopened,
            attachments: replay.files.count, missingAttachments: chain.manifest.missing.count, unread: chain.unread,
            isAuthentic: chain.isAuthentic)
    }
}

extension BackupChain {
    /// Throws if the store's records are not those that were backed up, or name encrypted files that are missing.
    func check(_ store: Store, files: Set<String>) throws {
        guard try store.recordsDigest() == manifest.records else { throw BackupFault.differs(name: names[names.count - 1].text) }
        let named = Set(try store.records(kind: AttachmentRecord.kind).compactMap { $0.state["hash"]?.string })
        let lacking = named.subtracting(files).subtracting(manifest.missing)
        guard lacking.isEmpty else { throw BackupFault.attachmentsMissing(count: lacking.count) }
    }
}
