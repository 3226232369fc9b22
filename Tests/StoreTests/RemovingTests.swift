import Journal
import Ledger
import Records
import SQLite
import SeededChance
import Store
import Testing

/// Taking a journal out of the database.
@Suite struct RemovingTests {
    @Test(arguments: [3, 17, 2026] as [UInt64])
    func `a journal that is taken out leaves nothing, and all else is as if it had never been`(seed: UInt64) throws {
        let history = RandomHistory(seed: seed, count: 300)
        let (first, second) = (history.written[0].operation.header.journal, history.written[1].operation.header.journal)
        for gone in [first, second] {
            let (scratch, other) = (try ScratchStore(.file), try ScratchStore(.file))
            try scratch.take(history.rearranged(seed: seed &+ 1))
            let last = history.written.last { $0.operation.header.journal != gone }
            try other.take(history.written.filter { $0.operation.header.journal != gone })
            let position = try scratch.store.logPosition()
            let removed = try scratch.store.write { try $0.remove(gone) }
            #expect(removed, "seed \(seed)")
            #expect(try scratch.dump() == other.dump(), "seed \(seed)")
            #expect(try scratch.store.journals() == other.store.journals(), "seed \(seed)")
            #expect(try scratch.store.operationCount() == other.store.operationCount(), "seed \(seed)")
            #expect(try scratch.store.logPosition() <= position && scratch.store.missingOperations() == 0)
            #expect(try !scratch.store.holds(gone) && last != nil && scratch.store.isSound())
            let again = try scratch.store.write { try $0.remove(gone) }
            #expect(!again, "it was here once")
        }
    }

    @Test func `no word of it is left in the file`() throws {
        var chronicle = Chronicle(journals: 2)
        var random = SplitMix64(seed: 5)
        for journal in 0..<2 {
            for _ in 0..<40 {
                let text = journal == 0 ? "thunderache \(UInt64.random(in: 0..<1000, using: &random))" : "a quiet day"
                chronicle.set(RecordID.random(using: &random), Given.entry(text).fields, journal: journal)
            }
        }
        let scratch = try ScratchStore(.file)
        for written in chronicle.written { try scratch.take([written]) }
        let remaining = "SELECT count(*) FROM words_data WHERE instr(block, 'thunderache') > 0"
        func hits() throws -> Int { try scratch.connection().first(remaining) { $0.int(0) } ?? 0 }
        #expect(try hits() > 0)
        _ = try scratch.store.write { try $0.remove(chronicle.journals[0]) }
        #expect(try hits() == 0)
        #expect(try scratch.store.entryCount() == 40)
    }
}
