import Ledger
import SQLite

extension Store {
    package var work: (pages: Int, steps: Int) { database.work }

    /// The number of the latest operation; 0 for an empty log. It increases with every operation, by any program.
    package func logPosition() throws(SQLiteError) -> Int {
        try database.first("SELECT max(id) FROM operation") { $0.int(0) } ?? 0
    }

    /// Changes with every transaction of another connection, and with no own one.
    package func othersVersion() throws(SQLiteError) -> Int { try database.first("PRAGMA data_version") { $0.int(0) } ?? 0 }

    /// The number of operations after a position: those of a device, and all others.
    package func operationCounts(after position: Int, of device: DeviceID) throws(SQLiteError) -> (own: Int, others: Int) {
        try database.first(
            """
            SELECT coalesce(sum(chain.device = ?2), 0), coalesce(sum(chain.device <> ?2), 0)
            FROM operation JOIN chain ON chain.id = operation.chain WHERE operation.id > ?1
            """, .int(position), .blob(device.bytes)
        ) { (own: $0.int(0), others: $0.int(1)) } ?? (0, 0)
    }

    /// The bytes of the operations after a position, at most `limit`, each with its position.
    package func operations(after position: Int, limit: Int) throws(SQLiteError) -> [(position: Int, bytes: [UInt8])] {
        try database.all(
            "SELECT id, bytes FROM operation WHERE id > ? ORDER BY id LIMIT ?", [.int(position), .int(limit)]
        ) { ($0.int(0), $0.blob(1)) }
    }
}
