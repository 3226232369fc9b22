import Foundation
import Ledger
import SeededChance
import Store
import Sync
import Testing

/// Random histories, each from its seed: `AURALYST_HISTORIES` says how many of each kind, `AURALYST_SEED` where to begin.
@Suite struct InvariantTests {
    static let histories = Int(ProcessInfo.processInfo.environment["AURALYST_HISTORIES"] ?? "") ?? 100
    static let firstSeed = UInt64(ProcessInfo.processInfo.environment["AURALYST_SEED"] ?? "") ?? 1

    private func each(_ count: Int, _ body: (UInt64) async throws -> Void) async throws {
        for number in 0..<UInt64(max(1, count)) {
            let seed = Self.firstSeed &+ number
            do { try await body(seed) } catch { Issue.record(error, "seed \(seed)") }
        }
    }

    @Test func `1 2 3 4 7 9 15 whatever network, machines and clocks do, all devices come to the same`() async throws {
        try await each(Self.histories) { seed in
            let history = try await SimulatedHistory(seed: seed)
            try await history.run()
            try await history.checkHonest()
        }
    }

    @Test func `10 a relay that loses everything gets it again, and nobody is accused`() async throws {
        try await each(Self.histories / 2) { seed in
            var trouble = SimulatedHistory.Trouble()
            trouble.wipes = true
            let history = try await SimulatedHistory(seed: seed, trouble)
            try await history.run()
            try await history.checkHonest(", \(history.wipes) losses")
        }
    }

    @Test(arguments: SimulatedRelay.Lie.allCases)
    func `5 a relay that lies to one device is found out or harmless`(_ lie: SimulatedRelay.Lie) async throws {
        var found = 0
        var lies = 0
        try await each(max(8, Self.histories / 4)) { seed in
            var trouble = SimulatedHistory.Trouble()
            trouble.network = false
            trouble.lie = lie
            let history = try await SimulatedHistory(seed: seed, trouble)
            try await history.run()
            try history.checkLie()
            lies += history.relay.hasLied ? 1 : 0
            found += history.devices.contains { $0.fault != nil } ? 1 : 0
        }
        // Withholding alone cannot be told from a device that is quiet.
        if lie != .withhold { #expect(lies == 0 || found > 0, "\(lie): \(lies) lies, \(found) found out") }
    }
}
