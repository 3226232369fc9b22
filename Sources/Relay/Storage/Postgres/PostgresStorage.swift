import Synchronization

/// A relay's storage in PostgreSQL, or in a database that speaks its protocol. Several relays may share one: every writer locks
/// the journal's row first, so that a journal's log has one order wherever its pushes arrive.
package final class PostgresStorage: RelayStorage {
    /// Other relays may write to it.
    package var isShared: Bool { true }

    private let pool: PostgresPool

    /// Connects, and creates missing tables. `address`: `postgres://…` or `name=value …`, as for libpq. Throws
    /// `RelayStorageError`.
    package init(_ address: String, connections: Int = 16) async throws {
        pool = PostgresPool((0..<max(1, connections)).map { PostgresWorker(address, number: $0) })
        let first = await pool.take()
        defer { pool.give(back: first) }
        try await first.makeTables()
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (RelayTables) throws -> T) async throws -> T {
        // All statements of the closure see one state of the database.
        try await perform("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (RelayTables) throws -> T) async throws -> T {
        try await perform("BEGIN ISOLATION LEVEL READ COMMITTED", body)
    }

    package func close() async { await pool.close() }

    private func perform<T: Sendable>(
        _ begin: String, _ body: @escaping @Sendable (RelayTables) throws -> T
    ) async throws -> T {
        var attempt = 0
        while true {
            attempt += 1
            let worker = await pool.take()
            let outcome: Result<T, any Error>
            do {
                outcome = .success(try await worker.perform(begin, body))
            } catch {
                outcome = .failure(error)
            }
            pool.give(back: worker)
            switch outcome {
            case .success(let value): return value
            // A commit that was cut off may have succeeded: a relay's writes may be repeated.
            case .failure(RelayStorageError.conflict) where attempt < 12: try await pause(attempt, milliseconds: 2)
            case .failure(RelayStorageError.unavailable) where attempt < 5, .failure(RelayStorageError.refused) where attempt < 5:
                try await pause(attempt, milliseconds: 40)
            // The reason for a failed login to the database is of no use to the relay's clients.
            case .failure(RelayStorageError.refused): throw RelayStorageError.unavailable
            case .failure(RelayStorageError.conflict): throw RelayStorageError.unavailable
            case .failure(let error): throw error
            }
        }
    }

    /// Longer each time, and random, so that conflicting transactions separate.
    private func pause(_ attempt: Int, milliseconds: Int) async throws {
        let longest = milliseconds << min(attempt, 6)
        try await Task.sleep(for: .milliseconds(Int.random(in: longest / 2...longest)))
    }
}

/// Lends its connections, each to one task at a time; further tasks wait in order.
private final class PostgresPool: Sendable {
    private struct State {
        var idle: [PostgresWorker]
        var waiting: [CheckedContinuation<PostgresWorker, Never>] = []
    }

    private let state: Mutex<State>
    private let all: [PostgresWorker]

    init(_ workers: [PostgresWorker]) {
        all = workers
        // The last one used is used next: the others may stay closed.
        state = Mutex(State(idle: workers.reversed()))
    }

    func take() async -> PostgresWorker {
        await withCheckedContinuation { continuation in
            let worker = state.withLock { state -> PostgresWorker? in
                if let worker = state.idle.popLast() { return worker }
                state.waiting.append(continuation)
                return nil
            }
            if let worker { continuation.resume(returning: worker) }
        }
    }

    func give(back worker: PostgresWorker) {
        let next = state.withLock { state -> CheckedContinuation<PostgresWorker, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.idle.append(worker)
            return nil
        }
        next?.resume(returning: worker)
    }

    func close() async { for worker in all { await worker.close() } }
}

/// One connection and its thread.
private actor PostgresWorker {
    private nonisolated let thread: RelayThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private let address: String
    private var connection: PostgresConnection?

    init(_ address: String, number: Int) {
        self.address = address
        thread = RelayThread("postgres.\(number)")
    }

    /// Creates the tables. Two relays that start together would conflict: they take turns at an advisory lock.
    func makeTables() throws {
        let connection = try opened()
        try connection.execute("BEGIN")
        do {
            // "auralyst" in ASCII.
            try connection.execute("SELECT pg_advisory_xact_lock(7022364301848327284)")
            try connection.execute(RelaySchema.script)
            try RelaySchema.check(RelayTables(connection))
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    func perform<T: Sendable>(_ begin: String, _ body: @Sendable (RelayTables) throws -> T) throws -> T {
        let connection = try opened()
        do {
            try connection.execute(begin)
            let result = try body(RelayTables(connection))
            try connection.execute("COMMIT")
            return result
        } catch RelayStorageError.unavailable {
            // The server has disconnected, or is about to.
            self.connection = nil
            throw RelayStorageError.unavailable
        } catch {
            do { try connection.execute("ROLLBACK") } catch _ { self.connection = nil }
            throw error
        }
    }

    func close() { connection = nil }

    private func opened() throws -> PostgresConnection {
        if let connection { return connection }
        let made = try PostgresConnection(address)
        connection = made
        return made
    }
}
