import CPlatform
import Foundation

/// A folder that only the owner can read (0700), removed with all its content when it is released; in memory if the machine has
/// such a file system. Content in memory is in no file on a disk, but a system with swap may still write it to its swap space.
///
/// The process holds a lock on the folder. So a leftover of a killed program is recognised by its free lock, whichever process it
/// was and wherever that ran.
final class PrivateFolder: Sendable {
    /// Where it is.
    let path: String
    /// The open folder: its lock is released with it, even when the process is killed.
    private let file: Int32

    private static let prefix = "auralyst-page-"

    /// Creates one in the first place that allows it, and removes the leftovers of killed programs there.
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
        // Children of a program that was just ended may still write a file.
        for _ in 0..<50 {
            try? FileManager.default.removeItem(atPath: path)
            if !FileManager.default.fileExists(atPath: path) { break }
            usleep(20_000)
        }
        close(file)
    }

    /// Writable places in memory, the owner's own first.
    static func placesInMemory(_ environment: [String: String]) -> [String] {
        [environment["XDG_RUNTIME_DIR"], "/dev/shm", "/run/user/\(getuid())"]
            .compactMap(\.self).filter { unsafe platform_is_in_memory($0) == 1 && access($0, W_OK) == 0 }
    }

    private static func make(in place: String) -> (String, Int32)? {
        // Another process may remove the folder as a leftover between creating and locking it.
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

    /// Opens and locks the owner's own private folder; `nil` for anything else with such a name (a link, another user's folder),
    /// and for one that is locked.
    private static func lock(_ path: String) -> Int32? {
        let file = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        var (opened, named) = (stat(), stat())
        guard unsafe fstat(file, &opened) == 0, opened.st_uid == getuid(), opened.st_mode & 0o7777 == 0o700,
            flock(file, LOCK_EX | LOCK_NB) == 0,
            // It may have been removed and replaced before it was locked.
            unsafe lstat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev
        else {
            close(file)
            return nil
        }
        return file
    }
}
