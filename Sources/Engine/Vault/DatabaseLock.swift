import Foundation

/// Limits who may have the database open: any number of programs that use it, or one that repairs it.
///
/// An advisory lock on the empty file `journal.lock`, released with this object or when the process ends.
final class DatabaseLock: Sendable {
    /// Closed only by `deinit`, which also runs after a throwing initializer.
    private let file: Int32
    /// The disk is read-only: there is no lock, and none is needed to read.
    let isOnReadOnlyDisk: Bool

    /// How a database may be held.
    enum Mode {
        /// Shared with other users.
        case shared
        /// Exclusively.
        case exclusive
    }

    /// Waits up to `patience` milliseconds. `orOnlyRead`: accept a read-only disk, on which exclusive work is not done.
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

    /// Lets others in again, after exclusive work.
    func share() { _ = flock(file, LOCK_SH) }

    deinit {
        guard file >= 0 else { return }
        // Unlocks even if a child that is just starting still has a copy of the descriptor.
        _ = flock(file, LOCK_UN)
        close(file)
    }
}
