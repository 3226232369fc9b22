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
}
