/// Why an export is not made, decrypted or wiped.
package enum ExportError: Error, Hashable, Sendable {
    /// This format is not encrypted on its way.
    case staysClear(ExportFormat)
    /// The key or passphrase does not open the encrypted export.
    case wrongKey
    /// The encrypted export is damaged, or no age file.
    case damagedSeal
    /// Decrypting it would take more memory than a file may ask for, in GB; nothing was tried.
    case costlySeal(gigabytes: Int64)
    /// Checking its passphrase takes more memory than is free.
    case outOfMemory
    /// What lies there is no clear export of this vault, or was changed since.
    case notOurs(path: String)
    /// It was exported by this vault, and changed since.
    case editedSince(path: String)
    case insideVault(path: String)
}
