import Basics
import Foundation
import Ledger

extension ProfileList {
    /// Where the profiles are kept: `auralyst/profiles.json` in the user's folder of settings (XDG), for its owner alone.
    package struct File: Hashable, Sendable {
        /// Absolute.
        package let path: String
        private var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
        private static let limit = 1 << 17

        package init(path: String) { self.path = path }

        /// `$XDG_CONFIG_HOME/auralyst/profiles.json`, else below `~/.config`.
        package init(environment: [String: String]) {
            let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? Folder.home
            let settings = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
            path = settings + "/auralyst/profiles.json"
        }

        /// What is in it; without a file no profiles. Throws `ProfileError.damagedFile` where it is not what `change` writes.
        package func read() throws -> ProfileList {
            let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard file >= 0 else {
                if errno == ENOENT || errno == ENOTDIR { return ProfileList() }
                throw EngineError.file(path: path, code: errno)
            }
            let open = OpenFile(file)
            // What cannot be read is damaged, and is thrown as such.
            guard let bytes = try? open.read(File.limit + 1), bytes.count <= File.limit,
                let json = try? JSON(reading: bytes), let list = ProfileList(json: json)
            else { throw ProfileError.damagedFile(path: path) }
            return list
        }

        /// Reads it, edits it and writes it wholly or not at all; two programs at once do it one after the other.
        package func change(_ edit: (inout ProfileList) throws -> Void) throws {
            try makeFolder()
            let lock = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard lock >= 0 else { throw EngineError.file(path: folder, code: errno) }
            defer { close(lock) }
            _ = flock(lock, LOCK_EX)
            let before = try read()
            var list = before
            try edit(&list)
            guard list != before else { return }
            let partial = try PartialFile(in: folder)
            let bytes = Array((list.json.pretty + "\n").utf8)
            let written = unsafe bytes.withUnsafeBytes { unsafe write(partial.descriptor, $0.baseAddress, $0.count) }
            guard written == bytes.count else { throw EngineError.file(path: folder, code: errno) }
            try partial.keep(as: "profiles.json")
        }

        private func makeFolder() throws {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw EngineError.file(path: folder, code: errno)
            }
        }
    }
}
