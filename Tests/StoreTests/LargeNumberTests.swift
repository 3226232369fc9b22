import Journal
import Ledger
import Records
import SQLite
import Store
import Testing

/// Times and positions of more than 32 bits: an `Int` does not hold them on every machine.
@Suite struct LargeNumberTests {
    @Test(arguments: Place.allCases)
    func `entries from the first year to the last are found, listed by time and counted`(place: Place) async throws {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle()
        let days = ["0001-01-02", "1969-12-31", "2038-01-20", "9999-12-30"].map(Given.day)
        for (number, day) in days.enumerated() {
            let noon = Instant(milliseconds: Int64(day.number) * 86_400_000 + 43_200_000).unsafelyGiven
            chronicle.set(Given.id(number), Given.entry("walk \(number)", instant: noon, day: day, tags: ["far"]).fields)
        }
        try scratch.take(chronicle.written)
        let store = scratch.store
        let newestFirst = [3, 2, 1, 0].map(Given.id)
        #expect(try store.entries(Selection(query: SearchQuery())).list.map(\.id) == newestFirst)
        #expect(try store.entries(Selection(query: .parse("walk", today: Given.today))).list.map(\.id) == newestFirst)
        #expect(try store.days() == days[0]...days[3])
        #expect(try store.tagsByEntry(days[0]...days[3]).map(\.day) == days)
        #expect(try store.sampleTexts(4).count == 4)
        #expect(try Set(store.entriesSharing(["walk"], limit: 9).map(\.id)) == Set(newestFirst))
        var exported: [RecordID] = []
        let unreadable = try await store.eachRecord(kind: "entry") { exported.append($0.id) }
        #expect(unreadable == 0)
        #expect(exported == newestFirst.reversed())
        var read = 0
        try store.eachReadableRecord { _, _, _, _ in read += 1 }
        #expect(read == 4)
    }

    @Test(arguments: [(1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 60] as [UInt64])
    func `a relay's log goes on at any position`(position: UInt64) throws {
        let scratch = try ScratchStore(.file)
        var chronicle = Chronicle()
        let journal = chronicle.journals[0]
        let received = Given.noon.milliseconds + 1000
        let first = chronicle.set(Given.id(1), Given.entry("near").fields)
        let head = try #require(LogHead.empty.following(hash: first.operation.hash, received: received))
        func receive(_ written: Written, _ head: LogHead, behind: LogHead) throws {
            let operation = ReceivedOperation(written.operation, payload: written.payload, head: head)
            let new = try scratch.store.write { try $0.receive([operation], of: journal, behind: behind, open: Given.open) }
            #expect(new == 1)
        }
        try receive(first, head, behind: .empty)
        // As if it had joined a log that is as long.
        let far = LogHead(position: position, value: head.value, received: received)
        try scratch.connection().run(
            "UPDATE journal_state SET position = ?, floor = ?", .int(Int64(position)), .int(Int64(position)))
        #expect(try scratch.store.relayStanding(of: journal).head == far)
        #expect(try scratch.store.relayStanding(of: journal).floor == position)
        let next = chronicle.set(Given.id(2), Given.entry("far").fields)
        let nextHead = try #require(far.following(hash: next.operation.hash, received: received + 1))
        try receive(next, nextHead, behind: far)
        #expect(try scratch.store.relayStanding(of: journal).head == nextHead)
        #expect(try scratch.store.relayHeadValue(of: journal, at: position + 1) == nextHead.value)
        #expect(try scratch.store.lastReceived(of: journal) == [chronicle.devices[0]: received + 1])
    }
}
