import CArchive
import Foundation

/// An archive from inside another one, in memory: nothing is unpacked to a disk. It is gone when its last owner releases it.
final class HeldArchive: Sendable {
    let around: [SourceTree.File]
    private let descriptor: Int32
    /// The path at which it can be opened while it exists.
    let path: String

    /// An empty one; `nil` if the system has no files in memory.
    init?(beside around: [SourceTree.File]) {
        self.around = around
        var place = [CChar](repeating: 0, count: 64)
        descriptor = unsafe carchive_memory(&place)
        path = String(decoding: place.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        // Where it has a name.
        unsafe _ = unlink(path)
    }

    func write(_ bytes: [UInt8]) throws(ImportError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .file(path: path, code: errno) }
            done += count
        }
    }
}
