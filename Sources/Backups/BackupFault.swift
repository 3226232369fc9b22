/// Why a backup could not be made, checked or restored. Names are those of files in the backups' folder.
package enum BackupFault: Error, Hashable, Sendable {
    case notABackup(name: String)
    /// The folder has no backup by name, but this encrypted file may be a renamed one.
    case renamed(name: String)
    case newerVersion(name: String)
    /// The file was altered or cut, or contains what no backup does.
    case damaged(name: String)
    /// The file is encrypted for another recovery code or another vault.
    case otherKey(name: String)
    case forged(name: String)
    case parentMissing(name: String)
    case parentChanged(name: String)
    /// Everything opens, but the restored records are not those that were backed up.
    case differs(name: String)
    /// The new file did not restore to the vault's own records, so it was deleted.
    case unproven
    case newestMissing(name: String)
    /// The vault lacks this many operations that it had saved: an older copy replaced it, or its database has lost its end.
    case vaultLacks(operations: Int)
    /// Encrypted files that entries name are not in the backup.
    case attachmentsMissing(count: Int)
    case nothingThere(folder: String)
    /// The folder has backups of several vaults, and none was named.
    case severalVaults(folder: String)
    case insideVault
    /// Another program makes, checks or restores a backup in the same place.
    case busy
    /// No folder was named, and none was used before.
    case noFolder
    /// The parent of the named folder is missing: it is not created, since its disk may be missing.
    case placeMissing(folder: String)
    case folderGone(folder: String)
}
