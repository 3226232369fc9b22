import Base
import Basics
import Foundation
import Ledger
import SQLite
import Store
import Vault

/// Copies the operations of a damaged database into a new one, and moves that into place once it is complete.
///
/// A changed page cannot be decrypted; all others can. Everything depends on the first page, which holds the list of tables. It
/// is the same in every database of this version, apart from what only speeds up queries, so a new database can lend its own.
struct DatabaseRescue {
    let location: VaultLocation
    /// Part of the damaged database's new name.
    let stamp: Int64
    let progress: ProgressReport

    var new: String { location.database + ".rescue" }
    private var scratch: String { location.database + ".rescue-source" }
    private static let sideFiles = ["", "-wal", "-shm"]

    /// The database as it is; `nil` if nothing of it can be read.
    func present(key: borrowing Secret) throws -> Store? { try open(location.database, key: key) }

    /// Whether the key decrypts any operation in the database. A file shorter than a page says nothing about its key.
    func holdsAnything(key: borrowing Secret) throws -> Bool {
        guard try fileSize(location.database) >= 4096 else { return true }
        defer { removeScratch() }
        var found = false
        _ = try source(key: key).eachReadableOperation { _, _ in found = true }
        return found
    }

    /// A store for reading the damaged database: itself, or a copy with a borrowed first page.
    func source(key: borrowing Secret) throws -> Store {
        removeScratch()
        if let store = try open(location.database, key: key) { return store }
        try copyToScratch()
        try lendFirstPage(key: key)
        guard let store = try open(scratch, key: key, isBare: true) else { throw SQLiteError.damaged(code: 0) }
        return store
    }

    /// Starts the new database with the journals' first operations, then copies every other one that can be read.
    func copyOperations(from old: Store, behind geneses: [Ledger.Operation], key: borrowing Secret) throws {
        for side in DatabaseRescue.sideFiles { try remove(new + side) }
        guard let target = try open(new, key: key, create: true) else { throw SQLiteError.damaged(code: 0) }
        try target.write { writer in
            for genesis in geneses { try target.keep(genesis, receipt: nil, in: writer) }
            var done = 0
            _ = try old.eachReadableOperation { bytes, receipt in
                // Invalid operations are kept in the damaged file, not in the new log.
                guard let operation = try? Operation(reading: bytes) else { return }
                try target.keep(operation, receipt: receipt, in: writer)
                done += 1
                if done % 256 == 0 { progress.report("rescuing", done, 0) }
            }
        }
        try target.walCheckpoint()
    }

    /// Moves the finished database into place; the damaged one gets another name: both exist at every moment.
    /// - Returns: the path of the damaged one.
    func putInPlace() throws -> String {
        let kept = location.database + ".damaged-\(stamp)"
        // A hard link: nothing is copied, and no space is needed. Some file systems, and browsers, have none.
        for side in ["", "-wal"] where FileManager.default.fileExists(atPath: location.database + side) {
            guard unsafe link(location.database + side, kept + side) != 0 else { continue }
            guard errno != EEXIST else { throw EngineError.file(path: kept + side, code: EEXIST) }
            try FileManager.default.copyItem(atPath: location.database + side, toPath: kept + side)
            try OpenFile(path: kept + side, flags: O_RDWR).sync()
        }
        try syncFolder(location.folder)
        // The old write-ahead log must not be read into the new database.
        for side in DatabaseRescue.sideFiles.dropFirst() { try remove(location.database + side) }
        guard unsafe rename(new, location.database) == 0 else { throw EngineError.file(path: location.database, code: errno) }
        try syncFolder(location.folder)
        removeScratch()
        return kept
    }

    /// Removes working copies, including those of an interrupted repair.
    func removeScratch() {
        for side in DatabaseRescue.sideFiles { unsafe _ = unlink(scratch + side) }
    }

    /// Overwrites the first page of the working copy with that of a new, empty database under the same key.
    private func lendFirstPage(key: borrowing Secret) throws {
        let donor = scratch + ".donor"
        defer { for side in DatabaseRescue.sideFiles { unsafe _ = unlink(donor + side) } }
        let size = try fileSize(scratch)
        let pageSize: Int
        do {
            guard let store = try open(donor, key: key, create: true, isBare: true) else { throw SQLiteError.damaged(code: 0) }
            pageSize = try store.pageSize()
            // The first page holds the number of pages; the copy must not have fewer.
            try store.grow(toPages: Int(clamping: size / Int64(pageSize) + 1))
            try store.walCheckpoint()
        }
        let (reader, writer) = (try OpenFile(path: donor), try OpenFile(path: scratch, flags: O_RDWR))
        let page = try reader.read(pageSize)
        guard page.count == pageSize else { throw SQLiteError.damaged(code: 0) }
        try writer.write(page)
        let donorSize = try fileSize(donor)
        if donorSize > size { try writer.truncate(to: donorSize) }
    }

    private func fileSize(_ path: String) throws -> Int64 {
        guard let size = OpenFile.size(at: path) else { throw EngineError.file(path: path, code: errno) }
        return size
    }

    /// `nil` when the database cannot be read at all.
    private func open(_ path: String, key: borrowing Secret, create: Bool = false, isBare: Bool = false) throws -> Store? {
        do {
            return try unsafe key.withBytes { bytes in
                try unsafe Store(.file(path, mustExist: !create), key: bytes, isBare: isBare)
            }
        } catch SQLiteError.damaged {
            return nil
        }
    }

    private func copyToScratch() throws {
        for side in ["", "-wal"] where FileManager.default.fileExists(atPath: location.database + side) {
            try FileManager.default.copyItem(atPath: location.database + side, toPath: scratch + side)
        }
    }

    private func remove(_ path: String) throws {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw EngineError.file(path: path, code: errno) }
    }
}
