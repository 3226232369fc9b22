import Foundation

/// A file of which nothing shall be left.
package struct ClearFile {
    let path: String

    /// Nothing is opened yet.
    package init(path: String) { self.path = path }

    /// Overwrites it once with zeros, has that written to the disk, and deletes it; one that is not there is no fault.
    ///
    /// What a snapshot, a copy or a worn part of an SSD holds is out of reach. A link is deleted, what it points to is not
    /// touched.
    package func destroy() throws {
        let file = unsafe open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        if file >= 0 {
            defer { close(file) }
            _ = try ClearFile.overwrite(file, shown: path)
        } else if errno == ENOENT {
            return
        } else if errno != ELOOP {
            throw EngineError.file(path: path, code: errno)
        }
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw EngineError.file(path: path, code: errno) }
    }

    /// Writes zeros over all of an open regular file, down to the disk. `path` is what an error names.
    /// - Returns: how many bytes.
    static func overwrite(_ file: Int32, shown path: String) throws -> Int {
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw EngineError.notAFile(path: path) }
        let count = Int(status.st_size)
        let zeros = [UInt8](repeating: 0, count: 1 << 18)
        var offset = 0
        while offset < count {
            let piece = min(zeros.count, count - offset)
            let written = unsafe zeros.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, piece, off_t(offset)) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw EngineError.file(path: path, code: errno) }
            offset += written
        }
        guard fsync(file) == 0 else { throw EngineError.file(path: path, code: errno) }
        return count
    }
}
