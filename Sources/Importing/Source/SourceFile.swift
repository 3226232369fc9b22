import Basics
import Foundation

/// A file of a source, opened and checked to be a regular one.
package struct SourceFile {
    package let bytes: [UInt8]
    /// When it was last changed, in milliseconds since 1970.
    let modified: Int64

    /// Reads a file of at most `SourceText.limit` bytes. A folder, pipe, socket or device is refused at once; a link as the last
    /// part of the path is followed only if the person has named it.
    package init(path: String, followsLink: Bool) throws(ImportError) {
        let file = try SourceFile.opened(path, followsLink: followsLink)
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw .file(path: path, code: errno) }
        guard status.st_size <= Int64(SourceText.limit) else {
            throw .tooLarge(bytes: Int64(status.st_size), limit: Int64(SourceText.limit))
        }
        modified = Int64(status.st_mtim.tv_sec) * 1000
        bytes = try SourceFile.bytes(of: file, path: path, expected: Int(clamping: status.st_size))
    }

    static func head(of path: String, count: Int) throws(ImportError) -> [UInt8] {
        let file = try opened(path, followsLink: true)
        defer { close(file) }
        var failure: Int32 = 0
        let head = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = unsafe read(file, buffer.baseAddress.map { unsafe $0 + filled }, count - filled)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                guard got > 0 else { return }
                filled += got
            }
        }
        guard failure == 0 else { throw .file(path: path, code: failure) }
        return head
    }

    /// Why a file cannot be attached: it must be regular and readable, and no link. `nil` if it can.
    static func fault(of path: String) -> ImportError? {
        do {
            close(try opened(path, followsLink: false))
            return nil
        } catch {
            return error
        }
    }

    static func opened(_ path: String, followsLink: Bool) throws(ImportError) -> Int32 {
        // Non-blocking: a named pipe without a writer must not hang the program.
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
        let file = unsafe open(path, flags)
        guard file >= 0 else {
            // A socket, or a device without a driver; a link that must not be followed.
            if errno == ENXIO || errno == ENODEV || (errno == ELOOP && !followsLink) { throw .notAFile(path: path) }
            throw .file(path: path, code: errno)
        }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw .notAFile(path: path)
        }
        return file
    }

    // Into a single array without a copy: a source may have half a gigabyte.
    private static func bytes(of file: Int32, path: String, expected: Int) throws(ImportError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(expected)
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe part.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .file(path: path, code: errno) }
            guard count > 0 else { return bytes }
            bytes += part[..<count]
            guard bytes.count <= SourceText.limit else {
                throw .tooLarge(bytes: Int64(bytes.count), limit: Int64(SourceText.limit))
            }
        }
    }
}
