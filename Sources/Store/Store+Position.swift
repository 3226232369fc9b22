import SQLite

extension Store {
    /// The number of the operation that came last; 0 for an empty log. It rises with every operation, of whichever program.
    package func logPosition() throws(SQLiteError) -> Int {
        try database.first("SELECT max(id) FROM operation") { $0.int(0) } ?? 0
    }

    /// The bytes of the operations that came after a position, at most `limit`, and the position of the last of them.
    package func operations(after position: Int, limit: Int) throws(SQLiteError) -> [(position: Int, bytes: [UInt8])] {
        try database.all(
            "SELECT id, bytes FROM operation WHERE id > ? ORDER BY id LIMIT ?", [.int(position), .int(limit)]
        ) { ($0.int(0), $0.blob(1)) }
    }
}
