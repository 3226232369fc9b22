import CPlatform
import Foundation

/// A folder that only the owner can look into (0700), gone with all that is in it when it is let go: in memory where the machine
/// has such a file system. What is in memory is in no file of a disk; where the machine swaps, the system may still write it to
/// its swap space.
///
/// Anyone who has one holds a lock on it. What a program that was killed has left behind is therefore known by its lock being
/// free, whichever process it was and wherever that ran.
final class PrivateFolder: Sendable {
    /// Where it is.
    let path: String
    /// The open folder: its lock goes with it, also when the process is killed.
    private let file: Int32

    private static let prefix = "auralyst-page-"

    /// Makes one in the first of some places that takes it, and clears away what programs that were killed have left there.
    init(in places: [String]) throws(PDFError) {
        for place in places {
            PrivateFolder.sweep(place)
            if let made = PrivateFolder.make(in: place) {
                (path, file) = made
                return
            }
        }
        throw .noFolder
    }

    deinit {
        // Of a program that was just ended, children may write a file more.
        for _ in 0..<50 {
            try? FileManager.default.removeItem(atPath: path)
            if !FileManager.default.fileExists(atPath: path) { break }
            usleep(20_000)
        }
        close(file)
    }

    /// Places in memory that may be written to, the owner's own first.
    static func placesInMemory(_ environment: [String: String]) -> [String] {
        [environment["XDG_RUNTIME_DIR"], "/dev/shm", "/run/user/\(getuid())"]
            .compactMap(\.self).filter { unsafe platform_is_in_memory($0) == 1 && access($0, W_OK) == 0 }
    }

    private static func make(in place: String) -> (String, Int32)? {
        // Someone who sweeps may come between making and locking, and take the folder away.
        for _ in 0..<20 {
            var template = Array("\(place)/\(prefix)XXXXXX".utf8CString)
            let isMade = unsafe template.withUnsafeMutableBufferPointer { name in
                guard let start = name.baseAddress else { return false }
                return unsafe mkdtemp(start) != nil
            }
            guard isMade else { return nil }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if let file = lock(path) { return (path, file) }
        }
        return nil
    }

    private static func sweep(_ place: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] where name.hasPrefix(prefix) {
            guard let file = lock(place + "/" + name) else { continue }
            try? FileManager.default.removeItem(atPath: place + "/" + name)
            close(file)
        }
    }

    /// Opens and locks a folder of one's own that is closed to others; `nil` for anything else that bears such a name (a link,
    /// what belongs to another user), and for one that someone holds.
    private static func lock(_ path: String) -> Int32? {
        let file = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        var (opened, named) = (stat(), stat())
        guard unsafe fstat(file, &opened) == 0, opened.st_uid == getuid(), opened.st_mode & 0o7777 == 0o700,
            flock(file, LOCK_EX | LOCK_NB) == 0,
            // It may have gone, and another come in its place, before it was locked.
            unsafe lstat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev
        else {
            close(file)
            return nil
        }
        return file
    }
}
