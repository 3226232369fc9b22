import Engine
import Foundation
import Ledger
import Relay
import SeededChance
import Sync
import Testing

/// Histories with files and the copy of the vault: whatever was lost, refused, doubled or lied about, the relay has everything in the end.
@Suite struct FileInvariantTests {
    @Test func `once faults are over and each holder has synced twice, the relay holds every named file and the present copy`()
        async throws
    {
        var files = 0
        for number in 0..<UInt64(max(1, InvariantTests.histories / 4)) {
            let seed = InvariantTests.firstSeed &+ number
            do {
                var trouble = SimulatedHistory.Trouble()
                (trouble.files, trouble.wipes, trouble.steps) = (true, number % 2 == 0, 20...80)
                let history = try await SimulatedHistory(seed: seed, trouble)
                try await history.run()
                files += try await history.checkFiles()
            } catch { Issue.record(error, "seed \(seed)") }
        }
        #expect(InvariantTests.histories < 40 || files > 0, "nobody attached anything")
    }
}

extension SimulatedHistory {
    /// Brings files together without trouble, and compares what all have.
    /// - Returns: how many files there are.
    fileprivate func checkFiles() async throws -> Int {
        let mark: Comment = "seed \(seed)"
        // Refusals are over within a day, and what nobody says is found out within a week.
        advance(8 * 86_400_000)
        for _ in 0..<2 {
            for device in devices { try await syncFiles(of: device) }
            // Those that did not write a file wait for the one that did.
            advance(11 * 60_000)
        }
        for device in devices { try await syncFiles(of: device) }
        try await meet()
        try await checkHonest()
        let named = Set(try devices[0].namedFiles().map(\.hash))
        let held = try await relay.relay.blobs(of: relay.journal, after: [], limit: 1_000, by: relay.caller(devices[0].id)).files
        #expect(named.isSubset(of: held.map(\.hash)), "the relay holds every named file, \(mark)")
        for device in devices {
            #expect(named.isSubset(of: device.files.keys), "every device has every file, \(mark)")
            let known = try store(of: device)
            #expect(named.allSatisfy { known[$0]?.state == .held }, "every device knows that the relay holds them, \(mark)")
            let state = try device.vaultCopyState()
            let copy = try await relay.relay.vault(of: relay.caller(device.id)).bytes
            #expect(Array(copy.prefix(32)) == state, "the copy of the vault is the present one, \(mark)")
        }
        // What is held is not sent again, and nothing is asked of a relay of which nothing is in doubt.
        for device in devices {
            let asked = try await device.exchangeFiles(with: relay, now: now, &chance)
            #expect(asked == [], "nothing held is sent again, \(mark)")
        }
        return named.count
    }

    private func store(of device: SimulatedDevice) throws -> [[UInt8]: HeldFile] {
        try device.store.holding(of: relay.journal).held
    }

    private func syncFiles(of device: SimulatedDevice) async throws {
        try await settle(device)
        try await device.exchangeFiles(with: relay, now: now, &chance)
        try await device.renewVaultCopy(at: relay, now: now, &chance)
        try await settle(device)
    }
}
