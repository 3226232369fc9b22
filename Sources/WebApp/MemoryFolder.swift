import Basics
import Engine
import Foundation

/// A folder in memory, private to this user, for temporary files that must never be on a disk.
struct MemoryFolder {
    /// Its path.
    let path: String

    private static let prefix = "auralyst-web-"

    /// Creates one; `nil` if this machine has no file system in memory. Removes what killed programs of the same name left.
    init?() throws {
        let runtime = Variables.all["XDG_RUNTIME_DIR"]
        let places = [runtime, "/dev/shm", "/run/user/\(getuid())"].compactMap { $0 }
        guard let place = places.first(where: MemoryFolder.isInMemory) else { return nil }
        MemoryFolder.sweep(place)
        var template = Array("\(place)/\(MemoryFolder.prefix)\(getpid())-XXXXXX".utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer { name in
            guard let start = name.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        guard isMade else { throw EngineError.file(path: place, code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes it with its content.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Reads a file in it, and removes it.
    func take(_ name: String) throws -> [UInt8] {
        let file = path + "/" + name
        guard let bytes = FileManager.default.contents(atPath: file) else { throw EngineError.file(path: name, code: ENOENT) }
        try? FileManager.default.removeItem(atPath: file)
        return Array(bytes)
    }

    /// Whether a folder of ours is on a tmpfs or ramfs, by the kernel's list of mounts (proc(5)).
    private static func isInMemory(_ path: String) -> Bool {
        guard unsafe access(path, W_OK) == 0, let list = FileManager.default.contents(atPath: "/proc/self/mounts") else {
            return false
        }
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let mounts = String(decoding: list, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
        // The deepest mount, and of those the last, is the effective one.
        var seen: [Substring] = []
        for mount in mounts where mount.count > 2 {
            let point = mount[1] == "/" ? "/" : mount[1] + "/"
            if (real + "/").hasPrefix(point), seen.isEmpty || mount[1].count >= seen[1].count { seen = mount }
        }
        return !seen.isEmpty && ["tmpfs", "ramfs"].contains(seen[2])
    }

    private static func sweep(_ place: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] where name.hasPrefix(prefix) {
            let process = name.dropFirst(prefix.count).prefix { $0 != "-" }
            guard let number = Int32(process), number > 0, kill(number, 0) != 0, errno == ESRCH else { continue }
            try? FileManager.default.removeItem(atPath: place + "/" + name)
        }
    }
}
