import Foundation

/// An open file, pipe or terminal, closed with its last reference.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    private let closes: Bool

    /// Takes over a descriptor. `closes`: whether to close it at the end.
    package init(_ descriptor: Int32, closes: Bool = true) { (self.descriptor, self.closes) = (descriptor, closes) }

    /// Opens a file for reading, or with other flags of `open(2)`.
    package convenience init(path: String, flags: Int32 = O_RDONLY, mode: mode_t = 0) throws(FileFault) {
        let descriptor = unsafe open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileFault(.open) }
        self.init(descriptor)
    }

    deinit { if closes { close(descriptor) } }

    package static let standardInput = OpenFile(STDIN_FILENO, closes: false)
    /// The program's standard output, for results.
    package static let standardOutput = OpenFile(STDOUT_FILENO, closes: false)

    /// Prints a remark, question or error for a person. If it cannot be written, it is lost.
    package static func say(_ text: String, to descriptor: Int32 = STDERR_FILENO) {
        do throws(FileFault) { try OpenFile(descriptor, closes: false).write(Array(text.utf8)) } catch {}
    }

    /// Whether another name leads to the file at a path (a hard link). Writing to it would change that file too.
    package static func hasOtherName(_ path: String) -> Bool {
        var about = stat()
        return unsafe lstat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFREG && about.st_nlink > 1
    }

    /// Opens a small file of the program's own for reading and writing, or creates it (0600). If another name leads to it, that one
    /// keeps it, and this path gets a new file. -1 with `errno`.
    package static func ownDescriptor(_ path: String) -> Int32 {
        if hasOtherName(path) { unsafe _ = unlink(path) }
        let file = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        var about = stat()
        guard file >= 0, unsafe fstat(file, &about) == 0, about.st_nlink > 1 || about.st_mode & S_IFMT != S_IFREG else {
            return file
        }
        close(file)
        errno = EMLINK
        return -1
    }

    /// The length of the file at a path, in bytes; `nil` if there is none.
    package static func size(at path: String) -> Int64? {
        var about = stat()
        return unsafe stat(path, &about) == 0 ? Int64(about.st_size) : nil
    }

    /// The next `limit` bytes; fewer at the end of the file, none after it.
    package func read(_ limit: Int) throws(FileFault) -> [UInt8] { try Descriptor.read(descriptor, limit) }

    package func write(_ bytes: some Collection<UInt8>) throws(FileFault) {
        let result: Result<Void, FileFault>? = bytes.withContiguousStorageIfAvailable { buffer in
            Result { () throws(FileFault) in try unsafe Descriptor.write(UnsafeRawBufferPointer(buffer), to: descriptor) }
        }
        guard let result else { return try write(ContiguousArray(bytes)) }
        try result.get()
    }

    /// Moves to an offset in bytes from the beginning.
    package func seek(to offset: Int64) throws(FileFault) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw FileFault(.read) }
    }

    /// Moves to the end, and returns the file's length in bytes.
    package func seekToEnd() throws(FileFault) -> Int64 {
        let end = lseek(descriptor, 0, SEEK_END)
        guard end >= 0 else { throw FileFault(.read) }
        return Int64(end)
    }

    /// Truncates the file, or extends it with zeros.
    package func truncate(to size: Int64) throws(FileFault) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw FileFault(.write) }
    }

    package func sync() throws(FileFault) { try Descriptor.sync(descriptor) }
}
