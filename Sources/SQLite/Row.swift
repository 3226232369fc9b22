import CSQLCipher

/// The current row of a query; valid only inside its closure.
@safe
package struct Row {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) { unsafe self.statement = statement }

    /// Column `index` (from 0) as a whole number; 0 if it is null.
    package func int64(_ index: Int32) -> Int64 { unsafe sqlite3_column_int64(statement, index) }

    /// The same where rows, days or versions are counted; the nearest `Int` where that has 32 bits.
    package func int(_ index: Int32) -> Int { Int(clamping: int64(index)) }

    /// Column `index` as text; empty if it is null.
    package func text(_ index: Int32) -> String {
        guard let bytes = unsafe sqlite3_column_text(statement, index) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(statement, index))
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Column `index` as bytes; empty if it is null.
    package func blob(_ index: Int32) -> [UInt8] {
        guard let bytes = unsafe sqlite3_column_blob(statement, index) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(statement, index))
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    package enum Kind: Sendable { case null, int, double, text, blob }

    /// The storage type of column `index`; ask before any other call converts it.
    package func kind(_ index: Int32) -> Kind {
        switch unsafe sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: .int
        case SQLITE_FLOAT: .double
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    package var count: Int32 { unsafe sqlite3_column_count(statement) }

    /// Column `index` as stored; a number with a fraction as null, since none is stored beside other types.
    package func value(_ index: Int32) -> Value {
        switch kind(index) {
        case .int: .int(int64(index))
        case .text: .text(text(index))
        case .blob: .blob(blob(index))
        case .null, .double: .null
        }
    }

    /// Column `index` as a number; 0 if it is null.
    package func double(_ index: Int32) -> Double { unsafe sqlite3_column_double(statement, index) }

    package func isNull(_ index: Int32) -> Bool {
        unsafe sqlite3_column_type(statement, index) == SQLITE_NULL
    }
}
