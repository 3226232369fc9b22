import Basics
import CArchive
import Foundation

/// An archive from inside another one, in memory: nothing is unpacked to a disk. It is gone when its last owner releases it.
final class HeldArchive: Sendable {
    let around: [SourceTree.File]
    /// The path at which it can be opened while it exists.
    let path: String
    private let file: OpenFile

    /// An empty one; `nil` if the system has no files in memory.
    init?(beside around: [SourceTree.File]) {
        var place = [CChar](repeating: 0, count: 64)
        let descriptor = unsafe carchive_memory(&place)
        guard descriptor >= 0 else { return nil }
        (self.around, file) = (around, OpenFile(descriptor))
        path = String(decoding: place.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    // In a browser it has a name.
    deinit { unsafe _ = unlink(path) }

    func write(_ bytes: [UInt8]) throws(ImportError) {
        do { try file.write(bytes) } catch { throw .file(path: path, code: error.code) }
    }
}
