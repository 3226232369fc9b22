import Foundation
import Testing

/// Notes every name that appears in some folders, also one that is gone again at once; on demand also what is written to or opened.
final class FolderWatch {
    private let descriptor: Int32

    init(_ folders: [String], alsoWrites: Bool = false, alsoOpenings: Bool = false) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        try #require(descriptor >= 0)
        let mask = UInt32(IN_CREATE | IN_MOVED_TO | (alsoWrites ? IN_MODIFY : 0) | (alsoOpenings ? IN_OPEN : 0))
        for folder in folders {
            unsafe try #require(inotify_add_watch(descriptor, folder, mask) >= 0)
        }
    }

    deinit { close(descriptor) }

    func names() -> [String] { events().map(\.name) }

    /// Whether anything was written to since the last question, but for the memory that SQLite's processes share.
    func sawWriting() -> Bool { events().contains { $0.mask & Int(IN_MODIFY) != 0 && !$0.name.hasSuffix("-shm") } }

    /// How often a file was opened since the last question.
    func openings(of name: String) -> Int { events().count { $0.name == name && $0.mask & Int(IN_OPEN) != 0 } }

    private func events() -> [(name: String, mask: Int)] {
        var events: [(name: String, mask: Int)] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        func number(at start: Int) -> Int { (0..<4).reduce(0) { $0 | Int(buffer[start + $1]) << (8 * $1) } }
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return events }
            // struct inotify_event: wd, mask, cookie (4 bytes each), the name's length, the name filled up with zeros.
            var start = 0
            while start + 16 <= count {
                let length = number(at: start + 12)
                let name = String(decoding: buffer[(start + 16)..<(start + 16 + length)].prefix { $0 != 0 }, as: UTF8.self)
                events.append((name, number(at: start + 4)))
                start += 16 + length
            }
        }
    }
}
