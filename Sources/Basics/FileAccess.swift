#if !os(WASI)
    import Foundation

    /// Who may use a file: its owner alone, and of the owner's programs one at a time.
    package enum FileAccess {
        package static let isInBrowser = false
        /// Whether this user owns a file.
        package static func isOwn(_ about: stat) -> Bool { about.st_uid == geteuid() }

        /// Takes all rights from others; `false` with `errno`.
        package static func makePrivate(_ path: String, isFolder: Bool = false) -> Bool {
            unsafe chmod(path, isFolder ? 0o700 : 0o600) == 0
        }

        /// The same for an open file.
        package static func makePrivate(_ file: Int32) -> Bool { fchmod(file, 0o600) == 0 }

        /// Syncs all files below a folder: at once, with everything that any program has written.
        package static func syncAll(below folder: String) throws(FileFault) { sync() }
    }

    /// An advisory lock on an open file; the kernel releases it when the process ends.
    package enum FileLock {
        /// Waits up to `patience` milliseconds (`Int.max`: for ever); `false` if another opening of the file still holds it then.
        package static func take(_ file: Int32, isShared: Bool = false, patience: Int = 0) throws(FileFault) -> Bool {
            let pause = 10
            var waited = 0
            while flock(file, (isShared ? LOCK_SH : LOCK_EX) | (patience == .max ? 0 : LOCK_NB)) != 0 {
                if errno == EINTR { continue }
                guard errno == EWOULDBLOCK else { throw FileFault(.lock) }
                guard waited < patience else { return false }
                usleep(UInt32(pause * 1000))
                waited += pause
            }
            return true
        }

        /// Releases a lock and closes the file, even if a child process that is just starting still holds a copy of the descriptor.
        package static func close(_ file: Int32) {
            _ = flock(file, LOCK_UN)
            Foundation.close(file)
        }
    }
#endif
