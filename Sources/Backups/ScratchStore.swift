import Engine
import Foundation
import SQLite
import Store
import Vault

/// A store under a key that exists only while it is open, in a folder that is removed with it: backups are compared in it.
final class ScratchStore {
    let store: Store
    private let folder: ScratchFolder

    /// In an existing folder, for example the vault's. Leftovers of a killed program are removed first.
    init(in parent: String) throws {
        let folder = try ScratchFolder(in: parent)
        let key = Secret.random(count: 48)
        store = try unsafe key.withBytes {
            try unsafe Store(.file(folder.path + "/" + VaultFiles.scratchDatabase, mustExist: false), key: $0)
        }
        self.folder = folder
        try store.makeDisposable()
    }
}

/// The folder of a scratch store, and the lock that keeps others out of it, until the last owner releases them. The database may
/// be closed after that: its file has no name then.
private final class ScratchFolder {
    let path: String
    private let lock: Int32

    init(in parent: String) throws {
        let path = parent + "/" + VaultFiles.scratch
        let lock = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw EngineError.file(path: parent, code: errno) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw BackupFault.busy
        }
        (self.path, self.lock) = (path, lock)
        // From here on `deinit` removes the folder, whatever fails.
        try? FileManager.default.removeItem(atPath: path)
        guard unsafe mkdir(path, 0o700) == 0 else { throw EngineError.file(path: parent, code: errno) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        unsafe _ = unlink(path + ".lock")
        close(lock)
    }
}
