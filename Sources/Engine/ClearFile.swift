import Foundation

/// A file in clear that is to vanish.
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
            try overwrite(file)
        } else if errno == ENOENT {
            return
        } else if errno != ELOOP {
            throw EngineError.file(path: path, code: errno)
        }
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw EngineError.file(path: path, code: errno) }
    }

    private func overwrite(_ file: Int32) throws {
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw EngineError.notAFile(path: path) }
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        var left = Int(status.st_size)
        while left > 0 {
            let count = unsafe zeros.withUnsafeBytes { unsafe write(file, $0.baseAddress, min(left, $0.count)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw EngineError.file(path: path, code: errno) }
            left -= count
        }
        guard fsync(file) == 0 else { throw EngineError.file(path: path, code: errno) }
    }
}
