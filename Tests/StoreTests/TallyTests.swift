import Journal
import SQLite
import Store
import Testing

/// What is counted beforehand is what counting would give.
@Suite struct TallyTests {
    /// What pages and commands ask for, as it is kept and as it is counted.
    private func expectCounts(in scratch: ScratchStore, _ comment: Comment) throws {
        let connection = try scratch.connection()
        for (what, sql) in [
            "entry": "SELECT journal, count(*) FROM entry GROUP BY 1",
            "mood": "SELECT mood, count(*) FROM entry WHERE mood IS NOT NULL GROUP BY 1",
            "month": "SELECT strftime('%Y-%m', day * 86400, 'unixepoch'), count(*) FROM entry GROUP BY 1",
            "tag": "SELECT name, count(*) FROM tag GROUP BY 1", "operation": "SELECT '', count(*) FROM operation",
            "kind": "SELECT kind, count(*) FROM record WHERE kind <> 'entry' GROUP BY 1",
        ] {
            let kept = try connection.all(
                "SELECT name, count FROM tally WHERE what = ? AND count <> 0 ORDER BY 1", [.text(what)]
            ) { "\($0.text(0)) \($0.int(1))" }
            let counted = try connection.all(sql + " ORDER BY 1") { "\($0.text(0)) \($0.int(1))" }
            #expect(kept == counted, "\(what): \(comment)")
        }
        var stretches: [[Int]] = []
        for day in try connection.all("SELECT DISTINCT day FROM entry ORDER BY 1", row: { $0.int(0) }) {
            if stretches.last?[1] == day - 1 { stretches[stretches.count - 1][1] = day } else { stretches.append([day, day]) }
        }
        let runs = try connection.all("SELECT first, last FROM run ORDER BY last") { [$0.int(0), $0.int(1)] }
        #expect(runs == stretches, comment)
        #expect(try scratch.store.operationCount() == connection.first("SELECT count(*) FROM operation") { $0.int(0) }, comment)
        #expect(try scratch.store.entryCount() == connection.first("SELECT count(*) FROM entry") { $0.int(0) }, comment)
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func `counts follow every change, a rebuild and the removal of a journal`(seed: UInt64) throws {
        let scratch = try ScratchStore(.file)
        let history = RandomHistory(seed: seed, count: 200)
        try scratch.take(history.written)
        try expectCounts(in: scratch, "seed \(seed)")
        _ = try scratch.store.rebuild(open: Given.open)
        try expectCounts(in: scratch, "seed \(seed), rebuilt")
        let journal = try #require(try scratch.store.journals().last)
        let counts = try scratch.store.entriesByJournal()
        #expect(try counts.mapValues(\.count)[journal] ?? 0 == scratch.store.entryCount(journal: journal))
        _ = try scratch.store.write { try $0.remove(journal) }
        try expectCounts(in: scratch, "seed \(seed), a journal removed")
    }

    @Test func `a database from before there were counts gets them when it is opened, and is counted where it cannot be written`()
        throws
    {
        let scratch = try ScratchStore(.file)
        try scratch.take(RandomHistory(seed: 1, count: 200).written)
        func answers(_ store: Store) throws -> [String] {
            try [
                "\(store.entryCount()) \(store.operationCount())", "\(store.tags())", "\(store.moods())",
                "\(store.entriesByJournal().sorted { $0.key < $1.key })", "\(store.monthsWithEntries())",
                "\(try store.monthsWithEntries().map { try store.run(endingAt: $0.days.lowerBound) })",
                "\(store.journals().map { try store.entryCount(journal: $0) })", "\(store.otherKinds())",
                "\(store.journals().map { try store.otherKinds(journals: [$0]) })",
            ]
        }
        let expected = try answers(scratch.store)
        let connection = try scratch.connection()
        let triggers = try connection.all("SELECT name FROM sqlite_schema WHERE type = 'trigger'") { $0.text(0) }
        for trigger in triggers { try connection.execute("DROP TRIGGER \(trigger)") }
        try connection.execute(
            "DROP TABLE tally; DROP TABLE run; DROP INDEX operation_control; DROP INDEX operation_resealed; DROP INDEX entry_journal; DROP INDEX record_gone; DROP INDEX intake_medication; DROP INDEX note_entry"
        )
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let still = try ScratchStore.open(.still(scratch.path))
        #expect(!still.isTallied)
        #expect(try answers(still) == expected)
        let opened = try ScratchStore.open(.file(scratch.path, mustExist: true))
        #expect(opened.isTallied)
        #expect(try answers(opened) == expected)
        try expectCounts(in: scratch, "an older database")
        // One from before records were counted by their kinds.
        try connection.execute(
            "DROP TRIGGER tally_in_kind; DROP TRIGGER tally_out_kind; UPDATE tally SET count = 7 WHERE what = 'kind'")
        #expect(try answers(ScratchStore.open(.file(scratch.path, mustExist: true))) == expected)
        try expectCounts(in: scratch, "a database that counted less")
    }
}
