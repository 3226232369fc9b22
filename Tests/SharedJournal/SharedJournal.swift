import Ledger
import SeededChance

/// A journal that several people share, as all of them know it: makes what its devices would say next, right or wrong.
package struct SharedJournal: Sendable {
    package private(set) var log: ControlLog
    /// All operations in their order.
    package private(set) var operations: [Operation]
    package var chance: SplitMix64
    /// Who founded it, on the device that did.
    package let owner: SharedDevice
    private var ends: [DeviceID: ChainEnd] = [:]

    package typealias Operation = Ledger.Operation

    package init(seed: UInt64) throws {
        chance = SplitMix64(seed: seed)
        owner = try SharedDevice(of: SharedPerson(&chance), &chance)
        let genesis = Genesis(
            nonce: chance.bytes(16), owner: owner.person.keys, device: owner.key.publicKey,
            certificate: try owner.person.certificate(for: owner.key.publicKey))
        let body = genesis.body
        let header = OperationHeader(
            lane: .control, journal: genesis.journal, epoch: 1, device: owner.id, position: 1,
            previous: [UInt8](repeating: 0, count: 32), bodyCount: UInt32(body.count))
        let key = owner.key
        let first = try Operation(header: header, body: body) { try key.signature(of: $0) }
        log = try ControlLog(founding: first)
        operations = [first]
        ends[owner.id] = ChainEnd(position: 1, hash: first.hash)
    }

    package var id: JournalID { log.genesis.journal }

    /// So many random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] { chance.bytes(count) }

    // MARK: operations

    /// The header of what a device would write next.
    package func header(
        _ lane: OperationHeader.Lane, by device: DeviceID, epoch: UInt32? = nil, journal: JournalID? = nil, bodyCount: Int = 0
    ) -> OperationHeader {
        let end = ends[device]
        return OperationHeader(
            lane: lane, journal: journal ?? id, epoch: epoch ?? log.epoch, device: device, position: (end?.position ?? 0) + 1,
            previous: end?.hash ?? [UInt8](repeating: 0, count: 32), bodyCount: UInt32(bodyCount))
    }

    /// What a device would write next; `signer`: who signs in its place.
    package func operation(
        _ body: [UInt8], _ lane: OperationHeader.Lane = .control, by device: SharedDevice, epoch: UInt32? = nil,
        journal: JournalID? = nil, signer: SeededKey? = nil
    ) throws -> Operation {
        let header = header(lane, by: device.id, epoch: epoch, journal: journal, bodyCount: body.count)
        return try Operation(header: header, body: body) { try (signer ?? device.key).signature(of: $0) }
    }

    package mutating func take(_ operation: Operation) throws {
        if operation.header.lane == .control { try log.take(operation) }
        note(operation)
    }

    package mutating func note(_ operation: Operation) {
        ends[operation.header.device] = ChainEnd(position: operation.header.position, hash: operation.hash)
        operations.append(operation)
    }

    @discardableResult
    package mutating func say(_ control: ControlOperation, by device: SharedDevice) throws -> Operation {
        let operation = try operation(control.body, by: device)
        try take(operation)
        return operation
    }

    // MARK: what can be said

    package mutating func person() throws -> SharedPerson { try SharedPerson(&chance) }

    package mutating func device(of person: SharedPerson) throws -> SharedDevice { try SharedDevice(of: person, &chance) }

    package mutating func invitation(
        _ role: Role, id: [UInt8]? = nil, expires: Int64 = 1 << 41, history: Invitation.History = .all
    ) throws -> (said: Invitation, key: SeededKey) {
        let key = try SeededKey(&chance)
        let invitation = Invitation(
            previous: log.last, id: id ?? chance.bytes(16), key: key.publicKey, role: role, expires: expires, history: history)
        return (invitation, key)
    }

    /// `epochs`: those whose keys come with it; that of now where nothing is said.
    package mutating func addition(
        of keys: IdentityKeys, invite: [UInt8], key: SeededKey, proven name: [UInt8]? = nil, epochs: [UInt32]? = nil
    ) throws -> MemberAddition {
        let message = Invitation.joinMessage(journal: id, invite: invite, identity: name ?? keys.name)
        return MemberAddition(
            previous: log.last, identity: keys, invite: invite, proof: try key.signature(of: message),
            wraps: (epochs ?? [log.epoch]).map {
                MemberAddition.EpochWrap(epoch: $0, encapsulated: chance.bytes(32), sealed: chance.bytes(48))
            })
    }

    /// `identity`: what it says; the person's own name where nothing is said.
    package func entrance(of device: SharedDevice, identity: [UInt8]?? = .none) throws -> DeviceAddition {
        DeviceAddition(
            previous: log.last, device: device.key.publicKey,
            certificate: try device.person.certificate(for: device.key.publicKey), identity: identity ?? device.person.name)
    }

    package mutating func change(
        for names: some Sequence<[UInt8]>, epoch: UInt32? = nil, back: Bool = false
    ) -> KeyChange {
        KeyChange(
            epoch: epoch ?? log.epoch + 1, commitment: chance.bytes(32),
            wraps: names.map { Rotation.Wrap(identity: $0, encapsulated: chance.bytes(32), sealed: chance.bytes(48)) },
            back: back ? chance.bytes(200) : nil)
    }

    package mutating func removal(of names: Set<[UInt8]>, wraps: [[UInt8]]? = nil) -> MemberRemoval {
        MemberRemoval(
            previous: log.last, identities: names,
            rotation: change(for: wraps ?? log.members.keys.filter { !names.contains($0) }, back: true))
    }

    package mutating func rotation(wraps: [[UInt8]]? = nil) -> Rotation {
        Rotation(previous: log.last, key: change(for: wraps ?? Array(log.members.keys)))
    }

    /// `proving`: whose recovery key vouches; `wraps`: whom the new key is for.
    package mutating func succession(
        of name: [UInt8], proving old: SeededKey, to device: SharedDevice, previous: [UInt8]? = nil, certificate: [UInt8]? = nil,
        wraps: [[UInt8]]? = nil
    ) throws -> Succession {
        let new = device.person
        let message = Succession.proofMessage(
            journal: id, previous: previous ?? log.last, old: name, new: new.name)
        return Succession(
            previous: log.last, identity: name, new: new.keys, proof: try old.signature(of: message),
            device: device.key.publicKey, certificate: try certificate ?? new.certificate(for: device.key.publicKey),
            rotation: change(for: wraps ?? log.members.keys.filter { $0 != name } + [new.name]))
    }

    // MARK: people who come

    /// Somebody is invited and taken in, and enters so many devices.
    package mutating func admit(_ role: Role, devices count: Int = 1) throws -> [SharedDevice] {
        let person = try person()
        try admit(person, role)
        return try (0..<count).map { _ in
            let device = try device(of: person)
            try say(.device(entrance(of: device)), by: device)
            return device
        }
    }

    package mutating func admit(_ person: SharedPerson, _ role: Role) throws {
        let owner = owner
        let (invitation, key) = try invitation(role)
        try say(.invite(invitation), by: owner)
        try say(.add(addition(of: person.keys, invite: invitation.id, key: key)), by: owner)
    }
}
