import SQLite
import Synchronization

package enum RelayDatabaseLocation: Hashable, Sendable {
    /// A file; created if missing.
    case file(String)
    /// In memory: gone with the storage. For tests.
    case memory

    var sqlite: Connection.Location {
        switch self {
        case .file(let path): .file(path, mustExist: false)
        case .memory: .memory
        }
    }
}

/// A relay's storage in one SQLite file: one writer, whose transactions many tasks share, and concurrent readers.
///
/// It is SQLCipher's library without a key, since only one SQLite can be linked, and the relay's data is encrypted already.
package final class SQLiteStorage: RelayStorage {
    /// No other program writes to it.
    package var isShared: Bool { false }

    private let writer: SQLiteWriter
    /// Empty for a database in memory, which has only one connection.
    private let readers: [SQLiteReader]
    private let turn = Mutex(0)

    /// Opens the database. `committed` is called with the number of tasks that shared a transaction. Throws `RelayStorageError`.
    package init(
        _ location: RelayDatabaseLocation, readers: Int = 4, committed: @escaping @Sendable (_ jobs: Int) -> Void = { _ in }
    ) async throws {
        writer = SQLiteWriter(location, committed: committed)
        self.readers = location == .memory ? [] : (0..<readers).map { _ in SQLiteReader(location) }
        try await writer.open()
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (RelayTables) throws -> T) async throws -> T {
        guard !readers.isEmpty else { return try await writer.read(body) }
        let place = turn.withLock { turn in
            turn = (turn + 1) % readers.count
            return turn
        }
        return try await readers[place].read(body)
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (RelayTables) throws -> T) async throws -> T {
        try await writer.write(body)
    }

    package func close() async {
        for reader in readers { await reader.close() }
        await writer.close()
    }
}

private actor SQLiteReader {
    private nonisolated let thread = RelayThread("reader")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private let location: RelayDatabaseLocation
    private var connection: SQLiteRelayConnection?

    init(_ location: RelayDatabaseLocation) { self.location = location }

    func read<T: Sendable>(_ body: @Sendable (RelayTables) throws -> T) throws -> T {
        let connection = try self.connection ?? SQLiteRelayConnection(location.sqlite)
        self.connection = connection
        return try connection.snapshot(body)
    }

    func close() { connection = nil }
}
