import CSQLCipher

/// The row that a query stands on; good only inside the closure it was given to.
@safe
package struct Row {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) { unsafe self.statement = statement }

    /// Column `index` (from 0) as a whole number; 0 where it is null.
    package func int(_ index: Int32) -> Int { Int(unsafe sqlite3_column_int64(statement, index)) }

    /// Column `index` as text; empty where it is null.
    package func text(_ index: Int32) -> String {
        guard let bytes = unsafe sqlite3_column_text(statement, index) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(statement, index))
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Column `index` as bytes; empty where it is null.
    package func blob(_ index: Int32) -> [UInt8] {
        guard let bytes = unsafe sqlite3_column_blob(statement, index) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(statement, index))
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// Whether column `index` holds nothing.
    package func isNull(_ index: Int32) -> Bool {
        unsafe sqlite3_column_type(statement, index) == SQLITE_NULL
    }
}
