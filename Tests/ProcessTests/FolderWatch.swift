import Foundation
import Testing

/// Notes every name that appears in some folders, also one that is gone again at once.
final class FolderWatch {
    private let descriptor: Int32

    init(_ folders: [String]) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        try #require(descriptor >= 0)
        for folder in folders {
            unsafe try #require(inotify_add_watch(descriptor, folder, UInt32(IN_CREATE | IN_MOVED_TO)) >= 0)
        }
    }

    deinit { close(descriptor) }

    /// The names so far.
    func names() -> [String] {
        var names: [String] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return names }
            // struct inotify_event: wd, mask, cookie (4 bytes each), the name's length, the name filled up with zeros.
            var start = 0
            while start + 16 <= count {
                let length = (0..<4).reduce(0) { $0 | Int(buffer[start + 12 + $1]) << (8 * $1) }
                names.append(String(decoding: buffer[(start + 16)..<(start + 16 + length)].prefix { $0 != 0 }, as: UTF8.self))
                start += 16 + length
            }
        }
    }
}
