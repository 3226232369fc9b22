import Ledger
import SQLite

extension Store {
    /// Whether every page of the database file holds what was written, and the pages fit together.
    package func isSound() -> Bool {
        do {
            try settle()
            // One row for every page whose seal does not hold; none from a database without a key.
            let pages = try database.all("PRAGMA cipher_integrity_check") { $0.text(0) }
            let structure = try database.all("PRAGMA integrity_check(1)") { $0.text(0) }
            return pages.isEmpty && structure == ["ok"]
        } catch {
            return false
        }
    }

    /// Operations that are missing inside a device's chain: their successors are here, they are not. Losses that an
    /// earlier repair has dealt with are left out.
    package func missingOperations() throws(SQLiteError) -> Int {
        max(0, try gaps() - settledLosses())
    }

    /// Takes over from a database that this one replaces which losses were dealt with.
    package func takeOverSettledLosses(from old: Store) throws(SQLiteError) {
        let known: Int
        do { known = try old.settledLosses() } catch { known = 0 }
        try database.run("INSERT OR REPLACE INTO meta VALUES('settled_losses', ?)", .int(known))
    }

    private func settledLosses() throws(SQLiteError) -> Int {
        try database.first("SELECT value FROM meta WHERE name = 'settled_losses'") { $0.int(0) } ?? 0
    }

    /// Takes the operations that are missing now for dealt with, those at the end too: with the next operation they are a gap.
    package func settleLosses(atEnd lost: Int) throws(SQLiteError) {
        try database.run("INSERT OR REPLACE INTO meta VALUES('settled_losses', ?)", .int(try gaps() + lost))
    }

    /// Operations of which later ones of their chain are here, and which no snapshot stands for. Of a journal that has ended the relay
    /// gives its end, and what stood before it no more.
    private func gaps() throws(SQLiteError) -> Int {
        var all = 0
        for (journal, gap) in try database.all(
            """
            SELECT c.journal, sum(g.gap) FROM (SELECT chain, max(place) - count(*) AS gap FROM operation GROUP BY chain) g
            JOIN chain c ON c.id = g.chain WHERE g.gap > 0 GROUP BY c.journal
            """, row: { (JournalID($0.blob(0)), $0.int(1)) })
        {
            if let journal, try end(of: journal) != nil { continue }
            all += gap
        }
        var covered = 0
        for (journal, ends) in try snapshotEnds() where try end(of: journal) == nil {
            for (device, end) in ends {
                covered +=
                    try database.first(
                        """
                        SELECT CASE WHEN max(place) > ?1 THEN ?1 ELSE coalesce(max(place), 0) END - coalesce(sum(place <= ?1), 0)
                        FROM operation WHERE chain = (SELECT id FROM chain WHERE journal = ?2 AND device = ?3)
                        """, .int(Int64(clamping: end.position)), .blob(journal.bytes), .blob(device.bytes)
                    ) { $0.int(0) } ?? 0
            }
        }
        return all - covered
    }

    /// Bytes of one page.
    package func pageSize() throws(SQLiteError) -> Int { try database.first("PRAGMA page_size") { $0.int(0) } ?? 4096 }

    /// Makes the file grow to at least so many pages, with zeros in a table of their own.
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
