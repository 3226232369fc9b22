import Journal
import Ledger
import Records
import SQLite

/// The local database: the log of operations and its projections, changed together or not at all.
///
/// It has no key but its own: operations arrive encrypted, together with their decrypted payload.
package final class Store {
    let database: Connection
    /// During a write transaction: the texts not yet in the word index. A search within the transaction adds them first.
    private(set) var waiting: WordBuffer?
    private var isKept = false

    /// Opens a database, or creates it if there is none and the location allows it.
    ///
    /// `key`: 32 bytes and 16 of salt, lent; `nil` for a store in memory. Opening reads neither the log nor the entries.
    /// `isBare`: for a rescue or a copy, a new one without `Schema.derived`: the list of tables is then on the first page alone.
    package init(_ location: Connection.Location, key: UnsafeRawBufferPointer? = nil, isBare: Bool = false) throws {
        database = try unsafe Connection(location, key: key)
        // An empty file where a database must exist has lost its content: do not create a new one there (26 is SQLITE_NOTADB).
        if case .file(_, mustExist: true) = location, try storedVersion() == nil { throw SQLiteError.damaged(code: 26) }
        try database.execute(
            "PRAGMA cell_size_check=ON; PRAGMA trusted_schema=OFF; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16000")
        let isStill = if case .still = location { true } else { false }
        if !isStill {
            try database.execute(
                "PRAGMA secure_delete=ON; PRAGMA synchronous=FULL; PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=512")
        }
        switch try storedVersion() {
        case nil where isStill: throw SQLiteError.damaged(code: 26)
        case nil: try createSchema(isBare: isBare)
        case Schema.version?: break
        case let other?: throw StoreError.newerVersion(other)
        }
        if !isBare { try renewWords(isStill: isStill) }
    }

    /// Rebuilds the word index where it was made from other words (`SearchText.version`). Where nothing can be written, or another
    /// program is busy with it, one in memory takes its place until the database is closed.
    private func renewWords(isStill: Bool) throws {
        // Where that cannot be read, opening does not fail for it: what needs the page says that it is damaged.
        guard (try? hasCurrentWords()) == false else { return }
        do {
            if isStill { throw SQLiteError.readOnly }
            try database.transaction {
                // Another process may have rebuilt it during the wait.
                guard try !hasCurrentWords() else { return }
                try database.execute("DROP TABLE IF EXISTS words")
                try fillWords(in: "main")
                try database.keep(.int(SearchText.version), in: .words)
            }
        } catch is SQLiteError {
            // One transaction of its own, which needs no lock of the file.
            try database.execute("BEGIN")
            try fillWords(in: "temp")
            try database.execute("COMMIT")
        }
    }

    private func hasCurrentWords() throws(SQLiteError) -> Bool {
        try database.number(.words) == SearchText.version
    }

    private func fillWords(in place: String) throws {
        try database.execute(Schema.words(in: place))
        let words = WordBuffer(database)
        let positions = try database.all("SELECT position FROM entry ORDER BY position") { $0.int64(0) }
        for position in positions {
            // One on a damaged page is skipped, as in lists.
            if let entry = try record(at: position, storedEntry) { try words.take(entry.entry.text, at: position) }
        }
        try words.close()
    }

    /// A store that is deleted when released: for tests and previews.
    package static func inMemory() throws -> Store { try unsafe Store(.memory, key: nil) }

    private func storedVersion() throws(SQLiteError) -> Int? {
        let version = try database.first("PRAGMA user_version") { $0.int(0) } ?? 0
        return version == 0 ? nil : version
    }

    private func createSchema(isBare: Bool) throws {
        try database.transaction {
            // Another process may have created it during the wait.
            guard try storedVersion() == nil else { return }
            try database.execute(Schema.log)
            try database.execute(Schema.projections)
            try database.keep(.int(SearchText.version), in: .words)
            if !isBare { try database.execute(Schema.derived) }
            try database.execute("PRAGMA user_version=\(Schema.version)")
        }
    }

    /// Runs the closure in one transaction: on return all its writes are on disk; if it throws, none are.
    package func write<T>(_ body: (StoreWriter) throws -> T) throws -> T {
        try database.transaction {
            let words = WordBuffer(database)
            waiting = words
            defer { waiting = nil }
            let result = try body(StoreWriter(database: database, words: words))
            try words.close()
            return result
        }
    }

    /// Runs the closure without waiting: while another program is writing, its writes fail at once.
    package func withoutWaiting<T>(_ body: () throws -> T) throws -> T {
        try database.execute("PRAGMA busy_timeout=0")
        defer { database.waitForOthers() }
        return try body()
    }

    /// Runs the closure on one unchanging state; its writes are undone.
    package func read<T>(_ body: (StoreWriter) throws -> T) throws -> T {
        try database.execute("BEGIN")
        defer { try? database.execute("ROLLBACK") }
        return try body(StoreWriter(database: database))
    }

    /// From its first read on it shows one unchanging state, until it is closed or meets a damaged page.
    package func keepState() throws {
        try database.execute("BEGIN")
        isKept = true
    }

    /// SQLCipher refuses every page after a damaged one until the transaction's end: a kept state goes on with what is there now.
    func passDamage() throws {
        if isKept { try database.execute("ROLLBACK; BEGIN") }
    }

    /// Copies the write-ahead log back into the database file, so that the file alone is complete.
    package func walCheckpoint() throws {
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    package func operationCount() throws -> Int {
        try database.first("SELECT sum(count) FROM tally WHERE what = 'operation'") { $0.int(0) } ?? 0
    }

    /// Journals that have at least one operation.
    package func journals() throws -> [JournalID] {
        try database.all("SELECT name FROM journal ORDER BY id") { JournalID($0.blob(0)) }.compactMap { $0 }
    }

    /// The number of entries that are not deleted; of one journal or of all.
    package func entryCount(journal: JournalID? = nil) throws -> Int {
        let all = "SELECT sum(count) FROM tally WHERE what = 'entry'"
        guard let journal else { return try database.first(all) { $0.int(0) } ?? 0 }
        return try database.first(all + " AND name = (SELECT id FROM journal WHERE name = ?)", .blob(journal.bytes)) {
            $0.int(0)
        } ?? 0
    }
}
