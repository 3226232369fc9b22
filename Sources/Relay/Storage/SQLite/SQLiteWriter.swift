/// The only writer. Writes that arrive while it waits for the disk share the next transaction, and so one wait for the disk.
actor SQLiteWriter {
    private nonisolated let thread = RelayThread("writer")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// One write: run inside the transaction, and answered once that is on disk.
    private struct Job {
        /// Does the work; returns what to do once it is durable.
        let work: (RelayTables) throws -> (() -> Void)
        let fail: (any Error) -> Void
    }

    private let location: RelayDatabaseLocation
    private var connection: SQLiteRelayConnection?
    private var waiting: [Job] = []
    private let committed: @Sendable (_ jobs: Int) -> Void

    /// `committed` is called with the number of writes that shared a transaction.
    init(_ location: RelayDatabaseLocation, committed: @escaping @Sendable (_ jobs: Int) -> Void) {
        (self.location, self.committed) = (location, committed)
    }

    func open() throws {
        let connection = try SQLiteRelayConnection(location.sqlite)
        try connection.execute("BEGIN IMMEDIATE")
        do {
            for statement in RelaySchema.script.split(separator: ";") where statement.contains("CREATE") {
                try connection.execute(String(statement))
            }
            try RelaySchema.check(RelayTables(connection))
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
        self.connection = connection
    }

    /// Runs the closure in a transaction, possibly together with others; returns once it is on disk.
    func write<T: Sendable>(_ body: @escaping @Sendable (RelayTables) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(
                Job(
                    work: { tables in
                        let result = try body(tables)
                        return { continuation.resume(returning: result) }
                    },
                    fail: { continuation.resume(throwing: $0) }))
            // Calls queued at the actor are added to the list before it is processed.
            if waiting.count == 1 { Task { self.workOff() } }
        }
    }

    /// Reads if there is only one connection: a database in memory.
    func read<T: Sendable>(_ body: @Sendable (RelayTables) throws -> T) throws -> T {
        guard let connection else { throw RelayStorageError.unavailable }
        return try connection.snapshot(body)
    }

    func close() {
        workOff()
        // The write-ahead log is copied back, and its file deleted.
        connection = nil
    }

    private func workOff() {
        var jobs = waiting[...]
        let count = jobs.count
        waiting = []
        guard !jobs.isEmpty else { return }
        guard let connection else { return jobs.forEach { $0.fail(RelayStorageError.unavailable) } }
        var done: [(job: Job, answer: () -> Void)] = []
        do {
            try connection.execute("BEGIN IMMEDIATE")
            while let job = jobs.popFirst() {
                do {
                    try connection.execute("SAVEPOINT job")
                    let answer = try job.work(RelayTables(connection))
                    try connection.execute("RELEASE job")
                    done.append((job, answer))
                } catch {
                    job.fail(error)
                    // A full disk ends the whole transaction: then there is nothing left to undo.
                    do { try connection.execute("ROLLBACK TO job") } catch _ { throw error }
                    try connection.execute("RELEASE job")
                }
            }
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            for (job, _) in done { job.fail(error) }
            return jobs.forEach { $0.fail(error) }
        }
        committed(count)
        for (_, answer) in done { answer() }
    }
}
