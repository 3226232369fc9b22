import Ledger
import SeededChance
import SharedJournal

/// People who share a journal and speak at the same time: each from what its device has seen, which may be long ago; many of them
/// say what they must not, or what has come to be wrong.
struct RandomHistory {
    /// The journal as all who tell the truth know it.
    private(set) var journal: SharedJournal
    private var people: [SharedPerson]
    private(set) var devices: [SharedDevice]
    /// What each device has seen of the journal.
    private var views: [DeviceID: SharedJournal] = [:]
    private var invitations: [(id: [UInt8], key: SeededKey)] = []
    private var chance: SplitMix64

    init(seed: UInt64) throws {
        chance = SplitMix64(seed: seed)
        journal = try SharedJournal(seed: chance.next())
        (people, devices) = ([journal.owner.person], [journal.owner])
        for _ in 0..<6 { people.append(try journal.person()) }
        // So that the later steps find people inside.
        for role in [Role.editor, .note, .reader] { devices += try journal.admit(role, devices: 2) }
        for device in devices { views[device.id] = journal }
        people += devices.map(\.person)
    }

    mutating func take(_ operation: SharedJournal.Operation) throws { try journal.take(operation) }

    mutating func next() throws -> SharedJournal.Operation {
        if chance.once(in: 5) { return try entrance() }
        let device = speaker()
        var view = chance.below(10) < 8 ? journal : views[device.id] ?? journal
        view.chance = SplitMix64(seed: chance.next())
        views[device.id] = view
        let epoch = chance.once(in: 25) ? view.log.epoch &- 1 : view.log.epoch
        if chance.once(in: 3) {
            let lane = chance.pick([OperationHeader.Lane.record, .record, .note])
            return try signed(chance.bytes(40), lane, by: device, epoch: epoch)
        }
        let said = try said(by: device, in: &view)
        return try signed(said.body, .control, by: device, epoch: epoch)
    }

    /// Mostly somebody who is in the journal, and often the owner: else nothing would ever happen.
    private mutating func speaker() -> SharedDevice {
        let log = journal.log
        let inside = devices.filter { log.devices[$0.id] != nil }
        let owners = inside.filter { log.role(of: $0.id) == .owner }
        switch chance.below(10) {
        case 0..<5: return owners.isEmpty ? chance.pick(devices) : chance.pick(owners)
        case 5..<9: return inside.isEmpty ? chance.pick(devices) : chance.pick(inside)
        default: return chance.pick(devices)
        }
    }

    private mutating func signed(
        _ body: [UInt8], _ lane: OperationHeader.Lane, by device: SharedDevice, epoch: UInt32
    ) throws -> SharedJournal.Operation {
        try journal.operation(
            body, lane, by: device, epoch: epoch, signer: chance.once(in: 40) ? chance.pick(devices).key : nil)
    }

    private mutating func said(by device: SharedDevice, in view: inout SharedJournal) throws -> ControlOperation {
        let (last, names) = (view.log.last, Array(view.log.members.keys).sorted { $0.lexicographicallyPrecedes($1) })
        // Mostly somebody who may; the table of who may is not looked at.
        switch chance.below(11) {
        case 0, 1:
            let (said, key) = try view.invitation(chance.pick([.editor, .note, .reader]))
            invitations.append((said.id, key))
            return .invite(said)
        case 2:
            let open = view.log.invitations.keys.sorted { $0.lexicographicallyPrecedes($1) }
            return .revokeInvite(InvitationEnd(previous: last, invite: open.isEmpty ? chance.bytes(16) : chance.pick(open)))
        case 3, 4:
            guard !invitations.isEmpty else { return .leave(previous: last) }
            let (id, key) = chance.pick(Array(invitations.suffix(3)))
            return .add(try view.addition(of: chance.pick(people).keys, invite: id, key: key))
        case 5:
            return .role(RoleChange(previous: last, identity: chance.pick(names), role: chance.pick([.editor, .note, .reader])))
        case 6:
            let going = Set((0...chance.below(2)).map { _ in chance.pick(names) })
            return .remove(view.removal(of: going, wraps: wraps(names.filter { !going.contains($0) })))
        case 7: return .leave(previous: last)
        case 8: return .rotate(view.rotation(wraps: wraps(names)))
        case 9: return .dropDevice(DeviceRemoval(previous: last, device: chance.pick(devices).id))
        default:
            let position = (view.log.checkpoint?.position ?? 0) + UInt64(chance.below(4))
            return .checkpoint(
                Checkpoint(previous: last, position: max(1, position), head: chance.bytes(32), snapshot: chance.bytes(32)))
        }
    }

    /// Mostly for those; sometimes somebody is left out, or a stranger is there too.
    private mutating func wraps(_ names: [[UInt8]]) -> [[UInt8]] {
        switch chance.below(8) {
        case 0 where names.count > 1: names.filter { $0 != names[names.count / 2] }
        case 1: names + [chance.pick(people).name].filter { !names.contains($0) }
        default: names.isEmpty ? [chance.bytes(32)] : names
        }
    }

    /// A device that is not in the journal: one more of somebody's, or one under the person's new keys.
    private mutating func entrance() throws -> SharedJournal.Operation {
        var view = journal
        view.chance = SplitMix64(seed: chance.next())
        if chance.once(in: 3) {
            let old = chance.pick(people), new = try view.person()
            let device = try view.device(of: new)
            let names = view.log.members.keys.filter { $0 != old.name } + [new.name]
            let said = try view.succession(
                of: old.name, proving: chance.once(in: 6) ? old.sign : old.recover, to: device, wraps: wraps(names))
            remember(device)
            return try journal.operation(ControlOperation.succeed(said).body, by: device)
        }
        let device = chance.once(in: 6) ? chance.pick(devices) : try view.device(of: chance.pick(people))
        remember(device)
        return try journal.operation(ControlOperation.device(view.entrance(of: device)).body, by: device)
    }

    private mutating func remember(_ device: SharedDevice) {
        if !devices.contains(where: { $0.id == device.id }) { devices.append(device) }
        if !people.contains(where: { $0.name == device.person.name }) { people.append(device.person) }
        views[device.id] = journal
    }
}
