import Basics
import Foundation
import Ledger
import SQLite
import Store
import Vault

/// The files that change to another key together with the vault file: `journal.db.next` and `journal.heads.next` are prepared
/// under the new one, and `journal.db.former` is the old database until it is overwritten.
struct VaultKeyFiles {
    private let location: VaultLocation
    private var next: String { location.database + ".next" }
    private var former: String { location.database + ".former" }
    private var nextHeads: String { location.heads + ".next" }
    private static let sides = ["", "-wal", "-shm", "-journal"]

    init(_ location: VaultLocation) { self.location = location }

    /// Writes database and heads to the disk under the new key. Refuses a vault that lacks operations: they may be found in
    /// another copy of the database, which only the old key opens.
    /// - Returns: what the new vault file must record of the heads.
    func prepare(
        _ successor: borrowing UnlockedVault, from keys: borrowing UnlockedVault, now: Int64
    ) throws -> [UInt8]? {
        guard keys.body[setting: OpenVault.founded] != nil else { throw EngineError.unfinished }
        try removePrepared()
        var heads = OpenVault.headsOnDisk(of: keys, at: location)
        guard !heads.isMissing else { throw EngineError.headsMissing }
        let store = try OpenVault.openStore(at: location.database, mustExist: true, isStill: false, keys: keys)
        let device = DeviceID(publicKey: keys.body.devicePublicKey)
        guard try store.missingOperations() == 0,
            try OpenVault.sum(heads, store: store, device: device, { $0.lost(databaseEnd: $1) }) == 0
        else { throw KeysError.needsRepair }
        try copy(store, to: successor)
        guard
            let pinned = heads.begin(
                at: nextHeads, key: successor.vaultKey().derive("heads"), context: ConfirmedHeads.context(successor), now: now)
        else { throw EngineError.file(path: nextHeads, code: errno) }
        try syncFolder(location.folder)
        return pinned
    }

    /// Copies the database to the new key, and checks every page of the copy.
    private func copy(_ store: Store, to successor: borrowing UnlockedVault) throws {
        let file = unsafe open(next, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw EngineError.file(path: next, code: errno) }
        defer { close(file) }
        let path = next
        let key = successor.databaseKey()
        try store.walCheckpoint()
        try unsafe key.withBytes { bytes in
            try unsafe store.copy(to: path, key: bytes)
            let copy = try unsafe Store(.file(path, mustExist: true), key: bytes)
            guard copy.isSound() else { throw SQLiteError.damaged(code: 0) }
        }
        guard fsync(file) == 0 else { throw EngineError.file(path: next, code: errno) }
    }

    func removePrepared() throws {
        for path in VaultKeyFiles.sides.map({ next + $0 }) + [nextHeads] { try remove(path) }
    }

    /// Throws if the vault file and the database have different keys and the new database is missing too: the old key is then the
    /// only one that opens anything.
    func requireDatabase(of keys: borrowing UnlockedVault) throws {
        let isWritten = !keys.notices.contains { $0.copy == .main }
        guard !isWritten, !FileManager.default.fileExists(atPath: next) else { return }
        // Only whether it opens matters.
        _ = try OpenVault.openStore(at: location.database, mustExist: true, isStill: true, keys: keys)
    }

    /// The database that a vault file opens. On a read-only disk the new one may not be in its place yet.
    func database(of keys: borrowing UnlockedVault) -> String { present(location.database, or: next, keys) }

    /// The heads file that belongs to it.
    func heads(of keys: borrowing UnlockedVault) -> String { present(location.heads, or: nextHeads, keys) }

    private func present(_ path: String, or next: String, _ keys: borrowing UnlockedVault) -> String {
        let isWaiting = keys.body.keyChange?.stage == .committed && FileManager.default.fileExists(atPath: next)
        return isWaiting ? next : path
    }

    /// Moves the new files into place and overwrites the old ones; also continues an interrupted run.
    func putInPlace() throws {
        if FileManager.default.fileExists(atPath: next) {
            // Both names refer to the old database until the new one takes its place; on a disk without hard links it is moved.
            if FileManager.default.fileExists(atPath: location.database) {
                try remove(former)
                guard unsafe link(location.database, former) == 0 || rename(location.database, former) == 0
                else { throw EngineError.file(path: former, code: errno) }
            }
            // The old write-ahead log must not be read into the new database.
            for side in VaultKeyFiles.sides.dropFirst() { try remove(location.database + side) }
            try move(next, to: location.database)
        }
        if FileManager.default.fileExists(atPath: nextHeads) { try move(nextHeads, to: location.heads) }
        try syncFolder(location.folder)
        for name in WipePlan.files(in: location.folder).map(\.name) where VaultFiles.isUnderFormerKey(name) {
            try erase(location.folder + "/" + name)
        }
        try syncFolder(location.folder)
    }

    private func move(_ path: String, to target: String) throws {
        guard unsafe rename(path, target) == 0 else { throw EngineError.file(path: path, code: errno) }
    }

    /// Overwrites a file and removes it. A file with further hard links, as in a backup made of them, is not overwritten. One
    /// that cannot be written (a bad sector, permissions, a full disk) is still removed: it must not lock its owner out of the
    /// vault.
    private func erase(_ path: String) throws {
        var about = stat()
        guard unsafe lstat(path, &about) == 0, about.st_nlink == 1 else { return try remove(path) }
        do { try ClearFile(path: path).destroy() } catch { try remove(path) }
    }

    private func remove(_ path: String) throws {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw EngineError.file(path: path, code: errno) }
    }
}
