import Foundation
import Ledger
import SeededChance
import Store
import Sync
import Testing

/// The invariants of the protocol that need no chance, each by its number.
@Suite struct NamedInvariantTests {
    private func pair(_ seed: UInt64 = 1) async throws -> SimulatedHistory {
        var trouble = SimulatedHistory.Trouble()
        (trouble.network, trouble.crashes, trouble.clocks, trouble.rotations) = (false, false, false, false)
        (trouble.devices, trouble.steps) = (2...2, 0...0)
        let history = try await SimulatedHistory(seed: seed, trouble)
        try await history.run()
        return history
    }

    private func text(_ device: SimulatedDevice, _ record: RecordID) throws -> JSON? {
        try device.store.state(of: record, kind: "entry")?["text"]
    }

    @Test func `4 a log that is read twice says the same`() async throws {
        let history = try await pair()
        let (one, two) = (history.devices[0], history.devices[1])
        var chance = SplitMix64(seed: 4)
        let record = RecordID.random(using: &chance)
        for number in 0..<30 { try (number % 2 == 0 ? one : two).set(record, ["text": .string("\(number)")], now: history.now) }
        try await history.meet()
        let before = try two.digest()
        try two.store.write { try $0.forgetRelay(of: history.relay.journal) }
        two.crash()
        try await history.meet()
        #expect(try two.digest() == before)
        try await history.checkHonest()
    }

    @Test func `7 a clock that is a year ahead does not win for ever`() async throws {
        let history = try await pair()
        let (fast, right) = (history.devices[0], history.devices[1])
        fast.ahead = 365 * 86_400_000
        var chance = SplitMix64(seed: 7)
        let record = RecordID.random(using: &chance)
        try fast.set(record, ["text": "of the fast one"], now: history.now)
        try await history.meet()
        // Ten minutes later, by the clock that is right.
        history.advance(600_000)
        try right.set(record, ["text": "of the right one"], now: history.now)
        try await history.meet()
        #expect(try text(fast, record) == "of the right one" && text(right, record) == "of the right one")
        #expect(try fast.digest() == right.digest() && fast.rebuiltDigest() == fast.digest())
    }

    @Test func `7 seventy thousand stamps in one tick rise all the same`() {
        var clock = HybridClock()
        var last = Stamp.zero
        for _ in 0..<70_000 {
            let stamp = clock.tick(wallMilliseconds: 1_800_000_000_000)
            #expect(stamp > last)
            last = stamp
        }
    }

    @Test func `8 what is deleted here and written anew there under the same name is there`() async throws {
        let history = try await pair()
        let (one, two) = (history.devices[0], history.devices[1])
        var chance = SplitMix64(seed: 8)
        let record = RecordID.random(using: &chance)
        try one.set(record, ["text": "first"], now: history.now)
        try await history.meet()
        try one.set(record, ["gone": true], now: history.now + 1)
        try await history.meet()
        try two.set(record, ["gone": false, "text": "second"], now: history.now + 2)
        try await history.meet()
        for device in history.devices {
            let state = try #require(try device.store.state(of: record, kind: "entry"))
            #expect(!state.isGone && state["text"] == "second")
        }
    }

    @Test func `10 what another device may have by now is not made anew for a relay that has lost it`() async throws {
        let history = try await pair()
        let (one, two) = (history.devices[0], history.devices[1])
        var chance = SplitMix64(seed: 10)
        let record = RecordID.random(using: &chance)
        try one.set(record, ["text": "first"], now: history.now)
        try one.set(record, ["text": "second"], now: history.now + 1)
        // It is sent, and the other one has it; that it arrived is never heard here.
        try await act(one, until: { if case .push = $0 { true } else { false } }, history, &chance)
        one.crash()
        try await history.settle(two)
        try await history.relay.wipe()
        // Both bring back what they have, at the same time.
        try await act(one, until: { if case .push = $0 { true } else { false } }, history, page: 1, &chance)
        try await history.settle(two)
        try await history.meet()
        #expect(try text(two, record) == "second")
        try await history.checkHonest()
    }

    /// Lets a device act alone, up to and with the first such request.
    private func act(
        _ device: SimulatedDevice, until isLast: (SyncAction) -> Bool, _ history: SimulatedHistory, page: Int = 1 << 20,
        _ chance: inout SplitMix64
    ) async throws {
        device.wake(now: history.now)
        while let action = device.next {
            device.tell(try await device.ask(action, history.relay, page: page, &chance), now: history.now)
            if isLast(action) { break }
        }
    }

    @Test func `13 two programs of one device share its chain`() async throws {
        let history = try await pair()
        let (one, two) = (history.devices[0], history.devices[1])
        var chance = SplitMix64(seed: 13)
        let record = RecordID.random(using: &chance)
        for round in 0..<6 {
            try one.set(record, ["text": .string("\(round)")], now: history.now + Int64(round))
            // The other program has no memory of what the first one's conversation did.
            one.wake(now: history.now)
            for _ in 0..<chance.below(4) {
                guard let action = one.next else { break }
                one.tell(try await one.ask(action, history.relay, page: 1 << 20, &chance), now: history.now)
            }
            one.crash()
        }
        try await history.meet()
        #expect(try text(two, record) == "5")
        try await history.checkHonest()
    }

    @Test func `14 a long backlog comes in pages`() async throws {
        let count = Lane.amount(quick: 1_000, ci: 3_000, all: 60_000)
        let history = try await pair()
        let (one, two) = (history.devices[0], history.devices[1])
        var chance = SplitMix64(seed: 14)
        let records = (0..<50).map { _ in RecordID.random(using: &chance) }
        for number in 0..<count {
            try one.set(records[number % 50], ["text": .string("\(number)")], now: history.now + Int64(number))
        }
        // Some ten of them, as an operation has hundreds of bytes.
        try await history.meet(page: min(count * 40, 1 << 20))
        #expect(try two.standing().head.position == UInt64(count) + 2)
        #expect(try one.digest() == two.digest())
    }

    @Test func `15 the same content from two devices is no revision`() async throws {
        let history = try await pair()
        var chance = SplitMix64(seed: 15)
        let record = RecordID.random(using: &chance)
        for device in history.devices { try device.set(record, ["text": "the same"], now: history.now) }
        try await history.meet()
        for device in history.devices {
            #expect(FieldHistory.versions(of: try device.store.writes(of: "text", record: record, kind: "entry")).count == 1)
        }
    }

    @Test func `6 a device that was dropped gets no further, and what it writes goes nowhere`() async throws {
        let history = try await pair()
        let (one, two) = (history.devices[0], history.devices[1])
        var chance = SplitMix64(seed: 6)
        let record = RecordID.random(using: &chance)
        try one.drop(two)
        try await history.settle(one)
        try two.set(record, ["text": "after"], now: history.now)
        try await history.settle(two)
        try await history.settle(one)
        #expect(try text(one, record) == nil)
        #expect(try text(two, record) == "after")
        let waiting = try two.standing().waiting
        #expect(two.fault != nil || waiting > 0)
    }
}
