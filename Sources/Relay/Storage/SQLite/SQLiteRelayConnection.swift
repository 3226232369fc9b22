import SQLite

final class SQLiteRelayConnection: RelayConnection {
    let database: Connection

    /// Opens the database; creates it if missing. Commits are durable: synchronous FULL with the write-ahead log.
    init(_ location: Connection.Location) throws(RelayStorageError) {
        do {
            database = try unsafe Connection(location)
            // Pragmas return a row.
            for setting in ["journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 4000", "cache_size = -32768"] {
                _ = try database.all("PRAGMA \(setting)") { _ in true }
            }
        } catch {
            throw RelayStorageError(error)
        }
    }

    func rows(_ statement: RelayStatement, _ values: [Value]) throws(RelayStorageError) -> [RelayRow] {
        do {
            return try database.all(statement.sqlite, values) { row in RelayRow((0..<row.count).map { row.value($0) }) }
        } catch {
            throw RelayStorageError(error)
        }
    }

    func run(_ statement: RelayStatement, _ values: [Value]) throws(RelayStorageError) -> Int {
        do {
            return try database.run(statement.sqlite, values)
        } catch {
            throw RelayStorageError(error)
        }
    }

    /// Runs one statement without values.
    func execute(_ sql: String) throws(RelayStorageError) {
        do {
            try database.run(sql, [])
        } catch {
            throw RelayStorageError(error)
        }
    }

    /// Runs the closure on one unchanging state of the database.
    func snapshot<T>(_ body: (RelayTables) throws -> T) throws -> T {
        try execute("BEGIN")
        defer { try? execute("COMMIT") }
        return try body(RelayTables(self))
    }
}

extension RelayStorageError {
    init(_ error: SQLiteError) {
        switch error {
        case .damaged: self = .damaged
        case .full: self = .full
        case .busy: self = .unavailable
        case .readOnly: self = .failed("the database may not be written to")
        case .cannotOpen: self = .failed("the database cannot be opened")
        case .constraint(let code), .io(let code), .failed(let code): self = .failed("SQLite \(code)")
        case .stopped: self = .failed("reading was stopped")
        }
    }
}
