import Foundation
import Ledger
import SeededChance
import Store
import Sync
import Testing

/// Histories in which snapshots are made and the relay forgets what they stand for.
@Suite struct CheckpointTests {
    @Test func `devices that were away for months and years join what the relay has forgotten, and come to the same`()
        async throws
    {
        var joins = 0
        for number in 0..<UInt64(max(1, InvariantTests.histories / 10)) {
            let seed = InvariantTests.firstSeed &+ number
            do {
                var trouble = SimulatedHistory.Trouble()
                trouble.checkpoints = true
                let history = try await SimulatedHistory(seed: seed, trouble)
                try await history.run()
                try history.checkCompacted()
                joins += history.devices.map(\.joins).reduce(0, +)
            } catch { Issue.record(error, "seed \(seed)") }
        }
        #expect(InvariantTests.histories < 200 || joins > 0, "nobody had to join anything")
    }

    @Test func `10 a relay that loses everything behind a snapshot gets it again from who has it, and nobody is accused`()
        async throws
    {
        for number in 0..<UInt64(max(1, InvariantTests.histories / 20)) {
            let seed = InvariantTests.firstSeed &+ number
            do {
                var trouble = SimulatedHistory.Trouble()
                (trouble.checkpoints, trouble.wipes) = (true, true)
                let history = try await SimulatedHistory(seed: seed, trouble)
                try await history.run()
                try history.checkCompacted()
            } catch { Issue.record(error, "seed \(seed)") }
        }
    }

    @Test func `11 no snapshot stands for a log that was not read to its end, is in doubt, or that something waits for`() {
        let journal = JournalID(firstBytesOf: [UInt8](repeating: 7, count: 32))
        let head = LogHead.empty.following(hash: [UInt8](repeating: 1, count: 32), received: 5) ?? .empty
        let listing = JournalListing(
            journal: journal, headPosition: head.position, head: head.value, floor: 0, epoch: 1, role: "owner")
        func asks(_ standing: SyncStanding) -> SyncAction? {
            var conversation = SyncConversation(chance: SplitMix64(seed: 1))
            _ = conversation.handle(.due, now: 0)
            _ = conversation.handle(.sessionOpened, now: 0)
            return conversation.handle(.listed([listing], [journal: standing]), now: 0)
        }
        var due = SyncStanding(head: head, isCheckpointDue: true)
        #expect(asks(due) == .checkpoint(journal))
        due.waiting = 1
        #expect(asks(due) == .push(journal, goingOn: false))
        (due.waiting, due.waitingOfOthers) = (0, 1)
        #expect(asks(due) == .push(journal, goingOn: false))
        (due.waitingOfOthers, due.isRecovering) = (0, true)
        if case .checkpoint? = asks(due) { Issue.record("made while the log is put into the relay anew") }
        (due.isRecovering, due.conflictPosition) = (false, 1)
        if case .checkpoint? = asks(due) { Issue.record("made of a log in doubt") }
        let behind = SyncStanding(head: .empty, isCheckpointDue: true)
        #expect(asks(behind) == .pull(journal, after: 0))
    }

    @Test func `a device that was away for a year keeps what it has written, and gets what the others have`() async throws {
        var trouble = SimulatedHistory.Trouble()
        (trouble.network, trouble.crashes, trouble.clocks, trouble.rotations) = (false, false, false, false)
        (trouble.devices, trouble.steps, trouble.checkpoints) = (3...3, 0...0, true)
        let history = try await SimulatedHistory(seed: 11, trouble)
        try await history.run()
        let (one, two, away) = (history.devices[0], history.devices[1], history.devices[2])
        let records = history.records
        try away.set(records[0], ["text": "seen by all"], now: history.now)
        try await history.meet()
        try away.set(records[1], ["text": "written on the way"], now: history.now)
        for number in 0..<40 {
            history.advance(86_400_000)
            try (number % 2 == 0 ? one : two).set(records[2 + number % 3], ["text": .string("\(number)")], now: history.now)
            for device in [one, two] { try await history.settle(device) }
        }
        try one.set(records[0], ["gone": true], now: history.now)
        for _ in 0..<2 {
            history.advance(181 * 86_400_000)
            for device in [one, two, one] { try await history.settle(device) }
            try one.set(records[2], ["text": "later"], now: history.now)
        }
        #expect(away.joins == 0)
        try await history.settle(away)
        #expect(away.joins == 1 && away.fault == nil)
        try await history.meet()
        try history.checkCompacted()
        for device in history.devices {
            #expect(try device.store.state(of: records[1], kind: "entry")?["text"] == "written on the way")
            #expect(try device.store.state(of: records[0], kind: "entry")?.isGone == true)
        }
    }
}

extension SimulatedHistory {
    /// What holds where the relay has forgotten: all say the same, byte for byte, but for the content of what was deleted half a year ago.
    func checkCompacted() throws {
        let mark: Comment = "seed \(seed)"
        let said = try devices.map { try $0.snapshot()?.bytes }
        #expect(Set(said).count == 1 && said[0] != nil, "1 convergence, \(mark)")
        for device in devices {
            #expect(device.fault == nil, "5 an honest relay is not accused, \(mark)")
            #expect(try device.standing().waiting == 0, "everything was sent, \(mark)")
            #expect(try device.store.missingOperations() == 0, "nothing is missing, \(mark)")
            let before = try device.digest()
            #expect(try device.rebuiltDigest() == before, "4 rebuilt, \(mark)")
            #expect(try device.snapshot()?.bytes == said[0], "4 rebuilt, \(mark)")
        }
    }
}
