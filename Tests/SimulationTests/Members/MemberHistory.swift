import Engine
import Foundation
import Journal
import Ledger
import Records
import SeededChance
import Store
import Sync
import Testing

/// A random history of several people who share a journal, which a seed repeats: the owner with two devices, editors, people who add
/// notes, readers; invitations, writes, notes, changes of role, new keys, removals, people who leave; lost requests, wrong clocks,
/// programs that are killed.
final class MemberHistory {
    let seed: UInt64
    let clock = WorldClock()
    let relay: MemberRelay
    /// The owner's devices come first.
    private(set) var devices: [MemberDevice]
    let journal: JournalID
    let account: [UInt8]
    var chance: SplitMix64
    private var texts = 0
    /// How often the owner had to say that the relay is trusted.
    private(set) var trusted = 0
    /// Those who were taken out or have left, by the names of their devices, with the first epoch that is not theirs.
    private(set) var gone: [String: UInt32] = [:]

    init(seed: UInt64, guests: [Role]) async throws {
        self.seed = seed
        var chance = SplitMix64(seed: seed)
        relay = try await MemberRelay(clock)
        let owner = try await MemberDevice("owner", seed: chance.next(), relay, clock)
        try await owner.vault.startSync(with: try MemberRelay.address, over: owner.wire)
        try await owner.round()
        journal = try await owner.vault.journalToShare(nil)
        account = await owner.vault.accountRequest().owner.name
        let second = try await MemberDevice(
            "owner's second", ahead: chance.pick([0, 90_000]), seed: chance.next(), relay, clock, linkedTo: owner)
        (devices, self.chance) = ([owner, second], chance)
        for role in guests { try await admit(role) }
        try await meet()
    }

    var owner: MemberDevice { devices[0] }

    /// Somebody with a vault of their own asks by a link, is let in, and reads. `shown`: what the relay makes of its log for the first
    /// look at it.
    @discardableResult
    func admit(
        _ role: Role, history: Invitation.History = .all, shown: (([RelayedOperation]) -> [RelayedOperation]?)? = nil
    ) async throws -> MemberDevice {
        let year: Int64 = 365 * 86_400_000
        let guest = try await MemberDevice(
            "\(role.rawValue) \(devices.count)", ahead: chance.pick([0, 0, 90_000, -year]), seed: chance.next(), relay, clock)
        let link = try await owner.vault.invite(to: journal, as: role, history: history)
        try await owner.round()
        let wire = guest.wire
        try await guest.vault.ask(try InvitationLink(link.text), as: guest.name, over: { _ in wire })
        let ownersWire = owner.wire
        let questions = try await owner.vault.questions(over: { _ in ownersWire })
        let name = await guest.vault.accountRequest().owner.name
        guard let question = questions.first(where: { $0.identity.name == name }) else { throw SharingError.invitationClosed }
        try await owner.vault.approve(question)
        try await owner.round()
        if let shown { guest.wire.show(shown(try await store()).map { ForgedLog($0) }, of: journal) }
        try await guest.round()
        try await owner.round()
        devices.append(guest)
        return guest
    }

    func store() async throws -> [RelayedOperation] { try await relay.store(of: journal, account: account) }

    /// Rounds without trouble, of those who share the journal and were not lied to.
    func meet(_ some: [MemberDevice]? = nil) async throws {
        let some = some ?? devices.filter { gone[$0.name] == nil }
        for device in some {
            device.wire.set(isOffline: false)
            device.wire.set(losses: 0)
        }
        var before: [LogHead?] = []
        for _ in 0..<8 {
            for device in some { try await device.round() }
            if some.contains(where: { $0 === owner }) { try await trustAgain() }
            var after: [LogHead?] = []
            for device in some { after.append(try await device.standing(of: journal)?.head) }
            if after == before, Set(after).count == 1 { return }
            before = after
        }
    }

    /// The owner is told that devices are shown different logs, and does what the sentence says to who trusts the relay: begins with it
    /// anew. A member who lies about what he has seen brings that about with one operation.
    private func trustAgain() async throws {
        guard case .otherLog? = owner.fault else { return }
        try await owner.vault.stopSync()
        try await owner.vault.startSync(with: try MemberRelay.address, over: owner.wire)
        try await owner.round()
        trusted += 1
    }

    // MARK: - What people do

    private func newText() -> String {
        texts += 1
        return "honest words \(texts)."
    }

    /// One of the things that people do. What somebody may not do, or cannot do now, is refused by the program, and nothing happens.
    func step(_ some: [MemberDevice]) async throws {
        clock.advance(Int64(chance.pick([1, 100, 5_000, 60_000])))
        let device = chance.pick(some)
        do {
            switch chance.below(12) {
            case 0: device.wire.set(isOffline: chance.once(in: 3))
            case 1: try device.restart()
            case 2...4: try await write(on: device)
            case 5, 6: try await note(on: device)
            case 7 where chance.once(in: 4): try await changeRole()
            case 8 where chance.once(in: 10): _ = try await owner.vault.rotateKeys()
            default:
                device.wire.set(losses: chance.pick([0, 0, 4, 12]))
                try await device.round()
            }
        } catch is SharingError {
        } catch is KeysError {
        } catch SyncError.stoppedFor {
        } catch SyncError.unreachable {}
    }

    private func write(on device: MemberDevice) async throws {
        let text = newText()
        let present = try await device.vault.entries(Selection()).list.filter { $0.journal == journal }
        if chance.once(in: 2), let entry = present.isEmpty ? nil : chance.pick(present) {
            if chance.once(in: 8) { return try await delete(entry.id, on: device) }
            var change = EntryChange()
            change.text = text
            _ = try await device.vault.change(entry.id, change)
        } else {
            _ = try await device.vault.add(NewEntry(text: text, journal: journal))
        }
        device.written.append(text)
    }

    private func delete(_ entry: RecordID, on device: MemberDevice) async throws {
        _ = try await device.vault.delete(entry)
    }

    private func note(on device: MemberDevice) async throws {
        let present = try await device.vault.entries(Selection()).list.filter { $0.journal == journal }
        guard let entry = present.isEmpty ? nil : chance.pick(present) else { return }
        let text = newText()
        let own = try await device.vault.notes(of: entry.id).filter(\.isYours)
        if let first = own.first, chance.once(in: 2) {
            try await device.vault.changeNote(first.stored.id, to: text)
        } else {
            try await device.vault.addNote(text, to: entry.id)
        }
        device.written.append(text)
    }

    private func changeRole() async throws {
        let others = try await owner.vault.shared(journal).members.filter { $0.role != .owner }
        guard !others.isEmpty else { return }
        try await owner.vault.setRole(of: chance.pick(others).identity, to: chance.pick([.editor, .note, .reader]), in: journal)
    }

    /// Takes members out, in one operation, by one of the owner's devices.
    func remove(_ members: MemberDevice..., by owner: MemberDevice? = nil) async throws {
        try await remove(members, by: owner)
    }

    func remove(_ members: [MemberDevice], by owner: MemberDevice? = nil) async throws {
        let owner = owner ?? self.owner
        var names: [[UInt8]] = []
        for member in members { names.append(await member.vault.accountRequest().owner.name) }
        try await owner.vault.remove(Set(names), from: journal)
        try await owner.round()
        guard let state = Traitor.state(of: try await store()), names.allSatisfy({ state.members[$0] == nil }) else {
            throw SharingError.notOwner
        }
        for member in members { gone[member.name] = state.epoch }
    }

    /// A member leaves, and the owner's device gives the journal another key.
    func leave(_ member: MemberDevice) async throws {
        try await member.vault.leave(journal)
        try await member.round()
        try await owner.round()
        try await owner.round()
        guard let state = Traitor.state(of: try await store()), !state.owesRotation else { throw SharingError.notOwner }
        gone[member.name] = state.epoch
    }

    // MARK: - Invariants

    /// How a forged word is told from others: every forgery says it.
    static let forged = "forged"

    /// No honest vault shows or keeps anything of a forgery.
    func checkNothingForged(in some: [MemberDevice], _ note: String) throws {
        for device in some {
            let said = try device.said(of: journal).text
            #expect(!said.contains(MemberHistory.forged), "2 3 a forgery counts on \(device.name), seed \(seed), \(note)")
        }
    }

    /// (7) Those who have read one log say the same, byte for byte, and everything that was written is there: what was written before it
    /// was known that the role does not allow it any more stays with its writer, who is told.
    func checkConverged(_ some: [MemberDevice], _ note: String) async throws {
        let mark: Comment = "seed \(seed), \(note)"
        var (said, keeping): ([String], [MemberDevice]) = ([], [])
        for device in some {
            let faults = try await device.isAtPeace(with: journal)
            #expect(faults, "7 \(device.name) syncs no more: \(device.fault.map { "\($0)" } ?? "in doubt"), \(mark)")
            if try await device.vault.syncStatus().kept.isEmpty {
                said.append(try device.said(of: journal).text)
            } else {
                keeping.append(device)
            }
        }
        #expect(Set(said).count <= 1, "7 convergence, \(mark)")
        guard let all = said.first else { return }
        for device in some {
            let own = keeping.contains { $0 === device } ? try device.said(of: journal).text : ""
            for text in device.written {
                #expect(all.contains(text) || own.contains(text), "7 \(text) of \(device.name) is lost, \(mark)")
            }
        }
    }

    /// (1) With all that somebody ever had nothing opens that was sealed since he is gone.
    func checkClosed(to traitor: Traitor, since epoch: UInt32, _ note: String) async throws {
        let log = try await store()
        traitor.learn(from: log)
        let opened = MemberHistory.opened(log, by: traitor, since: epoch)
        #expect(opened == 0, "1 opens \(opened) operations since the removal, seed \(seed), \(note)")
        #expect(traitor.epochKeys.keys.allSatisfy { $0 < epoch }, "1 has a key of a later epoch, seed \(seed), \(note)")
    }

    /// How many sealed operations of an epoch, or of later ones, somebody opens.
    static func opened(_ log: [RelayedOperation], by traitor: Traitor, since epoch: UInt32) -> Int {
        log.compactMap { try? Ledger.Operation(reading: $0.bytes) }
            .count { ($0.sealedEpoch >= epoch || $0.header.epoch >= epoch) && traitor.opened($0) != nil }
    }
}
