import Basics
import Foundation

/// Small files that are replaced completely or not at all, even if the power fails midway.
enum AtomicFile {
    enum Content: Equatable {
        case bytes([UInt8])
        case tooLong
        case missing
        case notAFile
        case unreadable(FileFault)
    }

    /// Reads a regular file of at most `limit` bytes.
    static func read(_ path: String, limit: Int) -> Content {
        // Non-blocking: a named pipe in the file's place must not hang the program.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return errno == ENOENT ? .missing : .unreadable(FileFault(.open)) }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { return .unreadable(FileFault(.read)) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .notAFile }
        guard status.st_size <= limit else { return .tooLong }
        do throws(FileFault) {
            let bytes = try Descriptor.read(file, limit + 1)
            return bytes.count > limit ? .tooLong : .bytes(bytes)
        } catch {
            return .unreadable(error)
        }
    }

    /// Writes `bytes` to `temporary` (0600), syncs it, and renames it to `path`.
    ///
    /// Both are in `folder`. After an error or a crash `path` has the old content or all of the new. With `erasing`, the old
    /// content is overwritten once no name leads to it.
    static func replace(
        _ path: String, with bytes: [UInt8], by temporary: String, in folder: String, erasing: Bool = false
    ) throws(FileFault) {
        let former: Int32 = unsafe erasing ? open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC) : -1
        defer { if former >= 0 { close(former) } }
        do throws(FileFault) {
            try write(bytes, to: temporary)
            guard unsafe rename(temporary, path) == 0 else { throw FileFault(.rename) }
        } catch {
            unsafe _ = unlink(temporary)
            throw error
        }
        try syncFolder(folder)
        var about = stat()
        // Another name may still lead to it, such as that of a hard-linked copy.
        if former >= 0, unsafe fstat(former, &about) == 0, about.st_nlink == 0 { try overwrite(former) }
    }

    /// Overwrites an open file with random bytes over its whole length; synced to disk on return.
    static func overwrite(_ file: Int32) throws(FileFault) {
        var about = stat()
        guard unsafe fstat(file, &about) == 0 else { throw FileFault(.write) }
        var left = Int64(about.st_size)
        var generator = SystemRandomNumberGenerator()
        while left > 0 {
            let piece = (0..<Int(clamping: min(left, 1 << 16))).map { _ in generator.next() as UInt8 }
            try unsafe piece.withBytes { (bytes) throws(FileFault) in try unsafe Descriptor.write(bytes, to: file) }
            left -= Int64(piece.count)
        }
        try Descriptor.sync(file)
    }

    /// Syncs the folder's names to disk.
    static func syncFolder(_ folder: String) throws(FileFault) {
        let file = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw FileFault(.open) }
        defer { close(file) }
        try Descriptor.sync(file)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(FileFault) {
        // A new file: a leftover of a crash is removed, and a link there, soft or hard, is removed and not written through.
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw FileFault(.open) }
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileFault(.open) }
        defer { close(file) }
        guard FileAccess.makePrivate(file) else { throw FileFault(.write) }
        try unsafe bytes.withBytes { (buffer) throws(FileFault) in try unsafe Descriptor.write(buffer, to: file) }
        try Descriptor.sync(file)
    }
}

extension [UInt8] {
    /// `withUnsafeBytes` with a typed error.
    func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        let result: Result<R, E> = unsafe withUnsafeBytes { bytes in Result { () throws(E) in try unsafe body(bytes) } }
        return try result.get()
    }
}
