import Basics
import Foundation
import Ledger

/// A file being uploaded, piece by piece, possibly in several requests. On its own thread, as it waits for the disk.
actor FileUpload {
    private nonisolated let thread = RelayThread("upload")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private let part: String
    private let whole: String
    private let folder: String
    private var file: OpenFile?

    init(part: String, whole: String, folder: String) { (self.part, self.whole, self.folder) = (part, whole, folder) }

    /// Opens the received part; returns its bytes. Throws `RelayStorageError.unavailable` while another request writes to it.
    func begin() throws -> Int {
        let descriptor = unsafe open(part, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RelayStorageError.failed("a blob cannot be written") }
        let file = OpenFile(descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw RelayStorageError.unavailable }
        self.file = file
        return try end(of: file)
    }

    func add(_ bytes: [UInt8]) throws {
        guard let file else { return }
        do {
            try file.write(bytes)
        } catch {
            throw FileUpload.error(error)
        }
    }

    /// Keeps the received part for the next request.
    func leave() {
        // Bytes that did not reach the disk are sent again: the file's length shows how much arrived.
        try? file?.sync()
        file = nil
    }

    func discard() {
        try? FileManager.default.removeItem(atPath: part)
        leave()
    }

    func hash() throws -> [UInt8] {
        guard let file else { return [] }
        var digest = RunningDigest()
        do {
            try file.seek(to: 0)
            while case let piece = try file.read(1 << 20), !piece.isEmpty { digest.add(piece) }
        } catch {
            throw FileUpload.error(error)
        }
        return digest.value
    }

    /// Moves the file to its place, synced to disk on return.
    func finish() throws {
        guard let file else { return }
        do {
            try file.sync()
            guard unsafe rename(part, whole) == 0 else { throw RelayStorageError.failed("a blob cannot be put in place") }
            let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            if descriptor >= 0 {
                fsync(descriptor)
                close(descriptor)
            }
        } catch {
            throw FileUpload.error(error)
        }
        self.file = nil
    }

    private func end(of file: OpenFile) throws -> Int {
        do {
            return Int(try file.seekToEnd())
        } catch {
            throw FileUpload.error(error)
        }
    }

    private static func error(_ error: any Error) -> RelayStorageError {
        if let error = error as? RelayStorageError { return error }
        let code = (error as? FileFault)?.code
        return code == ENOSPC || code == EDQUOT ? .full : .failed("a blob cannot be written")
    }
}
