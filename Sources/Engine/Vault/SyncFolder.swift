import Basics
import Foundation

/// Syncs the names in a folder to the disk, so that created, linked or renamed files survive a power cut. Throws
/// `EngineError.file` with the system's `errno`.
package func syncFolder(_ path: String) throws {
    let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw EngineError.file(path: path, code: errno) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw EngineError.file(path: path, code: errno) }
}
