import Base

/// Why an export of ours cannot be read.
package enum ExportReadingError: Error, Hashable, Sendable {
    /// The file is no export of ours.
    case notAnExport
    /// A newer version wrote it.
    case newerVersion(Int64)
    /// It ends in the middle.
    case cutOff
    /// After this many records comes something that is not valid JSON.
    case malformed(afterRecord: Int)
}

extension ExportReadingError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .notAnExport:
            Explanation(
                "not_an_export", "this is no export of Auralyst", hint: "'auralyst export json --out FILE' makes one")
        case .newerVersion(let version):
            Explanation(
                "newer_export", "the export was made by a newer version (format \(version))",
                hint: "update Auralyst, then import it again")
        case .cutOff:
            Explanation(
                "broken_export", "the export ends in the middle, and nothing was imported",
                hint: "copy or download it again: the rest is missing")
        case .malformed(let record):
            Explanation(
                "broken_export", "what stands behind record \(record) is no JSON, and nothing was imported",
                hint: "take an unaltered copy of the export")
        }
    }
}
