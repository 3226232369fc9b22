import SQLite

/// A connection to the relay's database, inside a transaction begun by the caller. Used by one thread at a time.
package protocol RelayConnection: AnyObject {
    func rows(_ statement: RelayStatement, _ values: [Value]) throws(RelayStorageError) -> [RelayRow]

    /// Runs a statement; returns the number of rows that it changed.
    @discardableResult
    func run(_ statement: RelayStatement, _ values: [Value]) throws(RelayStorageError) -> Int
}

/// A row from either database.
package struct RelayRow: Sendable {
    private let cells: [Value]

    init(_ cells: [Value]) { self.cells = cells }

    /// Column `index` (from 0) as a whole number; 0 for another type.
    package func int(_ index: Int) -> Int64 { if case .int(let number) = cells[index] { number } else { 0 } }

    /// Column `index` as a whole number, negative ones as 0.
    package func count(_ index: Int) -> UInt64 { UInt64(clamping: int(index)) }

    /// Column `index` as bytes; empty for another type.
    package func bytes(_ index: Int) -> [UInt8] { if case .blob(let bytes) = cells[index] { bytes } else { [] } }

    /// Column `index` as text; empty for another type.
    package func text(_ index: Int) -> String { if case .text(let text) = cells[index] { text } else { "" } }

    /// Column `index` as a truth value: 0 and 1.
    package func bool(_ index: Int) -> Bool { int(index) != 0 }
}

/// Why the relay's storage failed. Contains neither statements nor values.
package enum RelayStorageError: Error, Hashable, Sendable {
    /// The database cannot be reached, or is too busy: retry later.
    case unavailable
    /// Another transaction conflicted, and this one was undone: retry at once.
    case conflict
    case full
    case damaged
    /// The PostgreSQL client library is not on this machine.
    case noLibrary
    /// PostgreSQL refused the connection; its message.
    case refused(String)
    case newerSchema(Int)
    /// Anything else: a programming error. The code is the database's.
    case failed(String)
}
