import Foundation

extension Explanation {
    /// A refusal of the operating system about a path that the owner named or owns.
    package init(systemError code: Int32, path: String) {
        switch code {
        case ENOENT: self.init("not_found", "\(path) is not there", hint: "check the spelling of the path")
        case EACCES, EPERM:
            self.init("not_allowed", "\(path) may not be read or written by you", hint: "check who owns it ('ls -l')")
        case ENOSPC, EDQUOT:
            self.init("disk_full", "no room is left on the disk", hint: "make room and try again; nothing that was saved is lost")
        case EROFS: self.init("read_only", "\(path) is on a disk that cannot be written to", hint: "choose another place")
        case EISDIR: self.init("not_a_file", "\(path) is a folder", hint: "name one file")
        case ENOTDIR: self.init("not_a_folder", "\(path) is not a folder", hint: "name a folder")
        default:
            self.init(
                "system", "\(path): the system says: \(Explanation.words(ofSystemError: code))",
                hint: "nothing that was saved is lost")
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
        self.init(systemError: code, path: refusal.filePath ?? "a file of the vault")
    }

    /// A length in the largest decimal unit that leaves no rest.
    package static func size(_ bytes: Int) -> String {
        let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
        guard let (size, unit) = units.first(where: { bytes >= $0.0 && bytes % $0.0 == 0 }) else { return "\(bytes) bytes" }
        return "\(bytes / size) \(unit)"
    }

    /// The system's own words for an `errno`.
    package static func words(ofSystemError code: Int32) -> String {
        unsafe String(cString: strerror(code)).lowercased()
    }
}
