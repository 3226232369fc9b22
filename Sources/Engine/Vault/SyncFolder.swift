import Foundation

/// The names in a folder are on the disk when this returns: files that were made, linked or renamed there stay so after a
/// power cut. Throws `EngineError.file` with the system's `errno`.
package func syncFolder(_ path: String) throws {
    let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw EngineError.file(path: path, code: errno) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw EngineError.file(path: path, code: errno) }
}
