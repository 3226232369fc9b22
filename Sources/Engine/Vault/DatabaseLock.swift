import Basics
import Foundation

/// Limits who may have the database open: any number of programs that use it, or one that repairs it.
///
/// An advisory lock on the empty file `journal.lock`, released with this object or when the process ends.
final class DatabaseLock: Sendable {
    private let path: String
    /// Closed only by `deinit`, which also runs after a throwing initializer.
    private let file: Int32
    /// The disk is read-only: there is no lock, and none is needed to read.
    let isOnReadOnlyDisk: Bool

    enum Mode {
        case shared
        case exclusive
    }

    /// Waits up to `patience` milliseconds. `orOnlyRead`: accept a read-only disk, on which exclusive work is not done.
    /// A file that would be written in place, and to which another name leads, as in a copy made of hard links, first gets its own
    /// bytes, unless the caller `onlyRemoves` files.
    init(
        _ mode: Mode, at location: VaultLocation, patience: Int = 10_000, orOnlyRead: Bool = false, onlyRemoves: Bool = false
    ) throws {
        path = location.folder + "/journal.lock"
        file = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        isOnReadOnlyDisk = file < 0 && errno == EROFS && (mode == .shared || orOnlyRead)
        guard !isOnReadOnlyDisk else { return }
        guard file >= 0 else { throw EngineError.file(path: path, code: errno) }
        if !onlyRemoves {
            let names = VaultFiles.databaseSides.map { "journal.db" + $0 } + ["journal.heads"]
            let shared = names.filter { OpenFile.hasOtherName(location.folder + "/" + $0) }
            // Where others have it open, they write through that name already.
            if !shared.isEmpty, try lock(.exclusive) { try DatabaseLock.separate(shared, in: location.folder) }
        }
        guard try lock(mode, patience: patience) else { throw EngineError.inUse }
    }

    private func lock(_ mode: Mode, patience: Int = 0) throws -> Bool {
        do throws(FileFault) {
            return try FileLock.take(file, isShared: mode == .shared, patience: patience)
        } catch {
            throw EngineError.file(path: path, code: error.code)
        }
    }

    private static func separate(_ names: [String], in folder: String) throws {
        for name in names {
            // It only says where pages are, and is made again.
            if name.hasSuffix("-shm") {
                unsafe _ = unlink(folder + "/" + name)
                continue
            }
            let source = try OpenFile(path: folder + "/" + name)
            let copy = try PartialFile(in: folder)
            let target = OpenFile(copy.descriptor, closes: false)
            while case let bytes = try source.read(1 << 20), !bytes.isEmpty { try target.write(bytes) }
            try copy.keep(as: name)
        }
    }

    /// Lets others in again, after exclusive work.
    func share() { _ = try? lock(.shared, patience: .max) }

    deinit {
        if file >= 0 { FileLock.close(file) }
    }
}
