import Foundation
import Ledger
import SQLite
import Store
import Vault

/// The files beside the vault file that go to another key together: `journal.db.next` and `journal.heads.next` are prepared under the new
/// one, and `journal.db.former` is the old database until it has been overwritten.
struct VaultKeyFiles {
    private let location: VaultLocation
    private var next: String { location.database + ".next" }
    private var former: String { location.database + ".former" }
    private var nextHeads: String { location.heads + ".next" }
    private static let sides = ["", "-wal", "-shm", "-journal"]

    init(_ location: VaultLocation) { self.location = location }

    /// Writes database and heads under the successor's key, onto the disk. Refuses a vault that lacks operations: what is lost may be found
    /// in another copy of the database, which only the old key opens.
    /// - Returns: what the successor's file has to say of the heads.
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
                at: nextHeads, key: successor.vaultKey().derive("heads"), context: ConfirmedHeads.Context(successor), now: now)
        else { throw EngineError.file(path: nextHeads, code: errno) }
        try syncFolder(location.folder)
        return pinned
    }

    /// Copies the database to the successor's key, and checks every page of the copy.
    private func copy(_ store: Store, to successor: borrowing UnlockedVault) throws {
        let file = unsafe open(next, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw EngineError.file(path: next, code: errno) }
        defer { close(file) }
        let path = next
        let key = successor.databaseKey()
        try store.settle()
        try unsafe key.withBytes { bytes in
            try unsafe store.copy(to: path, key: bytes)
            let copy = try unsafe Store(.file(path, mustExist: true), key: bytes)
            guard copy.isSound() else { throw SQLiteError.damaged(code: 0) }
        }
        guard fsync(file) == 0 else { throw EngineError.file(path: next, code: errno) }
    }

    /// Removes what `prepare` has made.
    func removePrepared() throws {
        for path in VaultKeyFiles.sides.map({ next + $0 }) + [nextHeads] { try remove(path) }
    }

    /// Refuses to go on with a vault file under another key than the database, where the new database is not there either: its old key
    /// is the only one that opens anything then.
    func requireDatabase(of keys: borrowing UnlockedVault) throws {
        let isWritten = !keys.notices.contains { $0.copy == .main }
        guard !isWritten, !FileManager.default.fileExists(atPath: next) else { return }
        // Only whether it opens counts.
        _ = try OpenVault.openStore(at: location.database, mustExist: true, isStill: true, keys: keys)
    }

    /// The database that a vault file opens. On a disk that cannot be written to, the new one may not be in its place.
    func database(of keys: borrowing UnlockedVault) -> String { present(location.database, or: next, keys) }

    /// The heads that belong to it.
    func heads(of keys: borrowing UnlockedVault) -> String { present(location.heads, or: nextHeads, keys) }

    private func present(_ path: String, or next: String, _ keys: borrowing UnlockedVault) -> String {
        let isWaiting = keys.body.keyChange?.stage == .committed && FileManager.default.fileExists(atPath: next)
        return isWaiting ? next : path
    }

    /// Puts the new files in the place of the old ones, and overwrites those: also where that was broken off.
    func putInPlace() throws {
        if FileManager.default.fileExists(atPath: next) {
            // Both names lead to the old database until the new one takes its place; where there can be no second name, it is moved.
            if FileManager.default.fileExists(atPath: location.database) {
                try remove(former)
                guard unsafe link(location.database, former) == 0 || rename(location.database, former) == 0
                else { throw EngineError.file(path: former, code: errno) }
            }
            // The old log must not be read into the new database.
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

    /// Overwrites a file and removes it. One that has another name as well, as in a copy made of hard links, is not written to, and one that
    /// cannot be (a bad sector, rights, no room) is removed all the same: it must not keep its owner out of the vault.
    private func erase(_ path: String) throws {
        var about = stat()
        guard unsafe lstat(path, &about) == 0, about.st_nlink == 1 else { return try remove(path) }
        do { try ClearFile(path: path).destroy() } catch { try remove(path) }
    }

    private func remove(_ path: String) throws {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw EngineError.file(path: path, code: errno) }
    }
}
