/// The state of one journal's control operations from the first on: members and roles, writing devices, and current epoch.
///
/// Validity is a pure function of the earlier operations: every reader of the same log, and the relay, reaches the same state.
package struct ControlLog: Hashable, Sendable {
    package static let mostMembers = 64
    package static let mostInvitations = 64

    /// The journal's first operation, by its creator.
    package let genesis: Genesis
    /// The members' devices by name: Ed25519 public keys. Dropped devices are not included.
    package internal(set) var devices: [DeviceID: [UInt8]]
    /// Devices that may no longer write, with their public keys: what they wrote before remains theirs.
    package internal(set) var dropped: [DeviceID: [UInt8]] = [:]
    /// The members by their current names.
    package internal(set) var members: [[UInt8]: Member]
    /// Former members, removed or gone, by their last name.
    package internal(set) var former: [[UInt8]: Member] = [:]
    /// The roots of those removed by the owner; the others left.
    var removed: Set<[UInt8]> = []
    /// The open invitations, neither used nor revoked, by name.
    package internal(set) var invitations: [[UInt8]: Invitation] = [:]
    /// Whether a member who left still has the current key: a rotation is due.
    package internal(set) var owesRotation = false
    /// The epoch in which new operations are encrypted.
    package internal(set) var epoch: UInt32 = 1
    /// Hash of the latest control operation: the next one names it.
    package internal(set) var last: [UInt8]
    package internal(set) var checkpoint: Checkpoint?
    /// Whether the journal was deleted for everyone: no operation may follow.
    package internal(set) var isDestroyed = false

    var ownerName: [UInt8]
    /// The root of each present or former device's person.
    var persons: [DeviceID: [UInt8]]
    /// The current name of each member, by root.
    var names: [[UInt8]: [UInt8]]
    /// The devices that left together with their person, by its root: they return with it.
    var parted: [[UInt8]: Set<DeviceID>] = [:]
    /// Names whose keys were replaced: someone else may have these keys, so they are never accepted again.
    var replaced: Set<[UInt8]> = []
    /// All invitations ever.
    var invited: Set<[UInt8]> = []

    /// Begins with a journal's first operation. Throws if it names another journal, was not signed by the device it names, or its
    /// owner has not certified that device.
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

    // MARK: members and devices

    package var owner: Member {
        members[ownerName]
            ?? Member(identity: genesis.owner, role: .owner, root: genesis.owner.name, history: .all, sinceEpoch: 1)
    }

    /// The recipients of a new key: the members' public keys, in the order of their names.
    package var recipients: [IdentityKeys] {
        members.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { $0.value.identity }
    }

    /// The root of a device's person, including dropped devices and former members; `nil` for an unknown device.
    package func person(of device: DeviceID) -> [UInt8]? { persons[device] }

    /// The member that a device writes for; `nil` if it may not write here.
    package func member(of device: DeviceID) -> Member? {
        guard devices[device] != nil else { return nil }
        return persons[device].flatMap { names[$0] }.flatMap { members[$0] }
    }

    /// What a device may do; `nil` if it may not write here.
    package func role(of device: DeviceID) -> Role? { member(of: device)?.role }

    /// The root of the person with this name, including former members; `nil` for an unknown name.
    package func root(of name: [UInt8]) -> [UInt8]? { (members[name] ?? former[name])?.root }

    /// Whether the owner removed the person with this name, who has not returned.
    package func wasRemoved(_ name: [UInt8]) -> Bool { former[name].map { removed.contains($0.root) } ?? false }

    /// Whether every member has the whole past: no one was added for new entries only.
    package var givesAllHistory: Bool { members.values.allSatisfy { $0.history == .all } }

    /// A person's current devices. `root`: as in `Member`.
    package func devices(of root: [UInt8]) -> [DeviceID] { devices.keys.filter { persons[$0] == root } }

    // MARK: what may come next

    package enum Admission: Hashable, Sendable {
        /// It may, if signed with this public key.
        case admitted(publicKey: [UInt8])
        /// Its device belongs to no member.
        case strangeDevice
        case droppedDevice
        /// Its author's role does not allow its lane.
        case forbiddenLane
        /// It was encrypted for another epoch than the current one.
        case otherEpoch
        case destroyed
    }

    /// Whether an operation with this header may come next. A device that joins with it is unknown until then. The content of a
    /// control operation is not checked.
    package func admission(of header: OperationHeader) -> Admission {
        guard !isDestroyed else { return .destroyed }
        guard dropped[header.device] == nil else { return .droppedDevice }
        guard let publicKey = devices[header.device] else { return .strangeDevice }
        if header.lane != .control, role(of: header.device)?.mayWrite(header.lane) != true { return .forbiddenLane }
        return header.epoch == epoch ? .admitted(publicKey: publicKey) : .otherEpoch
    }
}
