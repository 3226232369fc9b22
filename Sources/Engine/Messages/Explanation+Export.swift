extension ExportError: Explainable {
    var explanation: Explanation {
        switch self {
        case .notAnExport:
            Explanation(
                "not_an_export", "this is no export of Auralyst", hint: "'auralyst export json --out FILE' makes one")
        case .newerVersion(let version):
            Explanation(
                "newer_version", "the export was made by a newer version (format \(version))",
                hint: "update Auralyst, then import it again")
        case .cutOff:
            Explanation(
                "malformed_json", "the export ends in the middle, and nothing was imported",
                hint: "copy or download it again: the rest is missing")
        case .malformed(let record):
            Explanation(
                "malformed_json", "what stands behind record \(record) is no JSON, and nothing was imported",
                hint: "take an unaltered copy of the export")
        case .folderStaysClear(let format):
            Explanation(
                "not_encrypted", "an export as \(format.rawValue) is a folder and cannot be encrypted",
                hint: "json, html and jrnl can be: they are one file", exit: .usage)
        case .notOurs(let path):
            Explanation(
                "not_our_export", "\(path) is no clear export of this vault, or was changed since",
                hint: "it was left as it is; 'auralyst wipe-export' lists those that are known")
        }
    }
}
