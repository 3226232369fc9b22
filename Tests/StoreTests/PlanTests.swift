import Foundation
import Journal
import Ledger
import Records
import SQLite
import Store
import Testing

/// How much is read: held by the plan of each statement, and by what may be damaged without anyone noticing.
@Suite struct PlanTests {
    private func filled(_ count: Int) throws -> ScratchStore {
        let scratch = try ScratchStore(.file)
        var chronicle = Chronicle()
        for number in 0..<count {
            let day = try #require(LocalDay(number: 20_000 - number))
            let entry = Given.entry(
                "entry word\(number % 50) n\(number) " + String(repeating: "text ", count: 40),
                instant: Given.noon.adding(milliseconds: Int64(-number) * 86_400_000), day: day,
                mood: number % 3 == 0 ? "sad" : nil, tags: ["t\(number % 7)"], starred: number % 20 == 0)
            chronicle.set(Given.id(number), entry.fields)
        }
        try scratch.take(chronicle.written)
        return scratch
    }

    private func plan(_ text: String?, anniversaries: [LocalDay] = [], limit: Int? = 50) throws -> [String] {
        let scratch = try filled(200)
        let query = try text.map { try SearchQuery.parse($0, today: Given.today) } ?? SearchQuery()
        return try scratch.store.testOnlyPlan(of: Selection(query: query, anniversaries: anniversaries, limit: limit))
    }

    @Test func `the first page walks back from the newest and sorts nothing`() throws {
        let plan = try plan(nil)
        #expect(plan.contains("SCAN e"))
        #expect(
            !plan.contains {
                $0.contains("TEMP B-TREE") || $0.contains("SCAN j") || $0.contains("record") || $0.contains("operation")
            })
    }

    @Test(arguments: [
        ("mood:sad", "SEARCH e USING COVERING INDEX entry_mood"), ("is:starred", "USING INDEX entry_star"),
        ("tag:t1", "SEARCH t USING PRIMARY KEY (name=?)"),
        ("on:2026-01-01", "SEARCH e USING COVERING INDEX entry_day (day>? AND day<?)"), ("walk", "VIRTUAL TABLE INDEX"),
        ("walk tag:t1 mood:sad in:2025", "VIRTUAL TABLE INDEX"),
    ])
    func `a condition is answered by its index`(text: String, step: String) throws {
        let plan = try plan(text)
        #expect(plan.contains { $0.contains(step) }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN e") && !$0.contains("entry_star") } || text == "tag:t1", "\(plan)")
    }

    @Test func `control operations are found by their index`() throws {
        let scratch = try filled(200)
        let journal = try #require(try scratch.store.journals().first)
        let plan = try scratch.store.testOnlyPlan(of: Store.controlsSQL, [.blob(journal.bytes)])
        #expect(plan.contains { $0.contains("USING INDEX operation_control (chain=?)") }, "\(plan)")
    }

    @Test func `an anniversary is answered by its index`() throws {
        let plan = try plan(nil, anniversaries: [Given.today])
        #expect(plan.contains { $0.contains("SEARCH e USING COVERING INDEX entry_month_day (month_day=?)") }, "\(plan)")
    }

    @Test(arguments: ["rain", "rain -snow", "\"long walk\"", "walk*"])
    func `words come out of the index in the order of time`(text: String) throws {
        let plan = try plan(text)
        #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN e") }, "\(plan)")
    }

    @Test func `opening reads neither the log nor the entries`() throws {
        // The pages that an empty database needs: the schema.
        let empty = try ScratchStore(.file)
        let emptyBytes = try empty.settledBytes()
        let needed = try (0..<emptyBytes.count / 4096).filter { page in
            var changed = emptyBytes
            changed[page * 4096 + 100] ^= 1
            let path = try empty.place(changed, as: "changed.db")
            return (try? ScratchStore.open(.file(path, mustExist: true))) == nil
        }
        #expect(needed.contains(0) && needed.count < 6)
        // With a thousand entries every other page may be broken.
        let scratch = try filled(1000)
        var bytes = try scratch.settledBytes()
        #expect(bytes.count / 4096 > 300)
        for page in 0..<bytes.count / 4096 where !needed.contains(page) { bytes[page * 4096 + 100] ^= 1 }
        let path = try scratch.place(bytes, as: "broken.db")
        let store = try ScratchStore.open(.file(path, mustExist: true))
        #expect(throws: (any Error).self) { try store.entries(Selection()) }
    }

    @Test func `the first page and one entry read the same few pages whatever the number of entries`() throws {
        // Each page is broken in turn: a question suffers in as many turns as it reads pages.
        var hurt: [Int: (list: Int, one: Int)] = [:]
        for count in [300, 1200] {
            let scratch = try filled(count)
            let bytes = try scratch.settledBytes()
            var (list, one) = (0, 0)
            let path = try scratch.place(bytes, as: "broken.db")
            for page in 1..<bytes.count / 4096 {
                try scratch.flipping(at: page * 4096 + 100, of: path) {
                    guard let store = try? ScratchStore.open(.file(path, mustExist: true)) else { return }
                    if (try? store.entries(Selection(limit: 5)).unreadable) != 0 { list += 1 }
                    if (try? store.entry(Given.id(count / 2))) == nil { one += 1 }
                }
            }
            hurt[count] = (list, one)
        }
        let (small, large) = (try #require(hurt[300]), try #require(hurt[1200]))
        #expect(small.one >= 3 && small.list >= 3)
        #expect(large.list <= small.list + 4 && large.one <= small.one + 3, "\(hurt)")
        #expect(large.list < 25 && large.one < 12, "\(hurt)")
    }
}
