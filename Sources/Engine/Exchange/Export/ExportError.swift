/// Why an export is not made, read or wiped.
package enum ExportError: Error, Hashable, Sendable {
    /// The file is no export of ours.
    case notAnExport
    /// A newer version wrote it.
    case newerVersion(Int64)
    /// It ends in the middle.
    case cutOff
    /// What stands behind so many records is no JSON.
    case malformed(afterRecord: Int)
    /// A folder of files cannot be encrypted on its way.
    case folderStaysClear(ExportFormat)
    /// What lies there is no clear export of this vault, or was changed since.
    case notOurs(path: String)
}
