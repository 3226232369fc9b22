import Engine
import Foundation
import Ledger
import SeededChance
import Sync
import Testing

/// Random histories of several people of whom one or two turn, together with the relay: whatever they do with every key that they ever
/// had, the invariants of sharing hold. `AURALYST_HISTORIES` and `AURALYST_SEED` as in `InvariantTests`; of these there is one for
/// 250 of those, since each person has a whole vault.
@Suite struct HostileMemberTests {
    private static var count: Int { max(1, InvariantTests.histories / 250) }

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
        var drawn = (pairs: 0, joined: 0, left: 0, trusted: 0)
        await each { seed in
            let history = try await MemberHistory(seed: seed, guests: Self.casts[Int(seed % UInt64(Self.casts.count))])
            for _ in 0..<12 { try await history.step(history.devices) }
            try await history.meet()
            // From here on one or two of the guests do what no program would; their own programs are not run any more.
            var guests = Array(history.devices.dropFirst(2))
            var turned: [MemberDevice] = []
            for _ in 0..<history.chance.pick([1, 1, 2]) { turned.append(guests.remove(at: history.chance.below(guests.count))) }
            drawn.pairs += turned.count - 1
            var traitors: [Traitor] = []
            for member in turned { traitors.append(try await Traitor(member, journal: history.journal)) }
            var honest = Array(history.devices.prefix(2)) + guests
            for turn in 0..<6 {
                for _ in 0..<4 { try await history.step(honest) }
                if history.chance.once(in: 6) {
                    try await history.meet(honest.filter { !$0.wire.hasLied })
                    honest.append(try await history.admit(history.chance.pick([.editor, .note, .reader])))
                    drawn.joined += 1
                } else if honest.count > 3, let leaving = honest.last, !leaving.wire.hasLied, history.chance.once(in: 6) {
                    try await history.meet(honest.filter { !$0.wire.hasLied })
                    try await history.leave(leaving)
                    honest.removeLast()
                    drawn.left += 1
                }
                if turn == 3 {
                    try await history.meet(honest)
                    // By a device that was lied to nothing is sent.
                    let other = history.chance.once(in: 2) && !honest[1].wire.hasLied
                    try await history.remove(turned, by: other ? honest[1] : honest[0])
                    _ = try await history.owner.vault.add(NewEntry(text: "since the removal", journal: history.journal))
                    try await history.meet(honest)
                }
                try await attack(history, history.chance.pick(traitors), among: traitors, honest, &tried)
            }
            for device in honest { device.wire.show(nil, of: history.journal) }
            try await history.meet(honest)
            try history.checkNothingForged(in: honest, "in the end")
            let untouched = honest.filter { !$0.wire.hasLied }
            try await history.checkConverged(untouched, "\(untouched.count) that were not lied to")
            drawn.trusted += history.trusted
            for (member, traitor) in zip(turned, traitors) {
                for other in traitors { traitor.take(keysOf: other) }
                try await history.checkClosed(to: traitor, since: try #require(history.gone[member.name]), "removed")
            }
        }
        print(
            "attacks tried: \(tried.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" }), \(drawn)"
        )
    }

    /// One attack, on one honest device that is shown the log which it makes, or on all of them through the honest relay.
    private func attack(
        _ history: MemberHistory, _ traitor: Traitor, among traitors: [Traitor], _ honest: [MemberDevice],
        _ tried: inout [Attack: Int]
    ) async throws {
        let truth = try await history.store()
        for other in traitors {
            other.learn(from: truth)
            traitor.take(keysOf: other)
        }
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
        if attack == .dropAndConfirm {
            let isAtPeace = try await victim.isAtPeace(with: history.journal)
            #expect(!isAtPeace, "6 what was left out is not missed: \(note), seed \(history.seed)")
        }
        victim.wire.show(nil, of: history.journal)
        try await victim.round()
    }
}
