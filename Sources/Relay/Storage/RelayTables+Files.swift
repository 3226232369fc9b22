import Ledger
import SQLite
import Sync

package struct SnapshotRow: Hashable, Sendable {
    /// The relay's position that it covers.
    package var position: UInt64
    /// H(its bytes).
    package var hash: [UInt8]
    /// Size in bytes.
    package var size: Int64
    /// Whether a checkpoint of the owner names it.
    package var isNamed: Bool
}

extension RelayTables {
    /// The size of a complete blob in bytes; `nil` if it is not here.
    func blob(_ hash: [UInt8], of journal: JournalID) throws(RelayStorageError) -> Int64? {
        try connection.rows(RelayStatements.blob, [.blob(journal.bytes), .blob(hash)]).first?.int(0)
    }

    /// Records a blob; false if it is recorded already.
    func add(blob hash: [UInt8], size: Int64, to journal: JournalID, now: Int64) throws(RelayStorageError) -> Bool {
        try connection.run(RelayStatements.addBlob, [.blob(journal.bytes), .blob(hash), .int(size), .int(now)]) > 0
    }

    /// The blobs of a journal after a hash, sorted, at most `limit`.
    func blobs(of journal: JournalID, after hash: [UInt8], limit: Int) throws(RelayStorageError) -> [FileListing.File] {
        try connection.rows(RelayStatements.blobs, [.blob(journal.bytes), .blob(hash), .int(Int64(limit))]).map { row in
            FileListing.File(hash: row.bytes(0), size: row.int(1))
        }
    }

    /// The number and total bytes of a journal's blobs.
    func blobFigures(of journal: JournalID) throws(RelayStorageError) -> FileFigures {
        let row = try connection.rows(RelayStatements.blobFigures, [.blob(journal.bytes)]).first
        return FileFigures(bytes: row?.int(0) ?? 0, count: row?.int(1) ?? 0)
    }

    /// Deletes blobs whose files are missing or truncated, and frees their space.
    func forget(blobs hashes: [[UInt8]], of journal: JournalID) throws {
        guard var row = try self.journal(journal, isLocked: true) else { return }
        for hash in hashes {
            guard let size = try blob(hash, of: journal),
                try connection.run(RelayStatements.removeBlob, [.blob(journal.bytes), .blob(hash)]) > 0
            else { continue }
            row.bytes -= size
        }
        try put(row, of: journal)
    }

    /// The snapshots of a journal, by position.
    package func snapshots(of journal: JournalID) throws(RelayStorageError) -> [SnapshotRow] {
        try connection.rows(RelayStatements.snapshots, [.blob(journal.bytes)]).map { row in
            SnapshotRow(position: row.count(0), hash: row.bytes(1), size: row.int(2), isNamed: row.bool(3))
        }
    }

    func put(_ snapshot: SnapshotRow, in journal: JournalID, now: Int64) throws(RelayStorageError) {
        try connection.run(
            RelayStatements.putSnapshot,
            [
                .blob(journal.bytes), .int(Int64(snapshot.position)), .blob(snapshot.hash), .int(snapshot.size),
                .int(snapshot.isNamed ? 1 : 0), .int(now),
            ])
    }

    func remove(snapshotAt position: UInt64, of journal: JournalID) throws(RelayStorageError) {
        try connection.run(RelayStatements.removeSnapshot, [.blob(journal.bytes), .int(Int64(position))])
    }

    func erase(_ journal: JournalID) throws(RelayStorageError) {
        for statement in RelayStatements.eraseJournal { try connection.run(statement, [.blob(journal.bytes)]) }
    }
}
