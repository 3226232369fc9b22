import Engine
import Foundation
import Ledger
import SeededChance
import Sync
import Testing

/// Random histories of several people of whom one or two turn, together with the relay: whatever they do with every key that they ever
/// had, the invariants of sharing hold. `AURALYST_HISTORIES` and `AURALYST_SEED` as in `InvariantTests`; of these there is one for
/// 2,500 of those, since each person has a whole vault.
@Suite struct HostileMemberTests {
    private static var count: Int { max(4, InvariantTests.histories / 2_500) }

    private func each(_ body: (UInt64) async throws -> Void) async {
        for number in 0..<UInt64(Self.count) {
            let seed = InvariantTests.firstSeed &+ number
            do { try await body(seed) } catch {
                Issue.record(error, "seed \(seed): make simulate SEED=\(seed) HISTORIES=1")
            }
        }
    }

    private static let casts: [[Role]] = [
        [.editor, .note, .reader], [.note, .note, .editor], [.reader, .editor, .editor], [.editor, .reader, .note],
    ]

    @Test func `1 to 7 members who turn, in league with the relay, forge nothing, open nothing new, and hide nothing unnoticed`()
        async throws
    {
        var tried: [Attack: Int] = [:]
        await each { seed in
            let history = try await MemberHistory(seed: seed, guests: Self.casts[Int(seed % UInt64(Self.casts.count))])
            for _ in 0..<12 { try await history.step(history.devices) }
            try await history.meet()
            // From here on one of the guests does what no program would; the person's own program is not run any more.
            let turned = history.chance.pick(Array(history.devices.dropFirst(2)))
            let traitor = try await Traitor(turned, journal: history.journal)
            let honest = history.devices.filter { $0 !== turned }
            var isGone = false
            for turn in 0..<6 {
                for _ in 0..<4 { try await history.step(honest) }
                if turn == 3 {
                    try await history.meet(honest)
                    try await history.remove(turned, by: history.chance.once(in: 2) ? honest[1] : honest[0])
                    isGone = true
                    _ = try await history.owner.vault.add(NewEntry(text: "since the removal", journal: history.journal))
                    try await history.meet(honest)
                }
                try await attack(history, traitor, honest, &tried)
            }
            for device in honest { device.wire.show(nil, of: history.journal) }
            try await history.meet(honest)
            try history.checkNothingForged(in: honest, "in the end")
            let untouched = honest.filter { !$0.wire.hasLied }
            try await history.checkConverged(untouched, "\(untouched.count) that were not lied to")
            #expect(isGone)
            try await history.checkClosed(to: traitor, since: try #require(history.gone[turned.name]), "removed")
        }
        print("attacks tried: \(tried.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" })")
    }

    /// One attack, on one honest device that is shown the log which it makes, or on all of them through the honest relay.
    private func attack(
        _ history: MemberHistory, _ traitor: Traitor, _ honest: [MemberDevice], _ tried: inout [Attack: Int]
    ) async throws {
        let truth = try await history.store()
        traitor.learn(from: truth)
        let role = Traitor.state(of: truth)?.role(of: traitor.device)
        let attack = history.chance.pick(Attack.allCases.filter { !$0.isLawful(for: role) })
        guard let log = traitor.log(attack, on: truth, at: history.clock.now, &history.chance) else { return }
        tried[attack, default: 0] += 1
        let note = "\(attack.rawValue) as \(role?.rawValue ?? "nobody")"
        if let last = log.last, log.count == truth.count + 1 {
            let refusal = try await history.relay.refusal(
                of: [last.bytes], to: history.journal, by: traitor.identity.name, traitor.device)
            #expect(
                refusal != nil || attack.passesRelay || attack == .replay, "an honest relay takes \(note), seed \(history.seed)")
        }
        // The owner's first device and one other are never lied to, so that it can be told what all should say.
        let victim = history.chance.pick(Array(honest.dropFirst(1)))
        guard honest.count(where: { !$0.wire.hasLied }) > 2 || victim.wire.hasLied else { return }
        victim.wire.set(isOffline: false)
        victim.wire.set(losses: 0)
        victim.wire.show(ForgedLog(log), of: history.journal)
        try await victim.round()
        try await victim.round()
        try history.checkNothingForged(in: [victim], note)
        if attack == .dropAndVouch {
            let isAtPeace = try await victim.isAtPeace(with: history.journal)
            #expect(!isAtPeace, "6 what was left out is not missed: \(note), seed \(history.seed)")
        }
        victim.wire.show(nil, of: history.journal)
        try await victim.round()
    }
}
