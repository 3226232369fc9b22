import Engine
import Importing

extension ImportSource {
    /// Overwrites the source and deletes it, with the files that a database keeps beside itself. Only after everything has been
    /// read back from the vault, and where nothing `keepsOff`.
    package func destroy() throws {
        guard let tree, try keepsOff() == nil else { throw ImportError.notAFile(path: tree?.root ?? "") }
        try ClearFile(path: tree.root).destroy()
        guard format == .sqlite else { return }
        for ending in ["-wal", "-shm", "-journal"] { try ClearFile(path: tree.root + ending).destroy() }
    }
}
