import Foundation

extension Explanation {
    /// A refusal of the operating system about a path that the owner named or owns.
    package init(systemError code: Int32, path: String) {
        switch code {
        case ENOENT: self.init("not_found", "\(path) does not exist", hint: "check the spelling of the path")
        case EACCES, EPERM:
            self.init("not_allowed", "you are not allowed to read or write \(path)", hint: "check who owns it ('ls -l')")
        case ENOSPC, EDQUOT:
            self.init("disk_full", "the disk is full", phone: "this phone has no room left", hint: .moreRoom)
        case EROFS: self.init("read_only", "\(path) is on a read-only disk", hint: "choose another place")
        case EISDIR: self.init("not_a_file", "\(path) is a folder", hint: "name a file")
        case ENOTDIR: self.init("not_a_folder", "\(path) is not a folder", hint: "name a folder")
        case EMLINK:
            self.init(
                "linked_file", "\(path) has another name (a hard link), so changes here would change that file too",
                hint: "give this one a file of its own: cp -p FILE FILE.copy && mv FILE.copy FILE")
        default:
            self.init(
                "system", "\(path): \(Explanation.words(ofSystemError: code))", hint: "nothing you saved is lost")
        }
    }

    /// A refusal of the operating system that came through Foundation; `nil` for an error that is none.
    init?(cocoaError error: any Error) {
        guard let refusal = error as? CocoaError else { return nil }
        let code: Int32 =
            switch refusal.code {
            case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
            case .fileReadNoPermission, .fileWriteNoPermission: EACCES
            case .fileWriteOutOfSpace: ENOSPC
            case .fileWriteVolumeReadOnly: EROFS
            default: (refusal.underlying as? POSIXError)?.code.rawValue ?? EIO
            }
        self.init(systemError: code, path: refusal.filePath ?? "a file in the vault")
    }

    /// A length in the largest decimal unit that leaves no rest.
    package static func size(_ bytes: some BinaryInteger) -> String {
        let bytes = Int64(clamping: bytes)
        let units: [(Int64, String)] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
        guard let (size, unit) = units.first(where: { bytes >= $0.0 && bytes % $0.0 == 0 }) else { return "\(bytes) bytes" }
        return "\(bytes / size) \(unit)"
    }

    package static func words(ofSystemError code: Int32) -> String {
        unsafe String(cString: strerror(code)).lowercased()
    }
}
