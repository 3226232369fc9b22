import Foundation

/// Destroys a file.
package struct ClearFile {
    let path: String

    package init(path: String) { self.path = path }

    /// Overwrites the file once with zeros, syncs that to the disk, and deletes it; a missing file is no error.
    ///
    /// Snapshots, copies and worn parts of an SSD are out of reach. A link of either kind is deleted, and what it leads to is not touched.
    package func destroy() throws {
        let file = unsafe open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        if file >= 0 {
            defer { close(file) }
            var about = stat()
            // Another name leads to it, which is not ours to overwrite.
            if unsafe fstat(file, &about) != 0 || about.st_nlink == 1 { _ = try ClearFile.overwrite(file, shown: path) }
        } else if errno == ENOENT {
            return
        } else if errno != ELOOP {
            throw EngineError.file(path: path, code: errno)
        }
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw EngineError.file(path: path, code: errno) }
    }

    /// Overwrites all of an open regular file with zeros, down to the disk. `path` is named in errors.
    /// - Returns: the number of bytes.
    static func overwrite(_ file: Int32, shown path: String) throws -> Int64 {
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw EngineError.notAFile(path: path) }
        let count = Int64(status.st_size)
        let zeros = [UInt8](repeating: 0, count: 1 << 18)
        var offset: Int64 = 0
        while offset < count {
            let piece = Int(clamping: min(Int64(zeros.count), count - offset))
            let written = unsafe zeros.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, piece, off_t(offset)) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw EngineError.file(path: path, code: errno) }
            offset += Int64(written)
        }
        guard fsync(file) == 0 else { throw EngineError.file(path: path, code: errno) }
        return count
    }
}
