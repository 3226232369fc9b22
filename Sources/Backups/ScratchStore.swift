import Basics
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

/// Takes the lock of a working folder in `parent`. Throws busy if another program has it.
func lockBackups(_ path: String, in parent: String) throws -> Int32 {
    do throws(FileFault) {
        if let lock = try FileLock.open(path) { return lock }
    } catch {
        throw EngineError.file(path: parent, code: error.code)
    }
    throw BackupFault.busy
}

/// The folder of a scratch store, and the lock that keeps others out of it, until the last owner releases them. The database may
/// be closed after that: its file has no name then.
private final class ScratchFolder {
    let path: String
    private let lock: Int32

    init(in parent: String) throws {
        let path = parent + "/" + VaultFiles.scratch
        (self.path, lock) = (path, try lockBackups(path + ".lock", in: parent))
        // From here on `deinit` removes the folder, whatever fails.
        Folder.remove(path)
        guard unsafe mkdir(path, 0o700) == 0 else { throw EngineError.file(path: parent, code: errno) }
    }

    deinit {
        Folder.remove(path)
        unsafe _ = unlink(path + ".lock")
        FileLock.close(lock)
    }
}
