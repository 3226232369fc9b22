import Basics
import Foundation
import SQLite
import Store
import Vault

/// A copy of a database on a read-only disk beside a write-ahead log that a killed program left. SQLite must write before it
/// reads such a log. The copy is encrypted like the original, and removed when this is released.
final class StillDatabase {
    /// The database file, which then contains everything.
    let path: String
    private let folder: URL

    /// `nil` if the database has no write-ahead log beside it.
    init?(of database: String, keys: borrowing UnlockedVault) throws {
        let files = FileManager.default
        guard let size = OpenFile.size(at: database + "-wal"), size > 0 else { return nil }
        folder = files.temporaryDirectory.appending(path: "auralyst-read-" + UUID().uuidString)
        path = folder.path + "/journal.db"
        do {
            try files.createDirectory(at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            for ending in ["", "-wal"] { try files.copyItem(atPath: database + ending, toPath: path + ending) }
            let path = path
            let key = keys.databaseKey()
            try unsafe key.withBytes { try unsafe Store(.file(path, mustExist: true), key: $0).walCheckpoint() }
        } catch {
            Folder.remove(folder.path)
            throw error
        }
    }

    deinit { Folder.remove(folder.path) }
}
