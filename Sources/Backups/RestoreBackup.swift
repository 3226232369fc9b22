import Base
import Basics
import Engine
import Foundation
import Ledger
import SQLite
import Store
import Vault

package struct BackupRestoration: Sendable {
    /// The files that were read, the monthly one first.
    package let files: [String]
    /// When the last of them was made, in milliseconds since 1970.
    package let created: Int64
    package let records: Int
    package let operations: Int
    /// Operations that do not open; they are in the log anyway.
    package let unopened: Int
    /// Encrypted files that exist.
    package let attachments: Int
    /// Encrypted files that the vault had lost already when the backup was made.
    package let missingAttachments: Int
    /// Age files in the folder that do not have a backup's name and were not read: there may be a renamed newer backup among
    /// them.
    package let unread: [String]
}

extension OpenVault {
    /// Throws if there is no such backup, or the new folder is not empty: before anyone types a code and a passphrase.
    package static func checkRestoring(from path: String, to folder: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { throw EngineError.file(path: path, code: ENOENT) }
        try RestoreTarget.checkEmpty(URL(fileURLWithPath: folder).standardizedFileURL.path)
    }

    /// Makes a new vault from a backup, in a folder that is new or empty.
    ///
    /// The new vault has the same identity, journals, keys and recovery code, but its own name, passphrase and device: the old
    /// machine may still exist, and two devices must not write on one chain. It is made beside the folder and renamed when it is
    /// complete, on the disk, and has the records that were backed up.
    package static func restoreBackup(
        from path: String, to folder: String, recoveryCode code: consuming RecoveryCode, passphrase: consuming Secret,
        surroundings: Surroundings, deviceName: String, cost: Argon2Cost = .standard, progress: ProgressReport = .silent
    ) throws -> BackupRestoration {
        let target = try RestoreTarget(folder)
        let recovery = code.duplicate()
        let opening = BackupOpening.recoveryCode(code)
        let chain = try BackupChain(
            at: URL(fileURLWithPath: path).standardizedFileURL.path, vault: nil, opening: opening)
        let location = VaultLocation(folder: target.scratch)
        guard unsafe mkdir(location.attachments, 0o700) == 0 else {
            throw EngineError.file(path: location.attachments, code: errno)
        }
        var body = try chain.newestKeys(opening)
        body.becomeAnotherDevice(name: deviceName, recoveryCode: recovery)
        body.recoveryProven = surroundings.now()
        var keys = try VaultFolder(path: location.folder).create(
            with: body, passphrase: passphrase, recoveryCode: recovery, cost: cost,
            createdMilliseconds: surroundings.now())
        let databaseKey = keys.databaseKey()
        let store = try unsafe databaseKey.withBytes { bytes in
            try unsafe Store(.file(location.database, mustExist: false), key: bytes)
        }
        guard FileAccess.makePrivate(location.database) else {
            throw EngineError.file(path: location.database, code: errno)
        }
        let replay = try store.write { writer in
            let replay = BackupReplay.restoring(into: writer, attachments: location.attachments)
            try chain.read(opening: opening, take: replay, progress: progress)
            return replay
        }
        progress.report("comparing", 0, 0)
        try chain.check(store, files: replay.files)
        let journals = try replay.geneses.keys.filter { try store.end(of: $0) == nil }
        _ = try store.write { writer in try enterDevice(of: keys, into: journals, with: writer) }
        // Gaps that the log had before are no new loss.
        try store.markLossesKnown(atEnd: 0)
        try store.walCheckpoint()
        if let genesis = keys.body[setting: "genesis"].flatMap({ try? Genesis(reading: $0) }),
            let operation = replay.geneses[genesis.journal]
        {
            try keys.update { (body) throws(VaultError) in body[setting: Self.genesisOperation] = operation }
        }
        try syncFolder(location.attachments)
        try target.putInPlace()
        return BackupRestoration(
            files: chain.names.map(\.text), created: chain.manifest.made, records: chain.manifest.records.records,
            operations: replay.operations, unopened: replay.unopened, attachments: replay.files.count,
            missingAttachments: chain.manifest.missing.count, unread: chain.unread)
    }
}

/// The folder that a vault is restored to, and the temporary one beside it.
private final class RestoreTarget {
    let scratch: String
    private let folder: String
    private let lock: Int32

    /// Throws if the folder is not empty.
    init(_ folder: String) throws {
        let folder = URL(fileURLWithPath: folder).standardizedFileURL.path
        let parent = URL(fileURLWithPath: folder).deletingLastPathComponent().path
        try Self.checkEmpty(folder)
        if !FileManager.default.fileExists(atPath: parent) {
            do {
                try FileManager.default.createDirectory(
                    atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw EngineError.file(path: parent, code: EACCES)
            }
        }
        self.folder = folder
        Self.sweep(parent)
        scratch = folder + ".restoring"
        lock = try lockBackups(scratch + ".lock", in: parent)
        // Leftovers of a restore that was killed.
        Folder.remove(scratch)
        guard unsafe mkdir(scratch, 0o700) == 0 else { throw EngineError.file(path: parent, code: errno) }
    }

    /// Removes leftovers of killed restores into other folders beside this one: those whose lock no program holds.
    private static func sweep(_ parent: String) {
        let ending = ".restoring.lock"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasSuffix(ending) {
            let path = parent + "/" + name
            let lock = unsafe open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard lock >= 0 else { continue }
            defer { FileLock.close(lock) }
            // What cannot be locked counts as locked.
            guard (try? FileLock.take(lock)) == true else { continue }
            Folder.remove(String(path.dropLast(".lock".count)))
            unsafe _ = unlink(path)
        }
    }

    static func checkEmpty(_ folder: String) throws {
        var about = stat()
        guard unsafe lstat(folder, &about) == 0 else { return }
        guard about.st_mode & S_IFMT == S_IFDIR, (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty == true
        else { throw EngineError.exists(path: folder) }
    }

    /// The whole vault appears at once.
    func putInPlace() throws {
        try syncFolder(scratch)
        guard unsafe rename(scratch, folder) == 0 else {
            throw errno == ENOTEMPTY || errno == EEXIST
                ? EngineError.exists(path: folder) : EngineError.file(path: folder, code: errno)
        }
        try syncFolder(URL(fileURLWithPath: folder).deletingLastPathComponent().path)
    }

    deinit {
        Folder.remove(scratch)
        unsafe _ = unlink(scratch + ".lock")
        FileLock.close(lock)
    }
}
