import CSQLCipher

/// One open database, used by one thread at a time; its owner ensures that.
@safe
package final class Connection {
    private let database: OpaquePointer
    private let isSealed: Bool
    private var statements: [String: Statement] = [:]
    /// The bound of the work on another program's file.
    private var foreignWork: ForeignWork?

    package enum Location: Hashable, Sendable {
        /// A file; created if missing, unless `mustExist`.
        case file(String, mustExist: Bool)
        /// In memory: gone when it is closed.
        case memory
        /// A file on a read-only disk, without a write-ahead log: nothing is written, not even a lock.
        case still(String)
        /// Another program's file, possibly malicious: opened read-only, nothing that its schema names is run (no view, trigger,
        /// virtual table or function), and the work on it is bounded (`ForeignWork`). `isStill` asserts that no program writes it
        /// and there is no log: then no lock is taken.
        case foreign(String, isStill: Bool)
    }

    /// Opens the database. With a key (32 bytes and 16 of salt) SQLCipher encrypts its pages; the caller overwrites the key. The
    /// first read shows whether key and file match: `damaged` if not.
    package init(_ location: Location, key: UnsafeRawBufferPointer? = nil) throws(SQLiteError) {
        let (path, flags) = Connection.pathAndFlags(location)
        var handle: OpaquePointer?
        let code = unsafe sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let handle = unsafe handle else {
            unsafe sqlite3_close_v2(handle)
            throw SQLiteError(code: code)
        }
        unsafe database = handle
        isSealed = unsafe key != nil
        waitForOthers()
        if case .foreign = location { try distrust() }
        if let key = unsafe key {
            try unsafe apply(key)
            // Errors are thrown; SQLCipher would also write them to standard error.
            try execute("PRAGMA cipher_log=off; PRAGMA cipher_log_level=NONE")
        }
    }

    /// Bounds what another program's file can do and cost. SQLite's limit of memory would also be the vault's, so the lengths that
    /// memory is needed for are limited instead.
    private func distrust() throws(SQLiteError) {
        try execute("PRAGMA cell_size_check=ON; PRAGMA query_only=ON; PRAGMA mmap_size=0")
        for (kind, most) in ForeignWork.lengths { unsafe sqlite3_limit(database, kind, most) }
        let code = unsafe sqlite_distrust_schema(database)
        guard code == SQLITE_OK else { throw SQLiteError(code: code) }
        let work = unsafe ForeignWork(database)
        foreignWork = work
        work.watch()
        let size = try ["page_count", "page_size"].map { pragma throws(SQLiteError) in
            try first("PRAGMA \(pragma)") { $0.int64(0) } ?? 0
        }
        work.extend(forBytes: size[0].multipliedReportingOverflow(by: size[1]).partialValue)
    }

    /// Asked now and then during long statements on another program's file: whether to stop. They then throw `stopped`.
    package func stopForeignWork(when isAsked: @escaping @Sendable () -> Bool) { foreignWork?.isAsked = isAsked }

    deinit {
        statements = [:]
        unsafe sqlite3_close_v2(database)
    }

    private static func pathAndFlags(_ location: Location) -> (String, Int32) {
        switch location {
        case .memory: (":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        case .file(let path, mustExist: true): (path, SQLITE_OPEN_READWRITE)
        case .file(let path, mustExist: false): (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        case .foreign(let path, isStill: false): (path, SQLITE_OPEN_READONLY)
        case .foreign(let path, isStill: true), .still(let path):
            ("file:" + escaped(path) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        }
    }

    /// A path in a URI: letters and digits as they are, other bytes percent-encoded.
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                String(Unicode.Scalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }

    /// Passes SQLCipher the raw key in its own notation, x'<hexadecimal>', so that it derives nothing itself.
    private func apply(_ key: UnsafeRawBufferPointer) throws(SQLiteError) {
        let code = unsafe Connection.withNotation(of: key) { notation in
            unsafe sqlite3_key_v2(database, "main", notation.baseAddress, Int32(notation.count))
        }
        guard code == SQLITE_OK else { throw SQLiteError(code: code) }
    }

    /// Attaches another database, encrypted under another key, as `successor`.
    private func attach(_ path: String, key: UnsafeRawBufferPointer) throws(SQLiteError) {
        let statement = try unsafe Statement("ATTACH DATABASE ? AS successor KEY ?", on: database)
        let code = unsafe Connection.withNotation(of: key) { unsafe statement.run(path, lending: $0) }
        guard code == SQLITE_OK else { throw unsafe SQLiteError(code: code, on: database) }
    }

    /// Lends the notation of a key, and overwrites it afterwards.
    private static func withNotation(of key: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Int32) -> Int32 {
        let digits = Array("0123456789abcdef".utf8)
        var notation = [UInt8](repeating: UInt8(ascii: "'"), count: key.count * 2 + 3)
        notation[0] = UInt8(ascii: "x")
        for index in 0..<key.count {
            let byte = unsafe key[index]
            notation[2 + index * 2] = digits[Int(byte >> 4)]
            notation[3 + index * 2] = digits[Int(byte & 15)]
        }
        return unsafe notation.withUnsafeMutableBytes { bytes in
            defer { for index in 0..<bytes.count { unsafe bytes[index] = 0 } }
            return unsafe body(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Replaces the rows of these tables in another database, which has the same tables and another key.
    package func copy(_ tables: [String], to path: String, key: UnsafeRawBufferPointer) throws {
        try unsafe attach(path, key: key)
        // If this fails, it is detached when this connection closes.
        defer { try? execute("DETACH DATABASE successor") }
        try transaction {
            for table in tables {
                try execute("DELETE FROM successor.\(table); INSERT INTO successor.\(table) SELECT * FROM main.\(table)")
            }
        }
        for table in tables {
            let counts = try ["main", "successor"].map { name in
                var count = 0
                try each("SELECT count(*) FROM \(name).\(table)", []) { row in
                    count = row.int(0)
                    return true
                }
                return count
            }
            guard counts[0] == counts[1] else { throw SQLiteError.damaged(code: 0) }
        }
    }

    /// Waits up to ten seconds for other programs' locks, which is also the initial setting.
    package func waitForOthers() { unsafe sqlite3_busy_timeout(database, 10_000) }

    /// Runs statements without parameters, separated by semicolons.
    package func execute(_ script: String) throws(SQLiteError) {
        let code = unsafe sqlite3_exec(database, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe SQLiteError(code: code, on: database) }
    }

    /// Runs one statement that returns no rows; returns the number of rows it changed.
    @discardableResult
    package func run(_ sql: String, _ values: Value...) throws(SQLiteError) -> Int { try run(sql, values) }

    /// The same, with the values in a list.
    @discardableResult
    package func run(_ sql: String, _ values: [Value]) throws(SQLiteError) -> Int {
        let statement = try bound(sql, values)
        defer { statement.reset() }
        while try statement.step() {}
        return Int(clamping: unsafe sqlite3_changes64(database))
    }

    /// Runs one query and passes every row to the closure, which must not run the same query; it returns false to stop early.
    package func each(_ sql: String, _ values: [Value], row body: (Row) throws -> Bool) throws {
        let statement = try bound(sql, values)
        defer { statement.reset() }
        while try statement.step() {
            let goesOn = try body(statement.row)
            try checkSeals()
            guard goesOn else { return }
        }
    }

    /// Runs one query and returns the closure's result for every row.
    package func all<T>(_ sql: String, _ values: [Value] = [], row: (Row) -> T) throws(SQLiteError) -> [T] {
        // In one transaction, at whose end SQLCipher forgets a failed MAC; one check covers all rows.
        let ownsTransaction = unsafe isSealed && sqlite3_get_autocommit(database) != 0
        if ownsTransaction { try run("BEGIN") }
        defer { if ownsTransaction { _ = try? run("COMMIT") } }
        let statement = try bound(sql, values)
        defer { statement.reset() }
        var list: [T] = []
        while try statement.step() { list.append(row(statement.row)) }
        try checkSeals()
        return list
    }

    /// The closure's result for the first row; `nil` if there is none.
    package func first<T>(_ sql: String, _ values: Value..., row: (Row) -> T) throws(SQLiteError) -> T? {
        let statement = try bound(sql, values)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        let result = row(statement.row)
        try checkSeals()
        return result
    }

    /// The work since opening, for tests of cost: page accesses, cached or not, and steps of SQLite's virtual machine for
    /// prepared statements.
    package var work: (pages: Int, steps: Int) {
        (Int(clamping: unsafe Connection.pages(of: database)), statements.values.reduce(0) { $0 + $1.steps })
    }

    static func pages(of database: OpaquePointer) -> Int64 {
        [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, what in
            var (count, most): (Int32, Int32) = (0, 0)
            unsafe sqlite3_db_status(database, what, &count, &most, 0)
            return sum + Int64(count)
        }
    }

    package var lastRowID: Int { Int(clamping: unsafe sqlite3_last_insert_rowid(database)) }

    /// Runs the closure in one transaction, with no other process writing: committed and on disk on return, undone if it throws.
    package func transaction<T>(_ body: () throws -> T) throws -> T {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // A full disk may have ended the transaction already.
            if unsafe sqlite3_get_autocommit(database) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// SQLCipher returns a page with a wrong MAC as zeros, and fails only on the next read. If it is the last page of a long
    /// value, there is no next read: so one more, of the first page, follows.
    private func checkSeals() throws(SQLiteError) {
        guard isSealed else { return }
        let probe = try prepared("SELECT 1 FROM sqlite_schema LIMIT 1")
        defer { probe.reset() }
        _ = try probe.step()
    }

    private func bound(_ sql: String, _ values: [Value]) throws(SQLiteError) -> Statement {
        let statement = try prepared(sql)
        try statement.bind(values)
        return statement
    }

    private func prepared(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try unsafe Statement(sql, on: database)
        statements[sql] = statement
        return statement
    }
}
