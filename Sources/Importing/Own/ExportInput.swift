import Basics
import Foundation

/// Whether a file looks like our JSON export: by its first bytes, never by its name. `false` if it cannot be read.
package func isAuralystExport(path: String) -> Bool {
    guard let input = try? ExportInput(path: Folder.absolute(path)) else { return false }
    return input.looksLikeExport
}

/// A file on the disk, read in pieces.
package final class ExportInput {
    /// Bytes of the file.
    package let size: Int64
    /// The number of bytes handed out.
    package private(set) var done: Int64 = 0
    private let descriptor: Int32
    private let path: String

    /// Opens a regular file; throws an `ImportError` for anything else.
    package init(path: String) throws {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ImportError.file(path: path, code: errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            size = 0
            throw ImportError.notAFile(path: path)
        }
        size = Int64(status.st_size)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The next piece; empty at the end.
    package func next() throws -> [UInt8] {
        var fault: Int32?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
            var read = -1
            repeat { read = unsafe Foundation.read(descriptor, buffer.baseAddress, 1 << 18) } while read < 0 && errno == EINTR
            if read < 0 { fault = errno }
            count = max(0, read)
        }
        if let fault { throw ImportError.file(path: path, code: fault) }
        done += Int64(bytes.count)
        return bytes
    }

    fileprivate var looksLikeExport: Bool {
        var scanner = ExportScanner { [self] in try next() }
        do {
            try scanner.begin()
            return true
        } catch ExportReadingError.newerVersion {
            return true
        } catch {
            return false
        }
    }
}
