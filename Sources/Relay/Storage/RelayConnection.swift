import SQLite

/// A connection to the relay's database, inside a transaction that somebody else has begun. Used by one thread at a time.
package protocol RelayConnection: AnyObject {
    /// The rows of a query.
    func rows(_ statement: RelayStatement, _ values: [Value]) throws(RelayStorageError) -> [RelayRow]

    /// Runs a statement; the number of rows that it changed.
    @discardableResult
    func run(_ statement: RelayStatement, _ values: [Value]) throws(RelayStorageError) -> Int
}

/// A row as it came from either database.
package struct RelayRow: Sendable {
    private let cells: [Value]

    init(_ cells: [Value]) { self.cells = cells }

    /// Column `index` (from 0) as a whole number; 0 where it is none.
    package func int(_ index: Int) -> Int64 { if case .int(let number) = cells[index] { number } else { 0 } }

    /// Column `index` as a whole number from 0 on.
    package func count(_ index: Int) -> UInt64 { UInt64(clamping: int(index)) }

    /// Column `index` as bytes; empty where it holds none.
    package func bytes(_ index: Int) -> [UInt8] { if case .blob(let bytes) = cells[index] { bytes } else { [] } }

    /// Column `index` as text; empty where it holds none.
    package func text(_ index: Int) -> String { if case .text(let text) = cells[index] { text } else { "" } }

    /// Column `index` as a truth value: 0 and 1.
    package func bool(_ index: Int) -> Bool { int(index) != 0 }
}

/// Why the relay's storage cannot do what was asked. Carries neither statements nor values.
package enum RelayStorageError: Error, Hashable, Sendable {
    /// The database cannot be reached now, or is too busy: later it may go well.
    case unavailable
    /// Another transaction was in the way, and this one was undone: again at once.
    case conflict
    /// No room is left where the database lies.
    case full
    /// What lies in the database is not what was written.
    case damaged
    /// The library that speaks to PostgreSQL is not on this machine.
    case noLibrary
    /// PostgreSQL did not let the relay in; its own words.
    case refused(String)
    /// The database was made by a newer version of the relay.
    case newerSchema(Int)
    /// Anything else: a mistake of ours. The code is the database's.
    case failed(String)
}
