import Foundation

/// Reads and writes open files completely, despite partial system calls.
package enum Descriptor {
    /// Fills the buffer, or less at the end of the file; returns the count.
    package static func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileFault) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = unsafe Foundation.read(file, rest.baseAddress, rest.count)
            if count == 0 { break }
            if count > 0 { filled += count } else if errno != EINTR { throw FileFault(.read) }
        }
        return filled
    }

    /// The next `limit` bytes, or fewer at the end of the file.
    package static func read(_ file: Int32, _ limit: Int) throws(FileFault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let result: Result<Int, FileFault> = unsafe bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(FileFault) in try unsafe read(file, into: buffer) }
        }
        bytes.removeLast(limit - (try result.get()))
        return bytes
    }

    package static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(FileFault) {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = unsafe Foundation.write(file, rest.baseAddress, rest.count)
            if count >= 0 { done += count } else if errno != EINTR { throw FileFault(.write) }
        }
    }

    package static func sync(_ file: Int32) throws(FileFault) {
        #if canImport(Darwin)
            // fsync on Apple's systems leaves the bytes in the drive's cache.
            if fcntl(file, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(file) == 0 else { throw FileFault(.sync) }
    }
}
