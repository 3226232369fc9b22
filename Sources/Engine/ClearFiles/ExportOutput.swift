import Basics
import Foundation
import Ledger

/// Where an export is written, piece by piece: an unencrypted file, or something that encrypts as it writes.
package protocol ExportOutput: AnyObject {
    func write(_ bytes: [UInt8]) throws
    /// Finishes it: when this returns it is on the disk under its final name. Called at most once.
    func finish() throws
    /// Removes everything written so far.
    func abandon()
}

/// A new file that only its owner can read. It is called `….partial` until all of it is on the disk; it never overwrites an
/// existing file.
package final class ExportFile: ExportOutput {
    /// Its final path.
    package let path: String
    private var partial: String { path + ExportFile.ending }
    private let leaf: ExportLeaf
    /// Bytes written so far.
    package var count: Int64 { leaf.count }

    /// The suffix of an unfinished file or folder.
    package static let ending = ".partial"
    /// Creates the file; throws if the name is taken or the folder is missing.
    package init(path: String) throws {
        self.path = path
        try ExportFile.refuseExisting(path)
        do {
            leaf = try ExportLeaf(path: path + ExportFile.ending, shown: path)
        } catch EngineError.file(_, let code) {
            throw ExportFile.fault(opening: path, code: code)
        }
    }

    /// Appends the next bytes. Throws `EngineError.file`.
    package func write(_ bytes: [UInt8]) throws { try leaf.write(bytes) }

    /// Finishes it and gives it its final name. Throws `EngineError.exists` if the name was taken meanwhile.
    package func finish() throws {
        try leaf.finish(syncing: true)
        do {
            try ExportFile.rename(partial, to: path)
        } catch {
            unsafe _ = unlink(partial)
            throw error
        }
        try syncFolder(folderAbove(path))
    }

    package func abandon() { leaf.abandon() }

    /// SHA-256 of what was written; after `finish`.
    package var digest: [UInt8] { leaf.digest }

    /// Renames a file or folder, never over another. On a disk without hard links (FAT) the name is only checked just before.
    static func rename(_ old: String, to new: String) throws {
        if unsafe link(old, new) == 0 {
            unsafe _ = unlink(old)
            return
        }
        if errno == EEXIST { throw EngineError.exists(path: new) }
        try refuseExisting(new)
        guard unsafe Foundation.rename(old, new) == 0 else { throw EngineError.file(path: new, code: errno) }
    }

    static func refuseExisting(_ path: String) throws {
        var status = stat()
        if unsafe lstat(path, &status) == 0 { throw EngineError.exists(path: path) }
    }

    /// If the folder is missing, the error names the folder, not the file that would be in it.
    static func fault(opening path: String, code: Int32) -> EngineError {
        if code == EEXIST { return .exists(path: path + ending) }
        let folder = folderAbove(path)
        var status = stat()
        if code == ENOENT, unsafe stat(folder, &status) != 0 { return .file(path: folder, code: ENOENT) }
        return .file(path: path, code: code)
    }
}

package func folderAbove(_ path: String) -> String {
    let above = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return above.isEmpty ? "/" : above
}

/// A new folder of files that only its owner can read. It is called `….partial` until all of it is on the disk.
///
/// It contains a list of its files with their digests (`.auralyst-export`), which identifies them when they are to be wiped.
package final class ExportFolder {
    /// Its final path.
    package let path: String
    private var partial: String { path + ExportFile.ending }
    private var files: [(name: String, digest: [UInt8])] = []
    private var isOpen = false
    /// Bytes of all files so far.
    package private(set) var count: Int64 = 0
    /// SHA-256 of the list; after `finish`.
    package private(set) var digest: [UInt8] = []

    package static let list = ".auralyst-export"

    package init(path: String) throws {
        self.path = path
        try ExportFile.refuseExisting(path)
        guard unsafe mkdir(path + ExportFile.ending, 0o700) == 0 else { throw ExportFile.fault(opening: path, code: errno) }
        isOpen = true
    }

    deinit { abandon() }

    package var fileCount: Int { files.count }

    /// Creates a file in the folder, and any subfolders it needs; the closure writes it.
    package nonisolated(nonsending) func file(
        _ name: String, _ body: nonisolated(nonsending) (any ExportOutput) async throws -> Void
    ) async throws {
        var above = ""
        for part in name.split(separator: "/").dropLast() {
            above += (above.isEmpty ? "" : "/") + part
            guard unsafe mkdir(partial + "/" + above, 0o700) == 0 || errno == EEXIST else {
                throw EngineError.file(path: path, code: errno)
            }
        }
        let file = try ExportLeaf(path: partial + "/" + name, shown: path)
        do {
            try await body(file)
            try file.finish()
        } catch {
            file.abandon()
            throw error
        }
        count += file.count
        files.append((name, file.digest))
    }

    /// Finishes it and gives it its final name. Throws `EngineError.exists` if the name was taken meanwhile.
    package func finish() throws {
        let lines = files.map { hex($0.digest) + "  " + $0.name + "\n" }.joined()
        let list = try ExportLeaf(path: partial + "/" + ExportFolder.list, shown: path)
        try list.write(Array(lines.utf8))
        try list.finish()
        digest = list.digest
        // Syncs everything to the disk once, for thousands of files.
        try FileAccess.syncAll(below: partial)
        try ExportFile.refuseExisting(path)
        guard unsafe Foundation.rename(partial, path) == 0 else { throw EngineError.file(path: path, code: errno) }
        isOpen = false
        try syncFolder(folderAbove(path))
    }

    package func abandon() {
        guard isOpen else { return }
        isOpen = false
        Folder.remove(partial)
    }
}

/// One file of an unfinished folder.
private final class ExportLeaf: ExportOutput {
    private let path, shown: String
    private var descriptor: Int32
    private var pending: [UInt8] = []
    private var hash = RunningDigest()
    private(set) var count: Int64 = 0

    init(path: String, shown: String) throws {
        (self.path, self.shown) = (path, shown)
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw EngineError.file(path: shown, code: errno) }
    }

    deinit { abandon() }

    func write(_ bytes: [UInt8]) throws {
        pending += bytes
        if pending.count >= 1 << 16 { try flush() }
    }

    private func flush() throws {
        hash.add(pending)
        count += Int64(pending.count)
        var rest = pending[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw EngineError.file(path: shown, code: errno) }
            rest = rest.dropFirst(written)
        }
        pending.removeAll(keepingCapacity: true)
    }

    func finish() throws { try finish(syncing: false) }

    /// - Parameter syncing: force it to the disk. `ExportFolder` syncs thousands of small files together instead.
    func finish(syncing: Bool) throws {
        try flush()
        guard !syncing || fsync(descriptor) == 0 else { throw EngineError.file(path: shown, code: errno) }
        close(descriptor)
        descriptor = -1
    }

    func abandon() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        unsafe _ = unlink(path)
    }

    var digest: [UInt8] { hash.value }
}
