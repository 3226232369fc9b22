import Basics
import Foundation
import Ledger

extension ProfileList {
    /// The file of profiles: `auralyst/profiles.json` in the user's settings folder (XDG), readable by its owner only.
    package struct File: Hashable, Sendable {
        /// Absolute.
        package let path: String
        private var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
        private static let limit = 1 << 17

        package init(path: String) { self.path = path }

        /// `$XDG_CONFIG_HOME/auralyst/profiles.json`, otherwise below `~/.config`.
        package init(environment: [String: String]) {
            let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? Folder.home
            let settings = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
            path = settings + "/auralyst/profiles.json"
        }

        /// Its content; no profiles if there is no file. Throws `ProfileError.damagedFile` if `change` did not write it.
        package func read() throws -> ProfileList {
            let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard file >= 0 else {
                if errno == ENOENT || errno == ENOTDIR { return ProfileList() }
                throw EngineError.file(path: path, code: errno)
            }
            let open = OpenFile(file)
            // An unreadable file is damaged, and is thrown as such.
            guard let bytes = try? open.read(File.limit + 1), bytes.count <= File.limit,
                let json = try? JSON(reading: bytes), let list = ProfileList(json: json)
            else { throw ProfileError.damagedFile(path: path) }
            return list
        }

        /// Reads, edits and writes it, completely or not at all; two programs do so one after the other.
        package func change(_ edit: (inout ProfileList) throws -> Void) throws {
            try makeFolder()
            let lock = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard lock >= 0 else { throw EngineError.file(path: folder, code: errno) }
            defer { FileLock.close(lock) }
            // Some network folders have no locks.
            _ = try? FileLock.take(lock, patience: .max)
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
