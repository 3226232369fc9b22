import Journal
import Ledger
import Records
import SQLite
import SeededChance
import Store
import Testing

/// Lists of records as the database keeps and reads them.
@Suite struct MergedListStoreTests {
    /// An entry whose tags two devices changed at the same time.
    private func concurrent() -> Chronicle {
        var chronicle = Chronicle(devices: 2)
        let made = chronicle.set(Given.id(1), Given.entry("Rain.", tags: ["walk"]).fields)
        let seen = WriteName(stamp: made.payload?.stamp ?? .zero, device: chronicle.devices[0])
        chronicle.wall += 1000
        chronicle.set(Given.id(1), ["tags river": "river"], device: 0)
        chronicle.wall += 1000
        chronicle.set(Given.id(1), ["tags": ["dog", "walk"], "tags dog": "dog"], device: 1, replacing: ["tags": seen])
        return chronicle
    }

    @Test func `tags that two devices add at the same time are found, shown and kept through a rebuild`() throws {
        let scratch = try ScratchStore(.file)
        try scratch.take(concurrent().written)
        for round in 0..<2 {
            let entry = try #require(try scratch.store.entry(Given.id(1)))
            #expect(entry.entry.tags.map(\.name) == ["dog", "river", "walk"], "round \(round)")
            #expect(try scratch.store.tags().map(\.name) == ["dog", "river", "walk"], "round \(round)")
            _ = try scratch.store.rebuild(open: Given.open)
        }
        let values = try #require(try scratch.store.state(of: Given.id(1), kind: "entry")).values
        #expect(values["tags"] == ["dog", "walk", "river"] && values["tags river"] == nil)
    }

    @Test func `merged lists, which follow from the writes, are in no digest`() throws {
        let (new, old) = (try ScratchStore(.file), try ScratchStore(.file))
        for scratch in [new, old] { try scratch.take(concurrent().written) }
        let connection = try old.connection()
        let state = try connection.first("SELECT CAST(state AS TEXT) FROM record") { $0.text(0) } ?? ""
        let plain = state.replacing(#","l":{"tags":["dog","walk","river"]}"#, with: "")
        #expect(plain != state)
        try connection.run("UPDATE record SET state = ?", .blob(Array(plain.utf8)))
        #expect(try new.store.recordsDigest() == old.store.recordsDigest())
    }

    /// A tag is added to one entry of a small and of a large vault: the bytes of the write, and the steps that reading its list takes.
    @Test func `adding a tag costs the same in a large vault as in a small one`() throws {
        var costs: [[Int]] = []
        for count in [20, 2_000] {
            let scratch = try ScratchStore(.file)
            var chronicle = Chronicle()
            for number in 0..<count {
                chronicle.set(Given.id(number), Given.entry("Rain.", tags: ["walk"]).fields)
                if number % 2 == 0 { chronicle.set(Given.id(number), ["tags dog": "dog"]) }
            }
            try scratch.take(chronicle.written)
            let mutation = try scratch.store.read { writer in
                try writer.mutation(
                    of: Given.id(2), kind: "entry", journal: chronicle.journals[0], setting: ["tags": ["walk", "dog", "tea"]])
            }
            let bytes = Payload(stamp: .zero, mutations: [mutation]).bytes.count
            let merged = try #require(try scratch.store.merged("tags", record: Given.id(2), kind: "entry"))
            costs.append([bytes, merged.changes.count])
        }
        #expect(costs[0][1] == 2)
        #expect(abs(costs[0][0] - costs[1][0]) < 8, "\(costs)")
        #expect(costs[0][1] == costs[1][1])
        let scratch = try ScratchStore(.file)
        let plan = try scratch.connection().all(
            """
            EXPLAIN QUERY PLAN SELECT field, stamp, device, content FROM revision
            WHERE id = x'00' AND kind = 'entry' AND journal = 1 AND field >= 'tags' AND field < 'tags!'
            """, []
        ) { $0.text(3) }
        #expect(plan == ["SEARCH revision USING PRIMARY KEY (id=? AND kind=? AND journal=? AND field>? AND field<?)"])
    }
}
