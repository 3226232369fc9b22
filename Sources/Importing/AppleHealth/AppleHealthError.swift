/// Why nothing of an export of Apple Health can be read.
package enum AppleHealthError: Error, Hashable, Sendable {
    /// Nowhere in the file begins `<HealthData`.
    case notAnExport
    /// An archive, but no export in it.
    case noExportInside
    case encrypted
    /// The archive is damaged before the export begins.
    case damagedArchive
    /// The archive unpacks to far more than any export of its length.
    case swollenArchive
    /// libarchive, which reads zip archives, is not on this machine.
    case noArchiveLibrary
}
