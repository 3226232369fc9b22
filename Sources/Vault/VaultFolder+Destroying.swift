import Basics
import Foundation

extension VaultFolder {
    /// The files of a vault's folder that hold key slots, or once held them; the main copy first.
    package static let keyFiles = ["vault.auralyst", "vault.auralyst.bak", "vault.auralyst.tmp", "vault.auralyst.damaged"]

    /// Destroys all key slots, in every copy of the vault file: overwrites each file with random bytes, syncs it, then removes
    /// them. Without its slots nothing unlocks the vault, whatever remains of it.
    ///
    /// Needs no key, works on damaged files too, and skips anything but regular files. If interrupted, it can be repeated. Throws
    /// busy while another process writes the vault. On storage that does not overwrite in place (flash, snapshots) older bytes
    /// may remain, within reach of the device's firmware only.
    package func destroyKeys() throws(VaultError) {
        try whileLocked { () throws(VaultError) in
            let names = Self.keyFiles.map { path + "/" + $0 }
            try FileFault.asVaultError { () throws(FileFault) in
                // A copy made of hard links loses its slots with the first two. What leads elsewhere at the other names may be any file.
                for name in names { try Self.overwrite(name, ifOnly: name == main || name == backup ? nil : names) }
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

    /// Overwrites a file with random bytes over its whole length, synced to disk; does nothing if there is no file.
    /// - Parameter names: does nothing either if a name that is none of these leads to the file; `nil`: whatever leads to it.
    static func overwrite(_ path: String, ifOnly names: [String]? = nil) throws(FileFault) {
        guard try isRegular(path) else { return }
        var about = stat()
        if let names, unsafe lstat(path, &about) == 0, about.st_nlink > 1 {
            let own = names.count { name in
                var other = stat()
                return unsafe lstat(name, &other) == 0 && other.st_ino == about.st_ino && other.st_dev == about.st_dev
            }
            guard about.st_nlink <= own else { return }
        }
        // The file may be read-only; if the mode cannot be changed, opening fails as well.
        _ = FileAccess.makePrivate(path)
        let file = unsafe open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw FileFault(.open) }
        defer { close(file) }
        try AtomicFile.overwrite(file)
    }
}
