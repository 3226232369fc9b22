import Foundation
import Ledger
import SeededChance
import Sync
import Testing

/// Random histories, each from its seed. `AURALYST_HISTORIES` or the lane says how many in all: two of five with an honest relay,
/// one of five with one that loses everything, the rest with one that lies, equally many for each lie. `AURALYST_SEED` says where
/// to begin: a seed that fails is printed, and `make simulate SEED=n HISTORIES=1` runs it again, once for each kind.
@Suite struct InvariantTests {
    static let histories = Lane.amount(quick: 60, ci: 1_500, all: 10_000, "AURALYST_HISTORIES")
    static let firstSeed = Seed.value

    /// Many short histories find more in the same time than few long ones.
    private static let trouble: SimulatedHistory.Trouble = {
        var trouble = SimulatedHistory.Trouble()
        trouble.steps = 10...60
        return trouble
    }()

    /// Runs so many histories, on all processors; gives what came of each.
    @discardableResult
    private func each<T: Sendable>(_ count: Int, _ body: @escaping @Sendable (UInt64) async throws -> T) async -> [T] {
        let (count, lanes) = (max(1, count), ProcessInfo.processInfo.activeProcessorCount)
        let outcomes = await withTaskGroup(of: [T].self) { group in
            for lane in 0..<min(count, lanes) {
                group.addTask {
                    var outcomes: [T] = []
                    for number in stride(from: lane, to: count, by: lanes) {
                        let seed = Self.firstSeed &+ UInt64(number)
                        do { outcomes.append(try await body(seed)) } catch {
                            Issue.record(error, "seed \(seed): make simulate SEED=\(seed) HISTORIES=1")
                        }
                    }
                    return outcomes
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        print("\(outcomes.count) of \(count) histories came to their end, seeds from \(Self.firstSeed)")
        return outcomes
    }

    @Test func `1 2 3 4 7 9 15 whatever network, machines and clocks do, all devices come to the same`() async {
        await each(Self.histories * 2 / 5) { seed in
            let history = try await SimulatedHistory(seed: seed, Self.trouble)
            try await history.run()
            try await history.checkHonest()
        }
    }

    @Test func `10 a relay that loses everything gets it again, and nobody is accused`() async {
        await each(Self.histories / 5) { seed in
            var trouble = Self.trouble
            trouble.wipes = true
            let history = try await SimulatedHistory(seed: seed, trouble)
            try await history.run()
            try await history.checkHonest(", \(history.wipes) losses")
        }
    }

    @Test(arguments: SimulatedRelay.Lie.allCases)
    func `5 a relay that lies to one device is found out or harmless`(_ lie: SimulatedRelay.Lie) async {
        let outcomes = await each(Self.histories * 2 / 5 / SimulatedRelay.Lie.allCases.count) { seed in
            var trouble = Self.trouble
            trouble.network = false
            trouble.lie = lie
            let history = try await SimulatedHistory(seed: seed, trouble)
            try await history.run()
            try history.checkLie()
            return (lied: history.relay.hasLied, found: history.devices.contains { $0.fault != nil })
        }
        // Withholding alone cannot be told from a device that is quiet; and of a few, none may have been found out yet.
        let lies = outcomes.count { $0.lied }
        guard lie != .withhold, lies >= 8 else { return }
        #expect(outcomes.contains { $0.found }, "\(lie): \(lies) lies, none found out")
    }
}
