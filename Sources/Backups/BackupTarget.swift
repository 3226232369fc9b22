import Basics
import Engine
import Foundation
import Ledger
import Vault

/// A backup file being written, under its name with the suffix `.partial`: removed unless it is kept.
final class BackupTarget {
    let file: HashedFile
    private let descriptor: Int32
    private let folder: String
    private let name: BackupName
    private var isKept = false

    /// Its name in the folder until it is kept.
    var partialName: String { name.text + Self.ending }
    private var partial: String { folder + "/" + partialName }
    private static let ending = ".partial"

    /// Creates an empty file, readable by its owner only, after removing what a killed program has left of this vault.
    init(_ name: BackupName, in folder: String) throws {
        (self.name, self.folder) = (name, folder)
        try Self.clearAway(vault: name.vault, in: folder)
        let path = folder + "/" + name.text + Self.ending
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        file = HashedFile(descriptor)
        guard descriptor >= 0 else {
            isKept = true
            throw errno == EEXIST ? BackupFault.busy : EngineError.file(path: folder, code: errno)
        }
        // Held until the file is closed, so that no other program takes it for a leftover. Some network folders have no locks.
        _ = try? FileLock.take(descriptor)
    }

    /// Returns when everything written is on the disk.
    func sync() throws { guard fsync(descriptor) == 0 else { throw EngineError.file(path: folder, code: errno) } }

    /// Gives it its final name. Returns when it is on the disk under that name.
    func keep() throws {
        guard unsafe rename(partial, folder + "/" + name.text) == 0 else {
            throw EngineError.file(path: folder, code: errno)
        }
        isKept = true
        try syncFolder(folder)
    }

    deinit {
        if !isKept { unsafe _ = unlink(partial) }
        if descriptor >= 0 { FileLock.close(descriptor) }
    }

    private static func clearAway(vault: String, in folder: String) throws {
        for left in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where left.hasSuffix(ending) && BackupName(String(left.dropLast(ending.count)))?.vault == vault {
            let file = unsafe open(folder + "/" + left, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
            guard file >= 0 else { continue }
            defer { FileLock.close(file) }
            // What cannot be locked counts as locked.
            guard (try? FileLock.take(file)) == true else { throw BackupFault.busy }
            unsafe _ = unlink(folder + "/" + left)
        }
    }
}

/// A scratch file without a name, encrypted under a key that exists only while it is open.
struct SealedScratch: ~Copyable {
    private let descriptor: Int32
    private let key = Secret.random(count: 32)
    private static let context = [UInt8].label("backup-scratch")

    /// In a folder of the vault. It disappears when it is closed, even if the program is killed.
    init(in folder: String) throws {
        let path = folder + "/" + UUID().uuidString.lowercased() + ".partial"
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw EngineError.file(path: folder, code: errno) }
        unsafe _ = unlink(path)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func writer() throws(SealedStreamError) -> SealedFileWriter {
        try SealedFileWriter(to: descriptor, key: key, context: Self.context)
    }

    /// Reads back `count` bytes of plaintext.
    func reader(count: Int64) throws(SealedStreamError) -> SealedFileReader {
        _ = lseek(descriptor, 0, SEEK_SET)
        return try SealedFileReader(descriptor, plaintextCount: count, key: key, context: Self.context)
    }
}
