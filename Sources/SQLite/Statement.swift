import CSQLCipher

/// A prepared statement: compiled once per connection, bound and stepped many times.
@safe
final class Statement {
    private let pointer: OpaquePointer

    init(_ sql: String, on database: OpaquePointer) throws(SQLiteError) {
        var pointer: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let pointer = unsafe pointer else {
            throw unsafe SQLiteError(code: code, on: database)
        }
        unsafe self.pointer = pointer
    }

    deinit { unsafe sqlite3_finalize(pointer) }

    /// Steps of SQLite's virtual machine since it was prepared.
    var steps: Int { Int(unsafe sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_VM_STEP, 0)) }

    var row: Row { unsafe Row(pointer) }

    /// Moves to the next row; false if there is none.
    func step() throws(SQLiteError) -> Bool {
        switch unsafe sqlite3_step(pointer) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let code: throw unsafe SQLiteError(code: code, on: sqlite3_db_handle(pointer))
        }
    }

    /// Runs it once with a text and with bytes that are not copied.
    func run(_ text: String, lending bytes: UnsafeRawBufferPointer) -> Int32 {
        var code = bind(.text(text), at: 1)
        if code == SQLITE_OK { code = unsafe sqlite3_bind_blob64(pointer, 2, bytes.baseAddress, UInt64(bytes.count), nil) }
        if code == SQLITE_OK { code = unsafe sqlite3_step(pointer) }
        reset()
        return code == SQLITE_DONE ? SQLITE_OK : code
    }

    /// Prepares it for the next use and releases the values.
    func reset() {
        unsafe sqlite3_reset(pointer)
        unsafe sqlite3_clear_bindings(pointer)
    }

    func bind(_ values: [Value]) throws(SQLiteError) {
        precondition(
            values.count == Int(unsafe sqlite3_bind_parameter_count(pointer)), "a value for each parameter")
        for (index, value) in zip(Int32(1)..., values) {
            let code = bind(value, at: index)
            guard code == SQLITE_OK else { throw SQLiteError(code: code) }
        }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        switch value {
        case .null: unsafe sqlite3_bind_null(pointer, index)
        case .int(let number): unsafe sqlite3_bind_int64(pointer, index, number)
        case .text(var text):
            text.withUTF8 { bytes in
                unsafe sqlite3_bind_text64(
                    pointer, index, bytes.baseAddress, UInt64(bytes.count), copyBytes, UInt8(SQLITE_UTF8))
            }
        case .blob(let bytes) where bytes.isEmpty: unsafe sqlite3_bind_zeroblob(pointer, index, 0)
        case .blob(let bytes):
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe sqlite3_bind_blob64(pointer, index, bytes.baseAddress, UInt64(bytes.count), copyBytes)
            }
        }
    }
}

/// SQLITE_TRANSIENT, a macro that Swift cannot import: SQLite makes its own copy at once.
private let copyBytes = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
