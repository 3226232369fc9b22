import Journal
import Ledger
import SeededChance
import Store
import Testing

/// Operations out of a relay's log: whichever way they come, the store says the same.
@Suite struct ReceivingTests {
    /// A history in the order in which a relay received it: many of its stamps are further ahead than they may count.
    private struct Relayed {
        let history: RandomHistory
        let logs: [JournalID: [ReceivedOperation]]

        init(seed: UInt64, count: Int) {
            history = RandomHistory(seed: seed, count: count)
            var random = SplitMix64(seed: seed &+ 77)
            var logs: [JournalID: [ReceivedOperation]] = [:]
            var moment = Given.noon.milliseconds - 13_786_000 - 300_000
            for written in history.written {
                let journal = written.operation.header.journal
                let head = logs[journal]?.last?.head ?? .empty
                moment += Int64([0, 0, 1, 2].randomElement(using: &random) ?? 0)
                guard let next = head.following(hash: written.operation.hash, received: moment) else { continue }
                logs[journal, default: []].append(ReceivedOperation(written.operation, payload: written.payload, head: next))
            }
            self.logs = logs
        }

        var journals: [JournalID] { logs.keys.sorted() }
    }

    private func receive(_ log: some Collection<ReceivedOperation>, of journal: JournalID, into store: Store) throws {
        let behind = try store.relayStanding(of: journal).head
        let new = try store.write { try $0.receive(Array(log), of: journal, behind: behind, open: Given.open) }
        #expect(new != nil)
    }

    /// All logs in pages of random sizes, journals in turn; `before` runs before each page.
    private func receiveAll(
        _ relayed: Relayed, into store: Store, _ random: inout SplitMix64, before: (inout SplitMix64) throws -> Void = { _ in }
    ) throws {
        var left = relayed.logs.mapValues { $0[...] }
        while let journal = relayed.journals.filter({ left[$0]?.isEmpty == false }).randomElement(using: &random) {
            try before(&random)
            let page = left[journal]?.prefix(Int.random(in: 1...9, using: &random)) ?? []
            try receive(page, of: journal, into: store)
            left[journal] = left[journal]?.dropFirst(page.count)
        }
    }

    @Test(arguments: UInt64(1)...12)
    func `any grouping, own operations first or twice, and a rebuild say the same`(seed: UInt64) throws {
        let relayed = Relayed(seed: seed, count: 120)
        var random = SplitMix64(seed: seed)
        let plain = try ScratchStore(.file)
        try receiveAll(relayed, into: plain.store, &random)
        let expected = try plain.dump()
        #expect(!(expected["revision"] ?? []).isEmpty)

        // One device is this one: its operations stand here before the relay has them.
        let own = try ScratchStore(.file)
        let device = try #require(relayed.history.written.map(\.operation.header.device).randomElement(using: &random))
        var waiting = relayed.history.written.filter { $0.operation.header.device == device }[...]
        func write(_ random: inout SplitMix64) throws {
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                guard let next = waiting.popFirst() else { return }
                // What the relay has sent already was written by another program of this device.
                guard
                    try own.store.hash(
                        ofPlace: next.operation.header.position, device: device, journal: next.operation.header.journal) == nil
                else { continue }
                try own.store.write { writer in
                    try writer.append(next.operation, payload: next.payload)
                    if let payload = next.payload { _ = try writer.tick(wallMilliseconds: Int64(payload.stamp.milliseconds) + 1) }
                }
            }
        }
        try receiveAll(relayed, into: own.store, &random, before: write)
        #expect(try own.dump() == expected, "seed \(seed)")
        for journal in relayed.journals { #expect(try own.store.waitingCount(of: journal, by: Sender(device)) == .none) }

        // The same log read once more from its beginning.
        for journal in relayed.journals { try own.store.write { try $0.forgetRelay(of: journal) } }
        try receiveAll(relayed, into: own.store, &random)
        #expect(try own.dump() == expected, "seed \(seed), read twice")

        // Everything made anew from the log.
        for scratch in [plain, own] {
            _ = try scratch.store.rebuild(open: Given.open)
            #expect(try scratch.dump() == expected, "seed \(seed), rebuilt")
        }
    }

    @Test(arguments: UInt64(1)...4)
    func `a relay that received everything anew, and later, is believed as if it had been the first`(seed: UInt64) throws {
        let relayed = Relayed(seed: seed, count: 80)
        var random = SplitMix64(seed: seed)
        let again = try ScratchStore(.file)
        // First as a relay had it that has lost it since: an hour before.
        for journal in relayed.journals {
            var head = LogHead.empty
            let log = try (relayed.logs[journal] ?? []).map { entry in
                head = try #require(head.following(hash: entry.operation.hash, received: entry.head.received - 3_600_000))
                return ReceivedOperation(entry.operation, payload: entry.payload, head: head)
            }
            try receive(log, of: journal, into: again.store)
            try again.store.write { try $0.forgetRelay(of: journal, recovering: true) }
        }
        try receiveAll(relayed, into: again.store, &random)
        let plain = try ScratchStore(.file)
        try receiveAll(relayed, into: plain.store, &random)
        #expect(try again.dump() == plain.dump(), "seed \(seed)")
    }

    @Test func `what does not follow is refused, and what another program has read already is left alone`() throws {
        let relayed = Relayed(seed: 5, count: 20)
        let scratch = try ScratchStore(.memory)
        let journal = try #require(relayed.journals.first)
        let log = try #require(relayed.logs[journal])
        #expect(throws: StoreError.outOfOrder) {
            try scratch.store.write { try $0.receive([log[1]], of: journal, behind: .empty, open: Given.open) }
        }
        try receive(log.prefix(3), of: journal, into: scratch.store)
        let stale = try scratch.store.write {
            try $0.receive(Array(log.prefix(5)), of: journal, behind: .empty, open: Given.open)
        }
        #expect(stale == nil)
        #expect(try scratch.store.relayStanding(of: journal).head == log[2].head)
        #expect(try scratch.store.relayHeadValue(of: journal, at: 2) == log[1].head.value)
        #expect(try scratch.store.relayHeadValue(of: journal, at: 4) == nil)
    }

    @Test func `what waits is sent in the order in which it was made, and in pieces`() throws {
        let relayed = Relayed(seed: 6, count: 40)
        let scratch = try ScratchStore(.memory)
        try scratch.take(relayed.history.written)
        let journal = try #require(relayed.journals.first)
        let all = relayed.history.written.map(\.operation).filter { $0.header.journal == journal }.map(\.bytes)
        let sender = Sender(relayed.history.written[0].operation.header.device)
        #expect(try scratch.store.outbox(of: journal, by: sender).map(\.bytes) == all)
        let waiting = try scratch.store.waitingCount(of: journal, by: sender)
        #expect(waiting.own + waiting.others == all.count && waiting.own > 0)
        var sent: [[UInt8]] = []
        var row = 0
        while true {
            let piece = try scratch.store.outbox(of: journal, by: sender, after: row, limit: 7, bytes: 1_000)
            guard let last = piece.last else { break }
            #expect(piece.count == 1 || piece.map(\.bytes.count).reduce(0, +) <= 1_000)
            sent += piece.map(\.bytes)
            row = last.row
        }
        #expect(sent == all)
        try receive(try #require(relayed.logs[journal]).prefix(10), of: journal, into: scratch.store)
        #expect(try scratch.store.outbox(of: journal, by: sender).map(\.bytes) == Array(all.dropFirst(10)))
    }

    @Test func `what the role of its writer does not allow is neither sent nor waited for`() throws {
        let relayed = Relayed(seed: 6, count: 40)
        let scratch = try ScratchStore(.memory)
        try scratch.take(relayed.history.written)
        let journal = try #require(relayed.journals.first)
        let all = relayed.history.written.map(\.operation).filter { $0.header.journal == journal }
        let device = all[0].header.device
        let own = all.filter { $0.header.device == device && $0.header.lane == .record }
        let sender = Sender(device, forbidden: [.record])
        let waiting = try scratch.store.waitingCount(of: journal, by: sender)
        #expect(waiting.kept == own.count && waiting.own + waiting.others == all.count - own.count && !own.isEmpty)
        let sent = try scratch.store.outbox(of: journal, by: sender).map(\.bytes)
        #expect(sent == all.map(\.bytes).filter { bytes in !own.contains { $0.bytes == bytes } })
        #expect(try scratch.store.outbox(of: journal, by: Sender(device)).count == all.count)
    }

    @Test func `another operation at a place that is taken here is a fork of that device`() throws {
        let relayed = Relayed(seed: 7, count: 6)
        let scratch = try ScratchStore(.memory)
        var other = Chronicle(journals: 2, devices: 3, seed: 7)
        other.set(Given.id(1), ["text": "another"], journal: 0, device: 0)
        let journal = relayed.history.written[0].operation.header.journal
        let device = relayed.history.written[0].operation.header.device
        try #require(other.journals[0] == journal && other.devices[0] == device)
        try scratch.take(other.written)
        let log = try #require(relayed.logs[journal])
        #expect(throws: StoreError.otherOperation) {
            try scratch.store.write { try $0.receive(Array(log.prefix(1)), of: journal, behind: .empty, open: Given.open) }
        }
    }
}
