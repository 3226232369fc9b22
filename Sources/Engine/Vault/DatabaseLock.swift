import Foundation

/// Who may have the database open: any number of programs that use it, or one that repairs it.
///
/// An advisory lock on the empty file `journal.lock`, given back when this is let go or the process ends, however it ends.
final class DatabaseLock: Sendable {
    /// Closed by `deinit` alone, which runs after an initializer that throws as well.
    private let file: Int32
    /// Nothing can be written here, by nobody: there is no lock, and none is needed to read.
    let isOnReadOnlyDisk: Bool

    /// How a database may be held.
    enum Mode {
        /// Beside others who use it.
        case shared
        /// Alone.
        case exclusive
    }

    /// Waits up to `patience` milliseconds for its turn. `orOnlyRead`: a disk that cannot be written to will do, though what has to be
    /// done alone stays undone there.
    init(_ mode: Mode, at location: VaultLocation, patience: Int = 10_000, orOnlyRead: Bool = false) throws {
        let path = location.folder + "/journal.lock"
        file = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        isOnReadOnlyDisk = file < 0 && errno == EROFS && (mode == .shared || orOnlyRead)
        guard !isOnReadOnlyDisk else { return }
        guard file >= 0 else { throw EngineError.file(path: path, code: errno) }
        var waited = 0
        while flock(file, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw EngineError.file(path: path, code: errno) }
            guard waited < patience else { throw EngineError.inUse }
            usleep(10_000)
            waited += 10
        }
    }

    /// Lets others in again, after the work that had to be done alone.
    func share() { _ = flock(file, LOCK_SH) }

    deinit {
        guard file >= 0 else { return }
        // Also where a child that is just being started still holds a copy of the file.
        _ = flock(file, LOCK_UN)
        close(file)
    }
}
