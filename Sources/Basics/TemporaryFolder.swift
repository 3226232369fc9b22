#if !os(WASI)
    import CPlatform
    import Foundation
    import Synchronization

    /// A folder that only the owner can read (0700), removed with all its content when it is released; in memory if the machine has
    /// such a file system. Content in memory is in no file on a disk, but a system with swap may still write it to its swap space.
    ///
    /// A guard process removes it when this program ends in any way, even when it is killed. If the guard was killed too, the lock on
    /// the folder is free, and the next program that makes one with the same prefix removes it.
    package final class TemporaryFolder: Sendable {
        package let path: String
        /// The open folder: its lock is released with it, even when the process is killed.
        private let file: Int32
        /// A pipe to the guard: it acts when our end closes. Its own end is open here too, so that a guard that was killed ends no one.
        private let lifeline: (own: OpenFile, other: OpenFile)
        private let isKept = Mutex(false)

        /// Creates one in the first place that allows it; `nil` if none does, or if no guard can be started.
        /// - Parameter prefix: begins its name.
        /// - Parameter sweeps: removes the leftovers with this prefix first. Without it, what was left stays.
        package init?(_ prefix: String, in places: [String], sweeps: Bool = true) {
            for place in places {
                if sweeps { TemporaryFolder.sweep(place, prefix) }
                guard let (path, file) = TemporaryFolder.make(in: place, prefix) else { continue }
                guard let lifeline = TemporaryFolder.startGuard(of: path) else {
                    // Nothing is in it yet.
                    unsafe _ = rmdir(path)
                    close(file)
                    continue
                }
                (self.path, self.file, self.lifeline) = (path, file, lifeline)
                return
            }
            return nil
        }

        deinit {
            defer { close(file) }
            guard !isKept.withLock(\.self) else { return }
            // Children of a program that was just ended may still write a file.
            for _ in 0..<50 {
                try? FileManager.default.removeItem(atPath: path)
                if !FileManager.default.fileExists(atPath: path) { break }
                usleep(20_000)
            }
        }

        /// Lets the folder outlive this object and the program, for example with text that could not be saved.
        package func keep() {
            isKept.withLock { $0 = true }
            tellGuard("keep")
        }

        /// From now on the guard also ends this group of processes, which write into the folder; `nil`: no longer.
        package func tie(group: pid_t?) { tellGuard(group.map { String($0) } ?? "none") }

        private func tellGuard(_ word: String) {
            // A pipe of which both ends are open takes a few words.
            do throws(FileFault) { try lifeline.own.write(Array("\(word)\n".utf8)) } catch {}
        }

        /// Writable places in memory, the owner's own first.
        package static func placesInMemory(_ environment: [String: String] = Variables.all) -> [String] {
            [environment["XDG_RUNTIME_DIR"], "/dev/shm", "/run/user/\(getuid())"]
                .compactMap(\.self).filter { unsafe platform_is_in_memory($0) == 1 && access($0, W_OK) == 0 }
        }

        private static func make(in place: String, _ prefix: String) -> (String, Int32)? {
            // Another process may remove the folder as a leftover between creating and locking it.
            for _ in 0..<20 {
                var template = Array("\(place)/\(prefix)XXXXXX".utf8CString)
                let isMade = unsafe template.withUnsafeMutableBufferPointer { name in
                    guard let start = name.baseAddress else { return false }
                    return unsafe mkdtemp(start) != nil
                }
                guard isMade else { return nil }
                let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
                if let file = lock(path) { return (path, file) }
            }
            return nil
        }

        /// Starts the guard. It waits for the other end of a pipe to close, then ends the group of processes that it was told of, and
        /// removes the folder unless it was told to keep it.
        private static func startGuard(of folder: String) -> (own: OpenFile, other: OpenFile)? {
            var ends: [Int32] = [-1, -1]
            guard unsafe pipe(&ends) == 0 else { return nil }
            let (other, own) = (OpenFile(ends[0]), OpenFile(ends[1]))
            // What is killed may be in the middle of writing a file, so removing may take a second try.
            let script = """
                while read -r word; do [ "$word" != keep ] || exit 0; group=$word; done
                [ "${group:-none}" = none ] || kill -s KILL -- "-$group"
                for try in 1 2 3 4 5 6 7 8 9; do rm -rf -- "$1" && exit 0; sleep 1; done
                """
            let words = ["/bin/sh", "-c", script, "sh", folder]
            // The pipe must close with this program: the guard itself and other children must not keep it open.
            for end in [own, other] { _ = platform_close_on_exec(end.descriptor) }
            let code = unsafe CArguments(words).lend { unsafe platform_start_detached("/bin/sh", $0, other.descriptor) }
            return code == 0 ? (own, other) : nil
        }

        private static func sweep(_ place: String, _ prefix: String) {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] where name.hasPrefix(prefix) {
                guard let file = lock(place + "/" + name) else { continue }
                try? FileManager.default.removeItem(atPath: place + "/" + name)
                close(file)
            }
        }

        /// Opens and locks the owner's own private folder; `nil` for anything else with such a name (a link, another user's folder),
        /// and for one that is locked.
        private static func lock(_ path: String) -> Int32? {
            let file = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard file >= 0 else { return nil }
            var (opened, named) = (stat(), stat())
            guard unsafe fstat(file, &opened) == 0, opened.st_uid == getuid(), opened.st_mode & 0o7777 == 0o700,
                flock(file, LOCK_EX | LOCK_NB) == 0,
                // It may have been removed and replaced before it was locked.
                unsafe lstat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev
            else {
                close(file)
                return nil
            }
            return file
        }
    }
#endif
