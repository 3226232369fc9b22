import Basics
import Foundation

/// A file that must not exist yet.
package struct NewFile {
    let path: String

    package init(path: String) { self.path = path }

    /// Writes the whole file, readable by its owner only; on an error nothing is left.
    package func write(_ bytes: [UInt8]) throws {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw errno == EEXIST ? EngineError.exists(path: path) : EngineError.file(path: path, code: errno)
        }
        let output = OpenFile(file)
        do throws(FileFault) {
            try output.write(bytes)
            try output.sync()
        } catch {
            unsafe _ = unlink(path)
            throw EngineError.file(path: path, code: error.code)
        }
    }
}
