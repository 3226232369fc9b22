/// What the control operations of one journal add up to, read from the first one on: who its members are and what they may do, which
/// devices write in it, and which epoch is current.
///
/// Validity is a pure function of what came before: every reader of the same log, and the relay, comes to the same state.
package struct ControlLog: Hashable, Sendable {
    /// The most members that a journal has.
    package static let mostMembers = 64
    /// The most invitations that are open at a time.
    package static let mostInvitations = 64

    /// Who founded the journal.
    package let genesis: Genesis
    /// The members' devices by their names: Ed25519 public keys. Those that were dropped are not among them.
    package internal(set) var devices: [DeviceID: [UInt8]]
    /// Devices that wrote once and do so no more, with their public keys: what they wrote before stays theirs.
    package internal(set) var dropped: [DeviceID: [UInt8]] = [:]
    /// The members by the names that they have now.
    package internal(set) var members: [[UInt8]: Member]
    /// Who was a member once, by the last name: removed, or gone.
    package internal(set) var former: [[UInt8]: Member] = [:]
    /// Those of them whom the owner removed, by their roots; the others left.
    var removed: Set<[UInt8]> = []
    /// The invitations that nobody has used yet and that were not revoked, by their names.
    package internal(set) var invitations: [[UInt8]: Invitation] = [:]
    /// A member has gone who still has the current key: the next rotation is owed.
    package internal(set) var owesRotation = false
    /// The epoch in which new operations are sealed.
    package internal(set) var epoch: UInt32 = 1
    /// Hash of the control operation that came last: the next one names it.
    package internal(set) var last: [UInt8]
    /// The latest checkpoint.
    package internal(set) var checkpoint: Checkpoint?
    /// Nothing comes any more.
    package internal(set) var isDestroyed = false

    /// The owner's present name.
    var ownerName: [UInt8]
    /// The root of the person that each device belongs or belonged to.
    var persons: [DeviceID: [UInt8]]
    /// The present name of each member by the root.
    var names: [[UInt8]: [UInt8]]
    /// The devices that went together with their person, by its root: they come back with it.
    var parted: [[UInt8]: Set<DeviceID>] = [:]
    /// Names whose keys were replaced: somebody else may have these keys, and they never come back.
    var replaced: Set<[UInt8]> = []
    /// Invitations that there ever were.
    var invited: Set<[UInt8]> = []

    /// Begins with a journal's first operation. Refuses one that does not found the journal it stands in, was not signed by
    /// the device that it names, or whose owner has not signed for that device.
    package init(founding operation: Operation) throws(LedgerError) {
        let genesis = try Genesis(reading: operation.body)
        try operation.verify(publicKey: genesis.device)
        guard operation.header.lane == .control, genesis.journal == operation.header.journal,
            operation.header.position == 1, genesis.isCertified
        else { throw .badControl }
        let (name, device) = (genesis.owner.name, operation.header.device)
        (self.genesis, last, ownerName) = (genesis, operation.hash, name)
        (devices, persons, names) = ([device: genesis.device], [device: name], [name: name])
        members = [name: Member(identity: genesis.owner, role: .owner, root: name, history: .all, sinceEpoch: 1)]
    }

    // MARK: who is who

    /// Who owns the journal.
    package var owner: Member {
        members[ownerName]
            ?? Member(identity: genesis.owner, role: .owner, root: genesis.owner.name, history: .all, sinceEpoch: 1)
    }

    /// Whom a new key is wrapped for: the members' public keys in the order of their names.
    package var recipients: [IdentityKeys] {
        members.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { $0.value.identity }
    }

    /// The root of the person that a device belongs to, also of one that was dropped and of who is no member any more; `nil` for a
    /// device that was never here.
    package func person(of device: DeviceID) -> [UInt8]? { persons[device] }

    /// The member that a device writes for; `nil` for one that does not write here.
    package func member(of device: DeviceID) -> Member? {
        guard devices[device] != nil else { return nil }
        return persons[device].flatMap { names[$0] }.flatMap { members[$0] }
    }

    /// What a device may do; `nil` for one that does not write here.
    package func role(of device: DeviceID) -> Role? { member(of: device)?.role }

    /// The root of the person who has this name, also of one who is no member any more; `nil` for somebody who was never here by it.
    package func root(of name: [UInt8]) -> [UInt8]? { (members[name] ?? former[name])?.root }

    /// Whether the person with this name was removed by the owner, and is not back.
    package func wasRemoved(_ name: [UInt8]) -> Bool { former[name].map { removed.contains($0.root) } ?? false }

    /// Whether every member has the whole past: nobody was let in to what is new alone.
    package var givesAllHistory: Bool { members.values.allSatisfy { $0.history == .all } }

    /// The devices that a person writes with now. `root`: as in `Member`.
    package func devices(of root: [UInt8]) -> [DeviceID] { devices.keys.filter { persons[$0] == root } }

    // MARK: what may come next

    /// Whether an operation may come next.
    package enum Admission: Hashable, Sendable {
        /// It may, if this public key has signed it.
        case admitted(publicKey: [UInt8])
        /// Its device is no member's.
        case strangeDevice
        /// Its device was dropped.
        case droppedDevice
        /// Its author's role does not allow its lane.
        case forbiddenLane
        /// It was sealed for another epoch than the current one.
        case otherEpoch
        /// The journal has ended.
        case destroyed
    }

    /// Whether an operation with this header may come next. The device that enters itself by it is a stranger until then. What a
    /// control operation says is not looked at.
    package func admission(of header: OperationHeader) -> Admission {
        guard !isDestroyed else { return .destroyed }
        guard dropped[header.device] == nil else { return .droppedDevice }
        guard let publicKey = devices[header.device] else { return .strangeDevice }
        if header.lane != .control, role(of: header.device)?.mayWrite(header.lane) != true { return .forbiddenLane }
        return header.epoch == epoch ? .admitted(publicKey: publicKey) : .otherEpoch
    }
}
