import Foundation

/// A file, a pipe or a terminal that is open; closed when nothing holds this any more.
package final class OpenFile: Sendable {
    /// The system's number for it.
    package let descriptor: Int32
    private let closes: Bool

    /// Takes over a descriptor. `closes`: whether it is closed at the end.
    package init(_ descriptor: Int32, closes: Bool = true) { (self.descriptor, self.closes) = (descriptor, closes) }

    /// Opens a file for reading, or with other flags of `open(2)`.
    package convenience init(path: String, flags: Int32 = O_RDONLY) throws(FileFault) {
        let descriptor = unsafe open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFault(.open) }
        self.init(descriptor)
    }

    deinit { if closes { close(descriptor) } }

    /// What the program reads from its standard input.
    package static let standardInput = OpenFile(STDIN_FILENO, closes: false)
    /// Where results go.
    package static let standardOutput = OpenFile(STDOUT_FILENO, closes: false)

    /// Where a person reads remarks, questions and errors. A line that cannot be written there has nowhere else to go.
    package static func say(_ text: String, to descriptor: Int32 = STDERR_FILENO) {
        do throws(FileFault) { try OpenFile(descriptor, closes: false).write(Array(text.utf8)) } catch {}
    }

    /// The length of the file that a path leads to, in bytes; `nil` where nothing is.
    package static func size(at path: String) -> Int? {
        var about = stat()
        return unsafe stat(path, &about) == 0 ? Int(about.st_size) : nil
    }

    /// The next `limit` bytes; fewer at the end of the file, none after it.
    package func read(_ limit: Int) throws(FileFault) -> [UInt8] { try Descriptor.read(descriptor, limit) }

    /// Writes all bytes.
    package func write(_ bytes: some Collection<UInt8>) throws(FileFault) {
        let result: Result<Void, FileFault>? = bytes.withContiguousStorageIfAvailable { buffer in
            Result { () throws(FileFault) in try unsafe Descriptor.write(UnsafeRawBufferPointer(buffer), to: descriptor) }
        }
        guard let result else { return try write(ContiguousArray(bytes)) }
        try result.get()
    }

    /// Goes to a place, counted in bytes from the beginning.
    package func seek(to offset: Int) throws(FileFault) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw FileFault(.read) }
    }

    /// Goes to the end, and returns the file's length in bytes.
    package func seekToEnd() throws(FileFault) -> Int {
        let end = lseek(descriptor, 0, SEEK_END)
        guard end >= 0 else { throw FileFault(.read) }
        return Int(end)
    }

    /// Cuts the file off, or lengthens it with zeros.
    package func truncate(to size: Int) throws(FileFault) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw FileFault(.write) }
    }

    /// Everything written so far is on the disk when this returns.
    package func sync() throws(FileFault) { try Descriptor.sync(descriptor) }
}
