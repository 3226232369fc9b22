import Base

package enum ExportReadingError: Error, Hashable, Sendable {
    case notAnExport
    case newerVersion(Int64)
    case cutOff
    /// After this many records comes something that is not valid JSON.
    case malformed(afterRecord: Int)
}

extension ExportReadingError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .notAnExport:
            Explanation(
                "not_an_export", "this is not an export from Auralyst",
                hint: .on(
                    commandLine: "'auralyst export json --out FILE' makes one", page: "choose a JSON export made by Auralyst"))
        case .newerVersion(let version):
            Explanation(
                "newer_export", "the export was made by a newer version of Auralyst (format \(version))",
                hint: "update Auralyst, then import it again")
        case .cutOff:
            Explanation(
                "broken_export", "the export is cut off, so nothing was imported", hint: "copy or download it again")
        case .malformed(let record):
            Explanation(
                "broken_export", "the export is broken after record \(record), so nothing was imported",
                hint: "use an unchanged copy of it")
        }
    }
}
