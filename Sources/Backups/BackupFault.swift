/// Why a backup was not made, checked or restored. Names are those of files in the folder of backups.
package enum BackupFault: Error, Hashable, Sendable {
    /// The file is no backup of Auralyst.
    case notABackup(name: String)
    /// A newer program wrote it.
    case newerVersion(name: String)
    /// The file was altered or cut, or holds what no backup holds.
    case damaged(name: String)
    /// The file is sealed for another recovery code or another vault.
    case otherKey(name: String)
    /// Whoever made the file did not have this vault open.
    case forged(name: String)
    /// A file that this backup builds on is gone.
    case parentMissing(name: String)
    /// A file that this backup builds on is not the one that it was.
    case parentChanged(name: String)
    /// Everything opens, but the records that come out are not those that went in.
    case differs(name: String)
    /// What was written did not restore to the vault's own records, so that it was not kept.
    case unproven
    /// The backup that this device made last is not in the folder.
    case newestMissing(name: String)
    /// The vault lacks so many operations that it had saved: an older copy was put in its place, or its database has lost its end.
    case vaultLacks(operations: Int)
    /// Sealed files that entries name are not in the backup.
    case attachmentsMissing(count: Int)
    /// The folder holds no backup of this vault.
    case nothingThere(folder: String)
    /// The folder holds backups of several vaults, and none was named.
    case severalVaults(folder: String)
    /// Backups were to be kept inside the vault's own folder.
    case insideVault
    /// Another program makes, checks or restores a backup at the same place.
    case busy
    /// No folder was named, and none was used before.
    case noFolder
    /// The folder above the one that was named is not there: it is not made, since its disk may be missing.
    case placeMissing(folder: String)
    /// Backups were made into this folder, and it is gone.
    case folderGone(folder: String)
}
