import Journal
import Ledger
import Records
import SQLite
import Store
import Testing

@Suite struct DayTests {
    /// Entries on these days, in the first journal but for those behind `|`.
    private func store(_ days: [String], other: [String] = [], mood: String? = nil) throws -> (ScratchStore, [JournalID]) {
        let scratch = try ScratchStore(.memory)
        var chronicle = Chronicle(journals: 2)
        for (number, day) in (days + other).enumerated() {
            let entry = Given.entry("e\(number)", day: Given.day(day), mood: mood)
            chronicle.set(Given.id(number), entry.fields, journal: number < days.count ? 0 : 1)
        }
        try scratch.take(chronicle.written)
        return (scratch, chronicle.journals)
    }

    @Test func `entries are counted by their civil day, deleted ones are not`() throws {
        let (scratch, journals) = try store(
            ["2026-03-01", "2026-03-01", "2026-03-31", "2026-02-28", "2026-04-01"], other: ["2026-03-31"])
        var chronicle = Chronicle(journals: 2, seed: 9)
        chronicle.wall += 1000
        let month = Given.day("2026-03-01")...Given.day("2026-03-31")
        #expect(try scratch.store.dayCounts(month) == [Given.day("2026-03-01"): 2, Given.day("2026-03-31"): 2])
        #expect(
            try scratch.store.dayCounts(month, journals: [journals[0]]) == [
                Given.day("2026-03-01"): 2, Given.day("2026-03-31"): 1,
            ])
        #expect(try scratch.store.dayCounts(month, journals: [journals[1]]) == [Given.day("2026-03-31"): 1])
        #expect(try scratch.store.dayCounts(month, journals: [chronicle.journals[0]]) == [:])
        let gone = try ScratchStore(.memory)
        var history = Chronicle()
        history.set(Given.id(1), Given.entry("x").fields)
        history.set(Given.id(1), ["gone": true])
        try gone.take(history.written)
        #expect(try gone.store.dayCounts(Given.today...Given.today) == [:] && gone.store.run(endingAt: Given.today) == 0)
        #expect(try gone.store.monthsWithEntries().isEmpty)
    }

    @Test(arguments: [
        ("2026-03-14", 4), ("2026-03-13", 3), ("2026-03-11", 1), ("2026-03-10", 0), ("2026-03-15", 0), ("2026-03-01", 2),
        ("0001-01-01", 1), ("9999-12-31", 0),
    ])
    func `a row of days ends where the first one has nothing`(day: String, length: Int) throws {
        let (scratch, _) = try store([
            "2026-03-14", "2026-03-13", "2026-03-13", "2026-03-12", "2026-03-11", "2026-03-01", "2026-02-28", "0001-01-01",
        ])
        #expect(try scratch.store.run(endingAt: Given.day(day)) == length)
    }

    @Test func `months with an entry come newest first, each once`() throws {
        let (scratch, _) = try store(["2026-03-14", "2026-03-01", "2025-12-31", "2024-02-29", "0001-01-01", "9999-12-31"])
        let months = try scratch.store.monthsWithEntries().map(\.iso)
        #expect(months == ["9999-12", "2026-03", "2025-12", "2024-02", "0001-01"])
        #expect(try ScratchStore(.memory).store.monthsWithEntries().isEmpty)
    }

    @Test func `moods are counted, the most used first`() throws {
        let scratch = try ScratchStore(.memory)
        var chronicle = Chronicle()
        for (number, mood) in ["sad", "happy", "so-so", "happy", nil, "sad", "happy"].enumerated() {
            chronicle.set(Given.id(number), Given.entry("x", mood: mood).fields)
        }
        try scratch.take(chronicle.written)
        #expect(try scratch.store.moods().map { "\($0.mood.name) \($0.count)" } == ["happy 3", "sad 2", "so-so 1"])
    }

    @Test func `each of these questions is answered by an index`() throws {
        let scratch = try ScratchStore(.memory)
        let days = "SELECT day, count(*) FROM entry WHERE day BETWEEN ? AND ? GROUP BY day"
        for (sql, values) in [
            (days, [.int(0), .int(9)]), (Store.runSQL, [0]), (Store.monthsSQL, []), (Store.moodSQL, []),
        ] as [(String, [Value])] {
            let plan = try scratch.store.testOnlyPlan(of: sql, values)
            #expect(
                plan.contains {
                    $0.contains("USING COVERING INDEX entry_") || $0.hasPrefix("SEARCH tally USING PRIMARY KEY")
                        || $0.hasPrefix("SEARCH run USING INTEGER PRIMARY KEY")
                },
                "\(plan)")
            #expect(!plan.contains { $0.hasPrefix("SCAN entry") }, "\(plan)")
        }
    }

    @Test func `the position rises with every operation, and those after it are handed out`() throws {
        let scratch = try ScratchStore(.file)
        #expect(try scratch.store.logPosition() == 0)
        var chronicle = Chronicle()
        for number in 0..<5 { chronicle.set(Given.id(number), Given.entry("x").fields) }
        try scratch.take(chronicle.written)
        #expect(try scratch.store.logPosition() == 5)
        let found = try scratch.store.operations(after: 2, limit: 2)
        #expect(found.map(\.position) == [3, 4] && found.map(\.bytes) == chronicle.written[2..<4].map(\.operation.bytes))
        #expect(try scratch.store.operations(after: 5, limit: 9).isEmpty)
    }
}
