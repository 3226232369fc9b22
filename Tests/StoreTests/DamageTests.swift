import Journal
import Ledger
import Records
import SQLite
import Store
import Testing

@Suite struct DamageTests {
    private let scratch: ScratchStore
    private let chronicle: Chronicle
    private let bytes: [UInt8]
    private let texts: [RecordID: String]

    init() throws {
        scratch = try ScratchStore(.file)
        var chronicle = Chronicle()
        var texts: [RecordID: String] = [:]
        for number in 0..<120 {
            // Some fit one row, some need pages of their own.
            let text = "entry \(number) " + (0..<(number % 5 == 0 ? 1500 : 60)).map { "w\($0 * number)" }.joined(separator: " ")
            chronicle.set(
                Given.id(number),
                Given.entry(text, instant: Given.noon.adding(milliseconds: Int64(number)), tags: ["t\(number % 4)"]).fields)
            texts[Given.id(number)] = text
        }
        for number in 0..<30 {
            chronicle.set(Given.id(number), ["text": .string("changed \(number)")])
            texts[Given.id(number)] = "changed \(number)"
        }
        try scratch.take(chronicle.written)
        self.chronicle = chronicle
        self.texts = texts
        bytes = try scratch.settledBytes()
    }

    private func isDamage(_ error: any Error) -> Bool {
        switch error {
        case SQLiteError.damaged, StoreError.damagedRow: true
        default: false
        }
    }

    private func eachDamagedStore(step: Int, _ body: (Int, Store) throws -> Void) throws {
        let path = try scratch.place(bytes, as: "damaged.db")
        for page in stride(from: 1, to: bytes.count / 4096, by: step) {
            try scratch.flipping(8, at: page * 4096 + [7, 2000, 4090][page % 3], of: path) {
                do {
                    try body(page + 1, try ScratchStore.open(.file(path, mustExist: true)))
                } catch {
                    #expect(isDamage(error), "page \(page + 1): \(error)")
                }
            }
        }
    }

    @Test func `a damaged page hides what lies on it and never shows another text`() throws {
        var (pages, whole, partial, roots) = (0, 0, 0, 0)
        try eachDamagedStore(step: 1) { page, store in
            pages += 1
            let (list, unreadable) = try store.entries(Selection())
            #expect(list.count + unreadable == 120, "page \(page)")
            for entry in list { #expect(entry.entry.text == texts[entry.id], "page \(page)") }
            if unreadable == 0 { whole += 1 } else { partial += 1 }
            // Without the root of a table nothing of it can be read, but it is told.
            if unreadable >= 60 { roots += 1 }
        }
        #expect(pages > 200 && whole > 40 && partial > 40 && roots <= 2, "\(pages), \(whole), \(partial), \(roots)")
    }

    @Test func `searches of a damaged index fail as damage or find what is there`() throws {
        let query = try SearchQuery.parse("w0 -w7", today: Given.today)
        let expected = Set(try scratch.store.entries(Selection(query: query)).list.map(\.id))
        #expect(expected.count > 20)
        try eachDamagedStore(step: 3) { page, store in
            let (list, unreadable) = try store.entries(Selection(query: query))
            #expect(Set(list.map(\.id)).isSubset(of: expected) && list.count + unreadable == expected.count, "page \(page)")
        }
    }

    @Test func `the operations that can still be read are rescued byte for byte`() throws {
        let originals = Set(chronicle.written.map(\.operation.bytes))
        var (lossy, roots) = (0, 0)
        try eachDamagedStore(step: 1) { page, store in
            var rescued: [[UInt8]] = []
            let unreadable = try store.eachReadableOperation { bytes, _ in rescued.append(bytes) }
            for operation in rescued { #expect(originals.contains(operation), "page \(page)") }
            #expect(Set(rescued).count == rescued.count, "page \(page)")
            #expect(rescued.count + unreadable >= originals.count, "page \(page): lost without a word")
            // Without the root of the table nothing can be read, but it is told.
            if rescued.isEmpty { roots += 1 } else { #expect(rescued.count > originals.count - 60, "page \(page)") }
            lossy += rescued.count < originals.count ? 1 : 0
        }
        #expect(lossy > 20 && roots <= 1)
    }

    @Test func `the records that can still be read are rescued as they are`() throws {
        var roots = 0
        try eachDamagedStore(step: 1) { page, store in
            var rescued: [RecordID: String] = [:]
            try store.eachReadableRecord { journal, kind, record, state in
                #expect(journal == chronicle.journals[0] && kind == "entry" && rescued[record] == nil, "page \(page)")
                rescued[record] = state["text"]?.string
            }
            for (record, text) in rescued { #expect(text == texts[record], "page \(page)") }
            if rescued.count <= 60 { roots += 1 }
        }
        #expect(roots <= 2, "\(roots)")
    }

    @Test func `a rebuild over a damaged log loses no more than what is damaged`() throws {
        var (undone, whole) = (0, 0)
        for page in stride(from: 1, to: bytes.count / 4096, by: 2) {
            var changed = bytes
            changed[page * 4096 + 99] ^= 1
            let path = try scratch.place(changed, as: "damaged.db")
            guard let store = try? ScratchStore.open(.file(path, mustExist: true)) else { continue }
            let before = try? store.entries(Selection())
            do {
                let outcome = try store.rebuild(open: Given.open)
                #expect(outcome.applied + outcome.unopened.count == chronicle.written.count, "page \(page)")
                #expect(try store.entryCount() == 120 || !outcome.unopened.isEmpty, "page \(page)")
                whole += 1
            } catch {
                #expect(isDamage(error), "page \(page): \(error)")
                #expect((try? store.entries(Selection()).list) == before?.list, "page \(page)")
                undone += 1
            }
        }
        // Only a page that is free, or is not read, leaves it whole.
        #expect(undone > 10 && whole > 0, "\(undone) undone, \(whole) whole")
    }

    @Test func `a database is sound until a byte of it changes`() throws {
        #expect(scratch.store.isSound())
        var checked = 0
        try eachDamagedStore(step: 9) { page, store in
            #expect(!store.isSound(), "page \(page)")
            checked += 1
        }
        #expect(checked > 10)
    }

    @Test func `a gap in a chain is counted`() throws {
        let target = try ScratchStore(.file)
        #expect(try target.store.missingOperations() == 0)
        try target.take([0, 1, 3, 7].map { chronicle.written[$0] })
        #expect(try target.store.missingOperations() == 4)
        try target.take([2, 4, 5, 6].map { chronicle.written[$0] })
        #expect(try target.store.missingOperations() == 0)
    }

    @Test func `an operation is copied once for a rescued log`() throws {
        let target = try ScratchStore(.file)
        try target.store.write { writer in
            for written in chronicle.written.prefix(5) + chronicle.written.prefix(7) {
                try target.store.keep(written.operation, receipt: nil, in: writer)
            }
        }
        #expect(try target.store.operationCount() == 7)
        #expect(try target.store.rebuild(open: Given.open).applied == 7)
        #expect(try target.store.entryCount() == 7)
    }
}
