import Ledger
import SQLite
import Store
import Testing

/// A copy of a database, as a change of the vault's key makes it.
@Suite struct CopyTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a copy has every table, index, trigger and count, and goes on as the first would`(seed: UInt64) throws {
        let scratch = try ScratchStore(.file)
        let history = RandomHistory(seed: seed, count: 300)
        try scratch.take(history.written.prefix(200))
        let copy = try ScratchStore(copyOf: scratch)
        try expectSame(scratch, copy, history.ids)
        let triggers = try copy.connection().first("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'") { $0.int(0) }
        #expect(triggers ?? 0 > 0)
        for store in [scratch, copy] { try store.take(history.written.dropFirst(200)) }
        try expectSame(scratch, copy, history.ids)
        #expect(copy.store.isSound())
    }

    private func expectSame(_ one: ScratchStore, _ other: ScratchStore, _ ids: [RecordID]) throws {
        for sql in [
            "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY type, name",
            // `repair` finds tables by the pages on which they begin, where the first page is damaged.
            "SELECT name || ' ' || rootpage FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('tally', 'run') ORDER BY 1",
            "SELECT what || ' ' || name || ' ' || count FROM tally WHERE count > 0 ORDER BY what, name", "PRAGMA user_version",
            "PRAGMA application_id", "PRAGMA page_size", "PRAGMA auto_vacuum",
            "SELECT k || ' ' || v FROM words_config ORDER BY k",
            "SELECT id || ' ' || chain || ' ' || place FROM operation ORDER BY id",
            "SELECT name || ' ' || hex(value) FROM device ORDER BY name",
            "SELECT name || ' ' || hex(content) FROM draft ORDER BY name",
        ] {
            let (left, right) = try (one.connection().all(sql) { $0.text(0) }, other.connection().all(sql) { $0.text(0) })
            #expect(left == right, "\(sql)")
        }
        #expect(try one.dump() == other.dump())
        #expect(try one.answers(of: ids) == other.answers(of: ids))
    }
}
