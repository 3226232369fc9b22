import Foundation
import Ledger
import SQLite
import Store
import Vault

/// Gets the operations out of a damaged database into a new one.
///
/// A page that was changed does not open; all others do. The first page is the exception on which all depends, since it
/// holds the list of tables. It is the same in every database of this version, so a new one lends its own.
struct DatabaseRescue {
    let location: VaultLocation
    /// Part of the name under which the damaged database is kept.
    let stamp: Int64
    let progress: ProgressReport

    private var new: String { location.database + ".rescue" }
    private var scratch: String { location.database + ".rescue-source" }
    private static let sideFiles = ["", "-wal", "-shm"]

    /// Puts a new database in the place of a damaged one.
    /// - Returns: where the damaged one is kept and where it can be read from; `nil` when there was nothing to do.
    func replaceIfDamaged(key: consuming Secret) throws -> (kept: String, source: String)? {
        guard FileManager.default.fileExists(atPath: location.database) else { return nil }
        if let store = try open(location.database, key: key), store.isSound() { return leftOver(key: key) }
        removeScratch()
        try remove(new)
        let kept = location.database + ".damaged-\(stamp)"
        try copyAll(from: location.database, to: kept)
        try copyAll(from: location.database, to: scratch)
        if try open(scratch, key: key) == nil { try lendFirstPage(key: key) }
        guard let old = try open(scratch, key: key) else { throw SQLiteError.damaged(code: 0) }
        try copyOperations(from: old, key: key)
        for side in DatabaseRescue.sideFiles.dropFirst() { try remove(location.database + side) }
        guard unsafe rename(new, location.database) == 0 else { throw EngineError.file(path: location.database, code: errno) }
        return (kept, scratch)
    }

    /// What a repair left that was broken off after it had put the new database in its place: the tables of the damaged one
    /// may hold records that the new log has not.
    private func leftOver(key: borrowing Secret) -> (kept: String, source: String)? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: location.folder)) ?? []
        let start = URL(fileURLWithPath: location.database).lastPathComponent + ".damaged-"
        let kept = names.filter { $0.hasPrefix(start) && !$0.hasSuffix("-wal") }.max()
        guard FileManager.default.fileExists(atPath: scratch), let kept, canOpen(scratch, key: key) else {
            removeScratch()
            return nil
        }
        return (location.folder + "/" + kept, scratch)
    }

    /// Removes the working copies.
    func removeScratch() {
        for side in DatabaseRescue.sideFiles { unsafe _ = unlink(scratch + side) }
    }

    private func copyOperations(from old: Store, key: borrowing Secret) throws {
        guard let target = try open(new, key: key, create: true) else { throw SQLiteError.damaged(code: 0) }
        try target.write { writer in
            var done = 0
            _ = try old.eachReadableOperation { bytes in
                // What does not hold together any more is kept in the damaged file, not in the new log.
                guard let operation = try? Operation(reading: bytes) else { return }
                try target.keep(operation, in: writer)
                done += 1
                if done % 256 == 0 { progress.report("rescuing", done, 0) }
            }
        }
        try target.settle()
    }

    /// Overwrites the first page of the working copy with that of a new, empty database under the same key.
    private func lendFirstPage(key: borrowing Secret) throws {
        let donor = scratch + ".donor"
        defer { for side in DatabaseRescue.sideFiles { unsafe _ = unlink(donor + side) } }
        let size = try FileManager.default.attributesOfItem(atPath: scratch)[.size] as? Int ?? 0
        let pageSize: Int
        do {
            guard let store = try open(donor, key: key, create: true) else { throw SQLiteError.damaged(code: 0) }
            pageSize = try store.pageSize()
            // The first page says how many pages there are; the copy must not have fewer.
            try store.grow(toPages: size / pageSize + 1)
            try store.settle()
        }
        let donorSize = try FileManager.default.attributesOfItem(atPath: donor)[.size] as? Int ?? 0
        let reader = try FileHandle(forReadingFrom: URL(fileURLWithPath: donor))
        let writer = try FileHandle(forUpdating: URL(fileURLWithPath: scratch))
        defer {
            try? reader.close()
            try? writer.close()
        }
        guard let page = try reader.read(upToCount: pageSize), page.count == pageSize else { throw SQLiteError.damaged(code: 0) }
        try writer.write(contentsOf: page)
        if donorSize > size { try writer.truncate(atOffset: UInt64(donorSize)) }
    }

    /// `nil` when the database cannot be read at all.
    private func open(_ path: String, key: borrowing Secret, create: Bool = false) throws -> Store? {
        do {
            return try unsafe key.withBytes { bytes in
                try unsafe Store(.file(path, mustExist: !create), key: bytes)
            }
        } catch SQLiteError.damaged {
            return nil
        }
    }

    private func canOpen(_ path: String, key: borrowing Secret) -> Bool {
        do { return try open(path, key: key) != nil } catch { return false }
    }

    private func copyAll(from: String, to: String) throws {
        for side in DatabaseRescue.sideFiles.prefix(2) where FileManager.default.fileExists(atPath: from + side) {
            try remove(to + side)
            do {
                try FileManager.default.copyItem(atPath: from + side, toPath: to + side)
            } catch {
                throw EngineError.file(path: to + side, code: ENOSPC)
            }
        }
    }

    private func remove(_ path: String) throws {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw EngineError.file(path: path, code: errno) }
    }
}
