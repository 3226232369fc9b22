import Basics
import Foundation

extension VaultFolder {
    /// The files of a vault's folder that hold key slots, or once held them; the main copy first.
    package static let keyFiles = ["vault.auralyst", "vault.auralyst.bak", "vault.auralyst.tmp", "vault.auralyst.damaged"]

    /// Destroys all key slots, in every copy of the vault file: first each of them is overwritten with chance, onto the disk, then
    /// they are removed. Without its slots nothing opens the vault, whatever else of it is left.
    ///
    /// Needs no key, takes a damaged file like a sound one, and leaves what is no regular file. Broken off, it can be done
    /// again. Refuses as busy while another process writes the vault. On a disk that writes elsewhere than it is told
    /// (flash, snapshots) older bytes may stay: nobody but the disk reaches them.
    package func destroyKeys() throws(VaultError) {
        try whileLocked { () throws(VaultError) in
            try FileFault.asVaultError { () throws(FileFault) in
                for name in Self.keyFiles { try Self.overwrite(path + "/" + name) }
                for name in Self.keyFiles where try Self.isRegular(path + "/" + name) {
                    guard unsafe unlink(path + "/" + name) == 0 || errno == ENOENT else { throw FileFault(.write) }
                }
                try AtomicFile.syncFolder(path)
            }
        }
    }

    private static func isRegular(_ path: String) throws(FileFault) -> Bool {
        var about = stat()
        guard unsafe lstat(path, &about) == 0 else {
            if errno == ENOENT { return false }
            throw FileFault(.open)
        }
        return about.st_mode & S_IFMT == S_IFREG
    }

    /// Random bytes over a file's whole length, on the disk when this returns; nothing where there is no file.
    static func overwrite(_ path: String) throws(FileFault) {
        guard try isRegular(path) else { return }
        // Its owner may have made it read-only; who may not change that cannot open it either.
        unsafe _ = chmod(path, 0o600)
        let file = unsafe open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw FileFault(.open) }
        defer { close(file) }
        try AtomicFile.overwrite(file)
    }
}
