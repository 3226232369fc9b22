import Engine
import Foundation
import Ledger
import Vault

/// A backup file in the making, under its name with `.partial` behind it: removed again unless it is kept.
final class BackupTarget {
    let file: HashedFile
    private let descriptor: Int32
    private let folder: String
    private let name: BackupName
    private var isKept = false

    /// What it is called in the folder until it is kept.
    var partialName: String { name.text + Self.ending }
    private var partial: String { folder + "/" + partialName }
    private static let ending = ".partial"

    /// Makes an empty file for the owner alone, after clearing away what a program that was killed has left of this vault.
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
        // Held until the file is closed: so that nobody takes it for a left-over. Some network folders know no locks.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    /// All that was written is on the disk when this returns.
    func sync() throws { guard fsync(descriptor) == 0 else { throw EngineError.file(path: folder, code: errno) } }

    /// Gives it its final name. It is on the disk, under that name, when this returns.
    func keep() throws {
        guard unsafe rename(partial, folder + "/" + name.text) == 0 else {
            throw EngineError.file(path: folder, code: errno)
        }
        isKept = true
        try syncFolder(folder)
    }

    deinit {
        if !isKept { unsafe _ = unlink(partial) }
        if descriptor >= 0 { close(descriptor) }
    }

    private static func clearAway(vault: String, in folder: String) throws {
        for left in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where left.hasSuffix(ending) && BackupName(String(left.dropLast(ending.count)))?.vault == vault {
            let file = unsafe open(folder + "/" + left, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
            guard file >= 0 else { continue }
            defer { close(file) }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else { throw BackupFault.busy }
            unsafe _ = unlink(folder + "/" + left)
        }
    }
}

/// A scratch file without a name, sealed under a key that exists only while it is open.
struct SealedScratch: ~Copyable {
    private let descriptor: Int32
    private let key = Secret.random(count: 32)
    private static let context = [UInt8].label("backup-scratch")

    /// In a folder of the vault. It is gone as soon as it is closed, also when the program is killed.
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

    /// Reads what was written, `count` bytes of plaintext.
    func reader(count: Int) throws(SealedStreamError) -> SealedFileReader {
        _ = lseek(descriptor, 0, SEEK_SET)
        return try SealedFileReader(descriptor, plaintextCount: count, key: key, context: Self.context)
    }
}
