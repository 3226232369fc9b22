import Ledger
import SQLite

extension Store {
    /// Whether every page of the database file is as it was written, and the pages fit together.
    package func isSound() -> Bool {
        do {
            try walCheckpoint()
            // One row for every page whose MAC does not match; none from a database without a key.
            let pages = try database.all("PRAGMA cipher_integrity_check") { $0.text(0) }
            let structure = try database.all("PRAGMA integrity_check(1)") { $0.text(0) }
            return pages.isEmpty && structure == ["ok"]
        } catch {
            return false
        }
    }

    /// The number of operations missing inside a device's chain, with later ones here. Excludes losses settled by a repair.
    package func missingOperations() throws(SQLiteError) -> Int {
        max(0, try gaps() - knownLosses())
    }

    /// Copies the settled losses of a database that this one replaces.
    package func takeOverKnownLosses(from old: Store) throws(SQLiteError) {
        let known: Int
        do { known = try old.knownLosses() } catch { known = 0 }
        try database.keep(.int(known), in: .settledLosses)
    }

    private func knownLosses() throws(SQLiteError) -> Int {
        Int(clamping: try database.number(.settledLosses) ?? 0)
    }

    /// Marks the operations missing now as settled, including `lost` at the end: they become a gap with the next operation.
    package func markLossesKnown(atEnd lost: Int) throws(SQLiteError) {
        try database.keep(.int(try gaps() + lost), in: .settledLosses)
    }

    /// The number of missing operations with later ones on their chain, not covered by a snapshot. Skips deleted journals: of
    /// those the relay only sends the end.
    private func gaps() throws(SQLiteError) -> Int {
        let lasting = "NOT IN (SELECT journal FROM journal_state WHERE ended IS NOT NULL)"
        return try database.first(
            """
            SELECT coalesce((SELECT sum(g.gap) FROM (SELECT chain, max(place) - count(*) AS gap FROM operation GROUP BY chain) g
              JOIN chain c ON c.id = g.chain WHERE g.gap > 0 AND c.journal \(lasting)), 0)
            - coalesce((SELECT sum((SELECT min(e.place, max(place)) - sum(place <= e.place) FROM operation WHERE chain = c.id))
              FROM snapshot_end e JOIN chain c ON c.journal = e.journal AND c.device = e.device WHERE e.journal \(lasting)), 0)
            """
        ) { $0.int(0) } ?? 0
    }

    /// Page size in bytes.
    package func pageSize() throws(SQLiteError) -> Int { try database.first("PRAGMA page_size") { $0.int(0) } ?? 4096 }

    /// Grows the file to at least this many pages, with zeros in a table of their own.
    package func grow(toPages pages: Int) throws(SQLiteError) {
        try database.execute("CREATE TABLE filler(zeros BLOB)")
        while true {
            let missing = pages - (try database.first("PRAGMA page_count") { $0.int(0) } ?? 0)
            guard missing > 0 else { return }
            let bytes = min(missing, 65_536) * (try pageSize())
            try database.run("INSERT INTO filler VALUES(zeroblob(?))", .int(bytes))
        }
    }
}
