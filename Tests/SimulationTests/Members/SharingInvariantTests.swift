import Engine
import Foundation
import Ledger
import Records
import SeededChance
import Store
import Sync
import Testing

/// The invariants of sharing, each by its number, against a member who has turned and a relay that helps.
@Suite struct SharingInvariantTests {
    private func add(_ text: String, on device: MemberDevice, _ history: MemberHistory) async throws {
        _ = try await device.vault.add(NewEntry(text: text, journal: history.journal))
        device.written.append(text)
    }

    /// The owner and these people, each with words of their own, an entry of the owner with a note by each who may.
    private func scene(_ guests: [Role], seed: UInt64 = 1) async throws -> MemberHistory {
        let history = try await MemberHistory(seed: seed, guests: guests)
        try await add("of the owner", on: history.owner, history)
        try await history.meet()
        guard let entry = try await history.owner.vault.entries(Selection()).list.first else { throw SharingError.badNote }
        for (device, role) in zip(history.devices.dropFirst(2), guests) {
            if role == .editor { try await add("of \(device.name)", on: device, history) }
            if role != .reader { try await device.vault.addNote("beside it, by \(device.name)", to: entry.id) }
        }
        try await history.owner.vault.addNote("beside it, by the owner", to: entry.id)
        try await history.meet()
        return history
    }

    // MARK: - 1

    @Test func `1 who was taken out opens no operation and no snapshot sealed since then, with all that he ever had`()
        async throws
    {
        let history = try await scene([.editor, .reader])
        await history.owner.vault.makeCheckpoints(by: CheckpointRule(operations: 3, least: 2, factor: 1))
        let (turned, staying) = (history.devices[2], history.devices[3])
        try await history.meet()
        let traitor = try await Traitor(turned, journal: history.journal)
        let before = try await history.relay.snapshots(of: history.journal, account: history.account)
        try await history.remove(turned)
        for number in 0..<4 { try await add("since then \(number)", on: history.owner, history) }
        try await history.meet()
        let epoch = try #require(history.gone[turned.name])
        try await history.checkClosed(to: traitor, since: epoch, "named")
        let log = try await history.store()
        let after = try await history.relay.snapshots(of: history.journal, account: history.account).dropFirst(before.count)
        #expect(!before.isEmpty && !after.isEmpty, "snapshots of both times are there")
        #expect(after.allSatisfy { !traitor.opens(snapshot: $0) })
        // The same look finds what there is to find: with the keys of before, and of who has stayed.
        #expect(MemberHistory.opened(log, by: traitor, since: 1) > 0 && before.contains { traitor.opens(snapshot: $0) })
        let member = try await Traitor(staying, journal: history.journal)
        #expect(MemberHistory.opened(log, by: member, since: epoch) >= 4 && after.allSatisfy { member.opens(snapshot: $0) })
    }

    // MARK: - 2, 3

    @Test(arguments: [Role.editor, .note, .reader])
    func `2 3 no attack of a member counts in an honest vault, and none of what is unlawful comes into an honest relay`(
        _ role: Role
    ) async throws {
        let history = try await scene([role, .editor, .note], seed: 2)
        try await history.remove(history.devices[4])
        try await add("in the second epoch", on: history.owner, history)
        try await history.meet()
        let (turned, victim) = (history.devices[2], history.devices[3])
        let traitor = try await Traitor(turned, journal: history.journal)
        var tried: Set<Attack> = []
        for attack in Attack.allCases where !attack.isLawful(for: role) {
            for _ in 0..<(attack == .control ? Lane.amount(quick: 2, ci: 8, all: 8) : 1) {
                let truth = try await history.store()
                traitor.learn(from: truth)
                guard let log = traitor.log(attack, on: truth, at: history.clock.now, &history.chance) else { continue }
                tried.insert(attack)
                victim.wire.show(ForgedLog(log), of: history.journal)
                try await victim.round()
                try history.checkNothingForged(in: [victim], "\(attack.rawValue) as \(role.rawValue)")
                let members = try await victim.vault.shared(history.journal).members.count
                #expect(members == 3, "4 \(attack.rawValue) as \(role.rawValue)")
                guard log.count == truth.count + 1, let last = log.last else { continue }
                let refusal = try await history.relay.refusal(
                    of: [last.bytes], to: history.journal, by: traitor.identity.name, traitor.device)
                #expect(
                    refusal != nil || attack.passesRelay || attack == .replay, "taken: \(attack.rawValue) as \(role.rawValue)")
            }
        }
        // All of them but those for which a role has nothing in hand.
        #expect(tried.count >= Attack.allCases.count { !$0.isLawful(for: role) } - 1, "tried: \(tried.map(\.rawValue).sorted())")
        // What is sealed and passes the relay stands in the log of all, and counts nowhere.
        let others = history.devices.filter { $0 !== turned && $0 !== victim && history.gone[$0.name] == nil }
        try await history.meet(others)
        try history.checkNothingForged(in: others, "through the relay")
        try await history.checkConverged(others, "through the relay")
    }

    @Test func `2 the look for forgeries finds one where the role allows what was written`() async throws {
        let history = try await scene([.editor, .reader])
        let traitor = try await Traitor(history.devices[2], journal: history.journal)
        let truth = try await history.store()
        let log = try #require(traitor.log(.record, on: truth, at: history.clock.now, &history.chance))
        let reader = history.devices[3]
        reader.wire.show(ForgedLog(log), of: history.journal)
        try await reader.round()
        #expect(try reader.said(of: history.journal).text.contains(MemberHistory.forged))
    }

    @Test(arguments: [Attack.resealed, .resealedWithProof])
    func `2 an operation that a reader has sealed anew with other words is not believed by who reads it for the first time`(
        _ attack: Attack
    ) async throws {
        let history = try await scene([.reader, .editor])
        let traitor = try await Traitor(history.devices[2], journal: history.journal)
        // A later epoch, in which what was sealed before could come in another form.
        try await history.remove(history.devices[3])
        var isForged = false
        let newcomer = try await history.admit(.reader) { truth in
            traitor.learn(from: truth)
            let log = traitor.log(attack, on: truth, at: history.clock.now, &history.chance)
            isForged = log != nil
            return log
        }
        #expect(isForged)
        try history.checkNothingForged(in: [newcomer], attack.rawValue)
        #expect(newcomer.fault?.name == "not-a-member")
        newcomer.wire.show(nil, of: history.journal)
        try await history.meet()
        try await history.checkConverged(history.devices.filter { history.gone[$0.name] == nil }, "afterwards")
    }

    @Test func `7 what was sealed anew by a rotation says the same to who reads it for the first time`() async throws {
        let history = try await scene([.editor, .note])
        _ = try await history.owner.vault.rotateKeys(of: history.journal)
        try await history.meet()
        let resealed = try await history.store().compactMap { try? Ledger.Operation(reading: $0.bytes) }.filter {
            $0.proof != nil
        }
        #expect(resealed.count > 3)
        // And once more.
        _ = try await history.owner.vault.rotateKeys(of: history.journal)
        try await history.meet()
        try await history.admit(.reader)
        try await history.meet()
        try await history.checkConverged(history.devices, "after two rotations")
    }

    // MARK: - 4, 5

    @Test(arguments: [true, false])
    func `4 nobody is let in but by the owner's word: a member and the relay make up an addition, and it is no log`(
        _ isInvited: Bool
    ) async throws {
        let history = try await scene([.editor, .reader])
        if isInvited {
            _ = try await history.owner.vault.invite(to: history.journal, as: .reader, history: .all)
            try await history.meet()
        }
        let traitor = try await Traitor(history.devices[2], journal: history.journal)
        let truth = try await history.store()
        let state = try #require(Traitor.state(of: truth))
        #expect(state.invitations.isEmpty != isInvited)
        let addition = traitor.control({ .add(traitor.selfMade($0, state, [UInt8](repeating: 1, count: 16))) }, behind: truth)
        let log = truth + [RelayedOperation(position: 0, received: history.clock.now, bytes: addition)]
        for device in [history.owner, history.devices[1], history.devices[3]] {
            device.wire.show(ForgedLog(log), of: history.journal)
            try await device.round()
            #expect(device.fault?.name == "not-a-member", "\(device.name)")
            #expect(try await device.vault.shared(history.journal).members.count == 3)
        }
    }

    @Test
    func `5 a joiner's key cannot be exchanged: the request does not hold, the words differ, and nobody takes the addition`()
        async throws
    {
        let history = try await scene([.editor])
        let traitor = try await Traitor(history.devices[2], journal: history.journal)
        let joiner = try await MemberDevice("joiner", seed: 99, history.relay, history.clock)
        let link = try InvitationLink(
            try await history.owner.vault.invite(to: history.journal, as: .reader, history: .all).text)
        try await history.owner.round()
        let (wire, ownersWire) = (joiner.wire, history.owner.wire)
        try await joiner.vault.ask(link, as: "Jo", over: { _ in wire })
        let client = try await history.owner.client()
        try await client.openSession()
        let asked = try #require(try await client.joins(of: history.journal).first)
        var swapped = asked
        swapped.request.identity = traitor.identity
        var signed = swapped
        signed.request.proof = traitor.sign(
            Invitation.joinMessage(journal: history.journal, invite: link.invite, identity: traitor.identity.name))
        // Half of the keys: what is encrypted to would be the traitor's.
        var mixed = asked
        mixed.request.identity = IdentityKeys(
            sign: asked.request.identity.sign, agree: traitor.identity.agree, recover: asked.request.identity.recover)
        for forged in [swapped, signed, mixed] {
            #expect(try await history.owner.vault.questions([forged], to: history.journal).isEmpty)
            #expect(await forged.request.identity.fingerprint != joiner.vault.ownFingerprint())
        }
        let question = try #require(try await history.owner.vault.questions(over: { _ in ownersWire }).first)
        #expect(await question.identity.fingerprint == joiner.vault.ownFingerprint())
        // And were the owner's device fooled: nobody else takes an addition whose proof is for another name.
        let state = try #require(Traitor.state(of: try await history.store()))
        let invitation = try #require(state.invitations[link.invite])
        for forged in [swapped, signed, mixed] {
            #expect(!invitation.isProven(forged.request.proof, identity: forged.request.identity.name, journal: history.journal))
        }
    }

    // MARK: - 6

    @Test func `6 a removal that is held back is noticed with the first word of whoever has seen it, and opens nothing`()
        async throws
    {
        let history = try await scene([.editor, .editor])
        let (turned, other, kept) = (history.devices[2], history.devices[3], history.devices[1])
        let traitor = try await Traitor(turned, journal: history.journal)
        try await history.meet()
        let before = try await history.store()
        try await history.remove(turned)
        try await other.round()
        try await add("said by who has seen it", on: other, history)
        try await add("said by the owner", on: history.owner, history)
        try await history.meet([history.owner, other])
        let truth = try await history.store()
        let removal = try #require(
            truth.firstIndex { entry in
                if case .remove? = try? ControlOperation(reading: Ledger.Operation(reading: entry.bytes).body) {
                    true
                } else {
                    false
                }
            })
        // Without the removal and all behind it: that is a relay which is quiet, and says no lie that could be found.
        kept.wire.show(ForgedLog(before), of: history.journal)
        try await kept.round()
        #expect(try await kept.isAtPeace(with: history.journal))
        try await add("sealed by who does not know", on: kept, history)
        // With anything behind it, whoever said that: found out, with the vouching of the one who was taken out as without.
        for index in (removal + 1)..<truth.count {
            var log = before + [truth[index]]
            kept.wire.show(ForgedLog(log), of: history.journal)
            try await kept.round()
            #expect(try await !kept.isAtPeace(with: history.journal), "operation \(index) of \(truth.count)")
            let word = traitor.control({ .leave(previous: $0) }, behind: log, seen: ForgedLog(log).end)
            log.append(RelayedOperation(position: 0, received: history.clock.now, bytes: word))
            kept.wire.show(ForgedLog(log), of: history.journal)
            try await kept.round()
            #expect(try await !kept.isAtPeace(with: history.journal), "vouched for, \(index) of \(truth.count)")
        }
        try await history.checkClosed(to: traitor, since: try #require(history.gone[turned.name]), "held back")
        // The relay stops lying: what was written meanwhile is sealed anew under the key that the removed one does not have.
        kept.wire.show(nil, of: history.journal)
        try await history.meet([history.owner, kept, other])
        try await history.checkConverged([history.owner, kept, other], "after the lie")
        try await history.checkClosed(to: traitor, since: try #require(history.gone[turned.name]), "after the lie")
    }

    @Test func `6 what was left out of a log stays missed, whatever a member says to it who is in league with the relay`()
        async throws
    {
        let history = try await scene([.note, .editor, .editor])
        let (turned, victim, writer) = (history.devices[2], history.devices[3], history.devices[4])
        let traitor = try await Traitor(turned, journal: history.journal)
        try await history.meet()
        try await add("left out", on: writer, history)
        try await writer.round()
        try await history.owner.round()
        try await add("by who has seen it", on: history.owner, history)
        try await history.owner.round()
        let truth = try await history.store()
        let log = try #require(traitor.log(.dropAndConfirm, on: truth, at: history.clock.now, &history.chance))
        #expect(log.count == truth.count)
        victim.wire.show(ForgedLog(log), of: history.journal)
        try await victim.round()
        #expect(try await !victim.isAtPeace(with: history.journal))
        // It was never believed: once the relay shows the right log again, a further round is enough.
        victim.wire.show(nil, of: history.journal)
        try await history.meet()
        #expect(try await victim.isAtPeace(with: history.journal))
        try await history.checkConverged(history.devices, "after the lie")
    }
}
