import Journal
import Ledger
import SeededChance
import Store
import Testing

/// Snapshots of what a log says, and joining them: the same as having read the operations.
@Suite struct SnapshotTests {
    /// A history of one journal in the order in which a relay received it, many of its stamps further ahead than they may count.
    private struct Relayed {
        let journal: JournalID
        let log: [ReceivedOperation]

        init(seed: UInt64, count: Int) {
            let history = RandomHistory(seed: seed, count: count)
            let journal = history.written[0].operation.header.journal
            var random = SplitMix64(seed: seed &+ 77)
            var log: [ReceivedOperation] = []
            var moment = Given.noon.milliseconds - 13_786_000 - 300_000
            for written in history.written where written.operation.header.journal == journal {
                moment += Int64([0, 0, 1, 2].randomElement(using: &random) ?? 0)
                guard let next = (log.last?.head ?? .empty).following(hash: written.operation.hash, received: moment) else {
                    continue
                }
                log.append(ReceivedOperation(written.operation, payload: written.payload, head: next))
            }
            (self.journal, self.log) = (journal, log)
        }
    }

    private func receive(_ log: some Collection<ReceivedOperation>, into store: Store, by device: DeviceID? = nil) throws {
        guard let journal = log.first?.operation.header.journal else { return }
        let behind = try store.relayStanding(of: journal).head
        let new = try store.write {
            try $0.receive(Array(log), of: journal, by: device.map { Sender($0) }, behind: behind, open: Given.open)
        }
        #expect(new != nil)
    }

    private struct Made: Equatable {
        let head: SnapshotHead
        let records: [SnapshotRecord]
        var bytes: [UInt8] { head.json.bytes + records.flatMap { $0.json.bytes } }
    }

    private func snapshot(of store: Store, _ journal: JournalID) throws -> Made {
        try store.read { _ in
            let head = try #require(try store.snapshotHead(of: journal))
            var records: [SnapshotRecord] = []
            // In their written form, as another device gets them.
            try store.eachSnapshotRecord(of: journal, received: head.end.received) {
                records.append(try SnapshotRecord(json: JSON(reading: $0.json.bytes)))
            }
            return Made(head: try SnapshotHead(json: JSON(reading: head.json.bytes)), records: records)
        }
    }

    @discardableResult
    private func join(
        _ made: Made, _ controls: some Sequence<ReceivedOperation>, into store: Store, by device: DeviceID, confirmed: UInt64 = 0
    ) throws -> Bool {
        let arriving = ArrivingSnapshot(
            head: made.head,
            controls: controls.filter { $0.operation.header.lane == .control && $0.head.position <= made.head.end.position }.map {
                ($0.operation, RelayReceipt(position: $0.head.position, received: $0.head.received))
            }
        ) { take in
            for start in stride(from: 0, to: made.records.count, by: 4) {
                try take(Array(made.records[start..<min(start + 4, made.records.count)]))
            }
        } seal: { payload, place in
            let body = payload.bytes
            let header = OperationHeader(
                lane: .snapshot, journal: made.head.journal, epoch: 1, device: made.head.chain, position: place.position,
                previous: place.previous, bodyCount: UInt32(body.count))
            return Operation(header: header, body: body) { _ in [UInt8](repeating: 0, count: 64) }
        }
        let behind = try store.relayStanding(of: made.head.journal).head
        return try store.write {
            try $0.join(arriving, behind: behind, by: Sender(device), confirmed: confirmed, open: Given.open)
        }
    }

    private let stranger = DeviceID(firstBytesOf: [UInt8](repeating: 77, count: 32))

    @Test func `a snapshot that says of an operation here something else than it says is refused, and nothing of it is taken`()
        throws
    {
        let relayed = Relayed(seed: 4, count: 120)
        let (maker, late) = (try ScratchStore(.file), try ScratchStore(.file))
        try receive(relayed.log, into: maker.store)
        try receive(relayed.log.prefix(60), into: late.store)
        let made = try snapshot(of: maker.store, relayed.journal)
        let here = try snapshot(of: late.store, relayed.journal)
        let before = try late.dump()
        // Somebody's words, changed in a record that is here.
        var tried = 0
        for (index, record) in made.records.enumerated() {
            guard let known = here.records.first(where: { $0.record == record.record && $0.kind == record.kind }),
                let field = known.writes.keys.sorted().first, let write = known.writes[field]?.first,
                let place = record.writes[field]?.firstIndex(where: { $0.name == write.name })
            else { continue }
            var records = made.records
            records[index].writes[field]?[place] = Write(name: write.name, value: "other words", replaced: write.replaced)
            tried += 1
            #expect(throws: StoreError.outOfOrder) {
                try join(Made(head: made.head, records: records), relayed.log, into: late.store, by: stranger)
            }
            #expect(try late.dump() == before)
            if tried == 5 { break }
        }
        #expect(tried == 5)
        try join(made, relayed.log, into: late.store, by: stranger)
        #expect(try late.dump() == maker.dump())
    }

    @Test(arguments: UInt64(1)...12)
    func `joining is the same as having read everything, whatever was read, written or joined before`(seed: UInt64) throws {
        let relayed = Relayed(seed: seed, count: 120)
        var random = SplitMix64(seed: seed)
        let whole = try ScratchStore(.file)
        try receive(relayed.log, into: whole.store)
        let expected = try whole.dump()
        let end = Int.random(in: relayed.log.count / 2..<relayed.log.count, using: &random)

        let maker = try ScratchStore(.file)
        try receive(relayed.log.prefix(end), into: maker.store)
        let made = try snapshot(of: maker.store, relayed.journal)

        // One that knows nothing.
        let fresh = try ScratchStore(.file)
        try join(made, relayed.log, into: fresh.store, by: stranger)
        #expect(try fresh.dump() == maker.dump(), "seed \(seed)")
        #expect(try snapshot(of: fresh.store, relayed.journal).bytes == made.bytes, "seed \(seed)")
        #expect(try fresh.store.missingOperations() == 0)
        try receive(relayed.log.dropFirst(end), into: fresh.store)
        #expect(try fresh.dump() == expected, "seed \(seed)")

        // One that has read a part, and whose own operations stand here, of which the relay has some.
        let device = try #require(relayed.log.map(\.operation.header.device).randomElement(using: &random))
        let late = try ScratchStore(.file)
        let known = Int.random(in: 1...end / 2, using: &random)
        try receive(relayed.log.prefix(known), into: late.store, by: device)
        for own in relayed.log.dropFirst(known) where own.operation.header.device == device {
            _ = try late.store.write { try $0.append(own.operation, payload: own.payload) }
        }
        try join(made, relayed.log, into: late.store, by: device)
        let waiting = relayed.log.dropFirst(end).filter { $0.operation.header.device == device }.map(\.operation.bytes)
        #expect(
            try late.store.outbox(of: relayed.journal, by: Sender(device)).map(\.bytes) == waiting,
            "what the snapshot has is not sent again")
        try receive(relayed.log.dropFirst(end), into: late.store, by: device)
        #expect(try late.dump() == expected, "seed \(seed), late")
        #expect(try late.store.waitingCount(of: relayed.journal, by: Sender(device)) == .none)

        // Joining once more adds nothing; nor does everything read anew, in a relay that got it back.
        let before = try late.store.operationCount()
        try late.store.write { try $0.forgetRelay(of: relayed.journal) }
        try join(made, relayed.log, into: late.store, by: device)
        try receive(relayed.log.dropFirst(end), into: late.store, by: device)
        #expect(try late.dump() == expected && late.store.operationCount() == before, "seed \(seed), twice")
        for scratch in [fresh, late] {
            try scratch.store.write { try $0.forgetRelay(of: relayed.journal) }
            try receive(relayed.log, into: scratch.store, by: scratch === late ? device : nil)
            #expect(try scratch.dump() == expected, "seed \(seed), read anew")
            #expect(try scratch.store.missingOperations() == 0)
        }

        // Everything made anew from what is here.
        for scratch in [fresh, late] {
            _ = try scratch.store.rebuild(open: Given.open)
            #expect(try scratch.dump() == expected, "seed \(seed), rebuilt")
            #expect(try scratch.store.missingOperations() == 0)
        }
    }

    @Test func `what does not go on from what is here is refused, and nothing of it is taken`() throws {
        let relayed = Relayed(seed: 21, count: 60)
        let maker = try ScratchStore(.memory)
        try receive(relayed.log.prefix(30), into: maker.store)
        let made = try snapshot(of: maker.store, relayed.journal)
        let device = relayed.log[0].operation.header.device

        // Another hash at the end of a chain that was read to there.
        let read = try ScratchStore(.memory)
        try receive(relayed.log.prefix(20), into: read.store)
        var other = made
        let known = try #require(try read.store.relayedEnds(of: relayed.journal).first)
        other = Made(
            head: made.head.with(ChainEnd(position: known.value.position, hash: Given.hash), of: known.key), records: made.records
        )
        let before = try read.store.recordsDigest()
        #expect(throws: StoreError.outOfOrder) { try join(other, relayed.log, into: read.store, by: stranger) }
        // One that ends before what was read.
        other = Made(head: made.head.with(ChainEnd(position: 1, hash: Given.hash), of: known.key), records: made.records)
        #expect(throws: StoreError.outOfOrder) { try join(other, relayed.log, into: read.store, by: stranger) }
        #expect(try read.store.recordsDigest() == before && read.store.relayStanding(of: relayed.journal).floor == 0)

        // An old one: the log was read further than it reaches.
        let further = try ScratchStore(.memory)
        try receive(relayed.log.prefix(40), into: further.store)
        let known40 = try further.store.recordsDigest()
        #expect(throws: StoreError.outOfOrder) { try join(made, relayed.log, into: further.store, by: stranger) }
        #expect(try further.store.recordsDigest() == known40)

        // More of this device than it has written: the vault was copied.
        let copy = try ScratchStore(.memory)
        #expect(throws: StoreError.otherOperation) { try join(made, relayed.log, into: copy.store, by: device) }
        #expect(try copy.store.operationCount() == 0)
    }

    @Test func `of what was deleted half a year ago a snapshot keeps that it is deleted, and what was written since`() throws {
        var chronicle = Chronicle(devices: 2)
        let day: Int64 = 86_400_000
        chronicle.write([])
        chronicle.set(Given.id(1), ["text": "gone soon", "mood": "sad"])
        chronicle.set(Given.id(1), ["gone": true])
        chronicle.set(Given.id(2), ["text": "stays"])
        chronicle.wall += 150 * day
        chronicle.set(Given.id(2), ["text": "changed"], device: 1)
        chronicle.wall += 31 * day
        chronicle.set(Given.id(1), ["text": "by one who had not heard"], device: 1)
        var head = LogHead.empty
        let log = try chronicle.written.map { written in
            let stamp = written.payload.map { Int64($0.stamp.milliseconds) } ?? 0
            head = try #require(head.following(hash: written.operation.hash, received: max(head.received, stamp)))
            return ReceivedOperation(written.operation, payload: written.payload, head: head)
        }
        let scratch = try ScratchStore(.memory)
        try receive(log, into: scratch.store)
        let made = try snapshot(of: scratch.store, chronicle.journals[0])
        let deleted = try #require(made.records.first { $0.record == Given.id(1) })
        #expect(deleted.writes.mapValues { $0.map(\.value) } == ["gone": [true], "text": ["by one who had not heard"]])
        let other = try #require(made.records.first { $0.record == Given.id(2) })
        #expect(other.writes["text"]?.map(\.value) == ["stays", "changed"])
        // Who has joined it says the same.
        let joined = try ScratchStore(.memory)
        try join(made, log, into: joined.store, by: stranger)
        #expect(try snapshot(of: joined.store, chronicle.journals[0]).bytes == made.bytes)
        #expect(try joined.store.state(of: Given.id(1), kind: "entry")?.isGone == true)
    }
}

extension SnapshotHead {
    /// The same with another end of a chain.
    fileprivate func with(_ end: ChainEnd, of device: DeviceID) -> SnapshotHead {
        var head = self
        head.ends[device] = end
        return head
    }
}

extension Given {
    static let hash = [UInt8](repeating: 5, count: 32)
}
