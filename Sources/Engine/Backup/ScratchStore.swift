import Foundation
import SQLite
import Store
import Vault

/// A store under a key that exists only while it is open, in a folder that is removed with it: what a backup is compared in.
final class ScratchStore {
    let store: Store
    private let folder: String
    private let lock: Int32

    /// In a folder that is there, for example the vault's. What a killed program has left is removed first.
    init(in parent: String) throws {
        folder = parent + "/backup-scratch"
        let path = parent + "/backup-scratch.lock"
        lock = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw EngineError.file(path: parent, code: errno) }
        do {
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw BackupFault.busy }
            try? FileManager.default.removeItem(atPath: folder)
            guard unsafe mkdir(folder, 0o700) == 0 else { throw EngineError.file(path: parent, code: errno) }
            let database = folder + "/scratch.db"
            let key = Secret.random(count: 48)
            store = try unsafe key.withBytes { try unsafe Store(.file(database, mustExist: false), key: $0) }
            try store.makeDisposable()
        } catch {
            if (error as? BackupFault) != .busy { try? FileManager.default.removeItem(atPath: folder) }
            close(lock)
            throw error
        }
    }

    deinit {
        // The database is closed after this; its file has no name any more then.
        try? FileManager.default.removeItem(atPath: folder)
        unsafe _ = unlink(folder + ".lock")
        close(lock)
    }
}
