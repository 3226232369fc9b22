import Basics
import Foundation

/// An unfinished file whose name ends in `.partial`: removed unless `keep` is called.
package struct PartialFile: ~Copyable {
    /// Open for writing.
    package let descriptor: Int32
    private let folder: String
    private let path: String
    private var isKept = false

    /// Creates an empty file that only its owner can read.
    package init(in folder: String) throws {
        self.folder = folder
        path = folder + "/" + UUID().uuidString.lowercased() + ".partial"
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            isKept = true
            throw EngineError.file(path: folder, code: errno)
        }
    }

    /// Gives it its final name. On the disk under that name when this returns.
    package consuming func keep(as name: String) throws {
        guard fsync(descriptor) == 0, unsafe rename(path, folder + "/" + name) == 0 else {
            throw EngineError.file(path: folder, code: errno)
        }
        isKept = true
        try syncFolder(folder)
    }

    /// Removes what programs left behind that were killed while they wrote.
    static func removeRemains(in folder: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".partial") && UUID(uuidString: String(name.dropLast(8))) != nil {
            unsafe _ = unlink(folder + "/" + name)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if !isKept { unsafe _ = unlink(path) }
    }
}
