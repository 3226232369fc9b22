import Journal
import Ledger
import Records
import SQLite
import SeededChance
import Store
import Testing

@Suite struct HistoryTests {
    private func expectEqual(_ a: [String: [String]], _ b: [String: [String]], _ comment: String) {
        for table in Set(a.keys).union(b.keys).sorted() where a[table] != b[table] {
            let difference = Set(a[table] ?? []).symmetricDifference(b[table] ?? []).sorted().prefix(4)
            Issue.record("\(comment): \(table) differs: \(difference.joined(separator: "\n"))")
        }
    }

    private static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6]

    @Test(arguments: seeds)
    func `what was built step by step equals what is rebuilt from the log`(seed: UInt64) throws {
        let history = RandomHistory(seed: seed, count: 300)
        let scratch = try ScratchStore(.file)
        var (rest, random) = (history.written[...], SplitMix64(seed: seed))
        while !rest.isEmpty {
            let group = rest.prefix(Int.random(in: 1...9, using: &random))
            try scratch.take(group)
            rest = rest.dropFirst(group.count)
        }
        let before = try scratch.dump()
        let answers = try scratch.answers(of: history.ids)
        #expect(
            (before["entry"]?.count ?? 0) > 3 && (before["deleted"]?.count ?? 0) > 0 && (before["revision"]?.count ?? 0) > 100)
        #expect((before["words"]?.count ?? 0) > 20 && (before["tag"]?.count ?? 0) > 3 && before["strays"] == [])
        var told = 0
        let outcome = try scratch.store.rebuild(open: Given.open, progress: { told = $0 })
        #expect(outcome.applied == history.written.count && outcome.unopened.isEmpty && told == outcome.applied)
        expectEqual(try scratch.dump(), before, "seed \(seed), rebuilt")
        #expect(try scratch.answers(of: history.ids) == answers, "seed \(seed)")
        try scratch.reopen()
        #expect(try scratch.answers(of: history.ids) == answers, "seed \(seed), reopened")
        _ = try scratch.store.rebuild(open: Given.open)
        expectEqual(try scratch.dump(), before, "seed \(seed), rebuilt twice")
    }

    @Test(arguments: seeds)
    func `the order in which operations arrive does not matter`(seed: UInt64) throws {
        let history = RandomHistory(seed: seed, count: 300)
        let scratch = try ScratchStore(.file)
        try scratch.take(history.written)
        let (dump, answers) = (try scratch.dump(), try scratch.answers(of: history.ids))
        for order in 1...3 as ClosedRange<UInt64> {
            let rearranged = history.rearranged(seed: seed * 100 + order)
            #expect(Set(rearranged) == Set(history.written) && rearranged != history.written)
            let other = try ScratchStore(.file)
            try other.take(rearranged)
            // Names of journals get their row ids by arrival: which of two of one name counts first may differ.
            expectEqual(try other.dump(), dump, "seed \(seed), order \(order)")
            let first = try other.store.journals()
            if try first == scratch.store.journals() {
                #expect(try other.answers(of: history.ids) == answers, "seed \(seed), order \(order)")
            }
        }
    }

    @Test(arguments: seeds)
    func `a store in memory says what a store in a file says`(seed: UInt64) throws {
        let history = RandomHistory(seed: seed, count: 200)
        let (memory, file) = (try ScratchStore(.memory), try ScratchStore(.file))
        try memory.take(history.written)
        try file.take(history.written)
        #expect(try memory.answers(of: history.ids) == file.answers(of: history.ids), "seed \(seed)")
        _ = try memory.store.rebuild(open: Given.open)
        #expect(try memory.answers(of: history.ids) == file.answers(of: history.ids), "seed \(seed), rebuilt")
    }

    @Test(arguments: seeds)
    func `no write is ever lost and every field shows its latest`(seed: UInt64) throws {
        let history = RandomHistory(seed: seed, count: 200)
        let scratch = try ScratchStore(.memory)
        try scratch.take(history.written)
        let journal = try #require(try scratch.store.journals().first)
        var writes: [String: [Write]] = [:]
        for written in history.written where written.operation.header.journal == journal {
            guard let payload = written.payload else { continue }
            for mutation in payload.mutations where mutation.kind == "entry" {
                for (field, write) in payload.writes(of: mutation, by: written.operation.header.device) {
                    // One operation that sets a field twice says it once: the first time.
                    let key = "\(mutation.record) \(field)"
                    if writes[key]?.contains(where: { $0.name == write.name }) != true { writes[key, default: []].append(write) }
                }
            }
        }
        #expect(writes.count > 50)
        for (key, list) in writes {
            let parts = key.split(separator: " ", maxSplits: 1)
            let record = try #require(RecordID(text: parts[0]))
            let kept = try scratch.store.writes(of: String(parts[1]), record: record, kind: "entry")
            #expect(Set(kept) == Set(list) && kept.count == list.count, "seed \(seed), \(key)")
            let state = try scratch.store.state(of: record, kind: "entry")
            #expect(state?.fields[String(parts[1])] == list.max { $0.name < $1.name }, "seed \(seed), \(key)")
        }
    }

    @Test func `operations that do not open are counted and the others go on`() throws {
        struct Closed: Error {}
        var chronicle = Chronicle()
        for number in 0..<10 { chronicle.set(Given.id(number), Given.entry("entry \(number)").fields) }
        let scratch = try ScratchStore(.file)
        try scratch.take(chronicle.written)
        let bad = Set([2, 5].map { chronicle.written[$0].operation.hash })
        let outcome = try scratch.store.rebuild { operation in
            if bad.contains(operation.hash) { throw Closed() }
            return try Given.open(operation)
        }
        #expect(outcome.applied == 8 && outcome.unopened == [3, 6])
        #expect(try scratch.store.entryCount() == 8 && scratch.store.operationCount() == 10)
        #expect(try scratch.dump()["strays"] == [])
        // They stay in the log, and once they open all is there again.
        #expect(try scratch.store.rebuild(open: Given.open).applied == 10)
        #expect(try scratch.store.entryCount() == 10)
    }

    @Test func `after a rebuild stamps come after all that the log holds, even the last ones there are`() throws {
        for raw in [5 << 16, 1 << 62, 1 << 63 | 7, UInt64.max - 2] as [UInt64] {
            let scratch = try ScratchStore(.memory)
            var chronicle = Chronicle()
            let usual = chronicle.set(Given.id(1), ["a": 1])
            let late = Payload(
                stamp: Stamp(rawValue: raw), mutations: [Mutation(kind: "dream", record: Given.id(2), fields: ["a": 1])])
            let header = OperationHeader(
                lane: .record, journal: chronicle.journals[0], epoch: 1,
                device: DeviceID(firstBytesOf: [UInt8](repeating: 3, count: 16)),
                position: 1, previous: [UInt8](repeating: 0, count: 32), bodyCount: UInt32(late.bytes.count))
            let foreign = Written(
                operation: Operation(header: header, body: late.bytes) { _ in [UInt8](repeating: 0, count: 64) }, payload: late)
            try scratch.take([foreign, usual])
            _ = try scratch.store.rebuild(open: Given.open)
            let stamp = try scratch.store.write { try $0.tick(wallMilliseconds: 0) }
            #expect(stamp.rawValue > raw && stamp > (usual.payload?.stamp ?? .zero))
        }
    }
}
