import Crypto
import Ledger

/// The control operations of a journal shared by many people, created one by one.
struct SharedLog {
    struct Person {
        let sign = Curve25519.Signing.PrivateKey()
        let agree = Curve25519.KeyAgreement.PrivateKey()
        let recover = Curve25519.Signing.PrivateKey()
        let device = Curve25519.Signing.PrivateKey()

        var publicKey: [UInt8] { Array(device.publicKey.rawRepresentation) }
        var name: DeviceID { DeviceID(publicKey: publicKey) }
        var keys: IdentityKeys {
            IdentityKeys(
                sign: Array(sign.publicKey.rawRepresentation), agree: Array(agree.publicKey.rawRepresentation),
                recover: Array(recover.publicKey.rawRepresentation))
        }
        func certificate() throws -> [UInt8] {
            Array(try sign.signature(for: Genesis.certificateMessage(device: publicKey)))
        }
    }

    /// The operations so far, in order.
    private(set) var operations: [Ledger.Operation] = []
    private(set) var control: ControlLog
    /// The present members; the owner first.
    private(set) var people: [Person]
    private var ends: [DeviceID: ChainEnd] = [:]

    init() throws {
        let owner = Person()
        let genesis = Genesis(
            nonce: [UInt8](repeating: 1, count: 16), owner: owner.keys, device: owner.publicKey,
            certificate: try owner.certificate())
        let body = genesis.body
        let header = OperationHeader(
            lane: .control, journal: genesis.journal, epoch: 1, device: owner.name, position: 1,
            previous: [UInt8](repeating: 0, count: 32), bodyCount: UInt32(body.count))
        let first = try Ledger.Operation(header: header, body: body) { Array(try owner.device.signature(for: $0)) }
        control = try ControlLog(founding: first)
        (operations, people) = ([first], [owner])
        ends[owner.name] = ChainEnd(position: 1, hash: first.hash)
    }

    mutating func write(_ lane: OperationHeader.Lane, _ body: [UInt8], by person: Person) throws {
        let end = ends[person.name]
        let header = OperationHeader(
            lane: lane, journal: control.genesis.journal, epoch: control.epoch, device: person.name,
            position: (end?.position ?? 0) + 1, previous: end?.hash ?? [UInt8](repeating: 0, count: 32),
            bodyCount: UInt32(body.count))
        let operation = try Ledger.Operation(header: header, body: body) { Array(try person.device.signature(for: $0)) }
        if lane == .control { try control.take(operation) }
        ends[person.name] = ChainEnd(position: header.position, hash: operation.hash)
        operations.append(operation)
    }

    mutating func say(_ control: ControlOperation, by person: Person) throws { try write(.control, control.body, by: person) }

    /// Invites a person, adds them, and lets them add their device: three operations.
    mutating func add(_ role: Role) throws {
        let (key, id) = (Curve25519.Signing.PrivateKey(), SharedLog.random(16))
        try say(
            .invite(
                Invitation(
                    previous: control.last, id: id, key: Array(key.publicKey.rawRepresentation), role: role, expires: 0,
                    history: .all)), by: people[0])
        let person = Person()
        let message = Invitation.joinMessage(journal: control.genesis.journal, invite: id, identity: person.keys.name)
        try say(
            .add(
                MemberAddition(
                    previous: control.last, identity: person.keys, invite: id, proof: Array(try key.signature(for: message)),
                    wraps: [
                        MemberAddition.EpochWrap(
                            epoch: control.epoch, encapsulated: SharedLog.random(32), sealed: SharedLog.random(48))
                    ])), by: people[0])
        try say(
            .device(
                DeviceAddition(
                    previous: control.last, device: person.publicKey, certificate: try person.certificate(),
                    identity: person.keys.name)), by: person)
        people.append(person)
    }

    /// Removes the earliest member other than the owner.
    mutating func removeOldest() throws {
        let gone = people.remove(at: 1).keys.name
        let stay = control.recipients.map(\.name).filter { $0 != gone }
        try say(
            .remove(MemberRemoval(previous: control.last, identities: [gone], rotation: change(for: stay))), by: people[0])
    }

    mutating func rotate(by person: Person) throws {
        try say(.rotate(Rotation(previous: control.last, key: change(for: control.recipients.map(\.name)))), by: person)
    }

    private func change(for names: [[UInt8]]) -> KeyChange {
        KeyChange(
            epoch: control.epoch + 1, commitment: SharedLog.random(32),
            wraps: names.map {
                Rotation.Wrap(identity: $0, encapsulated: SharedLog.random(32), sealed: SharedLog.random(48))
            }, back: SharedLog.random(200))
    }

    private static func random(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count { bytes.append(bigEndian: UInt64.random(in: 0 ... .max)) }
        return Array(bytes.prefix(count))
    }
}
