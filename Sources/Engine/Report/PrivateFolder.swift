import CPlatform
import Foundation

/// A folder that only the owner can look into (0700), gone with all that lies in it when it is let go: in memory where the machine
/// has such a file system, so that nothing of it ever stands on a disk.
final class PrivateFolder: Sendable {
    /// Where it is.
    let path: String

    private static let prefix = "auralyst-page-"

    /// Makes one, and clears away what programs that were killed have left.
    /// - Parameter fallback: a folder on a disk that will do where there is none in memory, because what is made is to lie there.
    init(fallback: String?) throws(PDFError) {
        let inMemory = [ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"], "/dev/shm", "/run/user/\(getuid())"]
            .compactMap(\.self).filter { unsafe platform_is_in_memory($0) == 1 && access($0, W_OK) == 0 }
        for place in inMemory + [fallback].compactMap(\.self) {
            PrivateFolder.sweep(place)
            if let made = PrivateFolder.make(in: place) {
                path = made
                return
            }
        }
        throw .noFolder
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private static func make(in place: String) -> String? {
        var template = Array("\(place)/\(prefix)\(getpid())-XXXXXX".utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer { name in
            guard let start = name.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        return isMade ? String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    private static func sweep(_ place: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] where name.hasPrefix(prefix) {
            let process = name.dropFirst(prefix.count).prefix { $0 != "-" }
            guard let number = Int32(process), number > 0, kill(number, 0) != 0, errno == ESRCH else { continue }
            try? FileManager.default.removeItem(atPath: place + "/" + name)
        }
    }
}
