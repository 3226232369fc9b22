extension ControlLog {
    /// Applies the next control operation. Throws if it does not name the one before it, or its kind's rules forbid it.
    ///
    /// `behindGap`: operations before it are lost, so the previous operation, the epoch and the members cannot be checked.
    /// Everything else is checked; an operation about someone unknown has no effect.
    package mutating func take(_ operation: Operation, behindGap: Bool = false) throws(LedgerError) {
        do throws(ControlFault) {
            try enter(operation, behindGap: behindGap)
        } catch {
            throw error.ledgerError
        }
    }

    /// Like `take`, but says why it refuses; then the state is unchanged.
    package mutating func enter(_ operation: Operation, behindGap: Bool = false) throws(ControlFault) {
        let header = operation.header
        guard header.lane == .control, header.journal == genesis.journal, !isDestroyed,
            let control = try? ControlOperation(reading: operation.body)
        else { throw .malformed }
        guard behindGap || control.previous == last else { throw .notNext }
        let author = try author(of: control, in: operation, behindGap: behindGap)
        if author != nil || control.isByNewDevice {
            do throws(ControlFault) {
                try carryOut(control, by: author, in: operation, behindGap: behindGap)
            } catch {
                // The person or invitation it names may be in the lost operations.
                guard behindGap, error == .impossible else { throw error }
            }
        }
        last = operation.hash
    }

    /// The author, checked and authorised; `nil` for a device that enters with this operation.
    private func author(
        of control: ControlOperation, in operation: Operation, behindGap: Bool
    ) throws(ControlFault) -> Member? {
        let header = operation.header
        let (publicKey, author): ([UInt8], Member?)
        switch control {
        case .device(let addition): (publicKey, author) = (addition.device, nil)
        case .succeed(let succession): (publicKey, author) = (succession.device, nil)
        default:
            guard let key = devices[header.device], let member = member(of: header.device) else {
                if behindGap, dropped[header.device] == nil { return nil }
                throw .stranger
            }
            (publicKey, author) = (key, member)
        }
        guard DeviceID(publicKey: publicKey) == header.device else { throw .stranger }
        guard behindGap || header.epoch == epoch else { throw .otherEpoch }
        guard Ed25519.isValid(operation.signature, of: operation.hash, by: publicKey) else { throw .signature }
        if let author, !control.mayBeSaid(by: author.role) { throw .forbidden }
        return author
    }

    private mutating func carryOut(
        _ control: ControlOperation, by author: Member?, in operation: Operation, behindGap: Bool
    ) throws(ControlFault) {
        switch control {
        case .invite(let invitation): try open(invitation)
        case .revokeInvite(let end):
            guard invitations.removeValue(forKey: end.invite) != nil else { throw .impossible }
        case .add(let addition): try take(addition)
        case .role(let change):
            guard let member = members[change.identity], member.role != .owner else { throw .impossible }
            members[change.identity]?.role = change.role
        case .remove(let removal): try take(removal, header: operation.header, behindGap: behindGap)
        case .leave:
            guard let author else { throw .impossible }
            end(author)
            owesRotation = true
        case .rotate(let rotation):
            try check(rotation.key, header: operation.header, for: Set(members.keys), behindGap: behindGap)
            begin(rotation.key)
        case .device(let addition): try take(addition, device: operation.header.device)
        case .dropDevice(let removal):
            // The last one stays, since the person must be able to write. And no one drops another person's device.
            guard let author, persons[removal.device] == author.root, devices(of: author.root).count > 1 else {
                throw .impossible
            }
            guard let publicKey = devices.removeValue(forKey: removal.device) else { throw .impossible }
            dropped[removal.device] = publicKey
        case .succeed(let succession): try take(succession, header: operation.header, behindGap: behindGap)
        case .checkpoint(let checkpoint):
            guard checkpoint.position > self.checkpoint?.position ?? 0 else { throw .impossible }
            self.checkpoint = checkpoint
        case .destroy: isDestroyed = true
        }
    }

    // MARK: people

    private mutating func open(_ invitation: Invitation) throws(ControlFault) {
        guard !invited.contains(invitation.id), invitations.count < ControlLog.mostInvitations,
            !LowOrderPoint.isOne(invitation.key)
        else { throw .impossible }
        invitations[invitation.id] = invitation
        invited.insert(invitation.id)
    }

    private mutating func take(_ addition: MemberAddition) throws(ControlFault) {
        let name = addition.identity.name
        guard let invitation = invitations[addition.invite], addition.identity.isSound, members[name] == nil,
            names[name] == nil, !replaced.contains(name), members.count < ControlLog.mostMembers
        else { throw .impossible }
        guard invitation.isProven(addition.proof, identity: name, journal: genesis.journal) else { throw .proof }
        guard addition.wraps.first?.epoch == epoch else { throw .coverage }
        // A returning member is the same person as before, with earlier notes and devices.
        let root = former.removeValue(forKey: name)?.root ?? name
        removed.remove(root)
        for device in parted.removeValue(forKey: root) ?? [] { devices[device] = dropped.removeValue(forKey: device) }
        members[name] = Member(
            identity: addition.identity, role: invitation.role, root: root, history: invitation.history, sinceEpoch: epoch)
        names[root] = name
        invitations[addition.invite] = nil
    }

    private mutating func take(
        _ removal: MemberRemoval, header: OperationHeader, behindGap: Bool
    ) throws(ControlFault) {
        let going = removal.identities.compactMap { members[$0] }
        guard behindGap || going.count == removal.identities.count, !removal.identities.contains(ownerName)
        else { throw .impossible }
        try check(
            removal.rotation, header: header, for: Set(members.keys).subtracting(removal.identities), behindGap: behindGap)
        for member in going { end(member) }
        removed.formUnion(going.map { $0.root })
        begin(removal.rotation)
    }

    /// Ends a membership: nothing more is accepted from the member's devices.
    private mutating func end(_ member: Member) {
        let name = member.identity.name
        members[name] = nil
        names[member.root] = nil
        former[name] = member
        parted[member.root] = Set(devices(of: member.root))
        dropDevices(of: member.root)
    }

    private mutating func dropDevices(of root: [UInt8]) {
        for device in devices(of: root) { dropped[device] = devices.removeValue(forKey: device) }
    }

    // MARK: devices

    private mutating func take(_ addition: DeviceAddition, device: DeviceID) throws(ControlFault) {
        guard let member = members[addition.identity ?? ownerName], dropped[device] == nil,
            persons[device] ?? member.root == member.root
        else { throw .impossible }
        guard member.identity.certifies(addition.device, by: addition.certificate) else { throw .proof }
        add(addition.device, as: device, of: member.root)
    }

    private mutating func add(_ publicKey: [UInt8], as device: DeviceID, of root: [UInt8]) {
        devices[device] = publicKey
        persons[device] = root
    }

    private mutating func take(
        _ succession: Succession, header: OperationHeader, behindGap: Bool
    ) throws(ControlFault) {
        let (old, new) = (succession.identity, succession.new.name)
        guard var member = members[old], persons[header.device] == nil, succession.new.isSound, members[new] == nil,
            former[new] == nil, names[new] == nil, !replaced.contains(new)
        else { throw .impossible }
        let message = Succession.proofMessage(journal: genesis.journal, previous: succession.previous, old: old, new: new)
        guard Ed25519.isValid(succession.proof, of: message, by: member.identity.recover),
            succession.new.certifies(succession.device, by: succession.certificate)
        else { throw .proof }
        try check(
            succession.rotation, header: header, for: Set(members.keys).subtracting([old]).union([new]), behindGap: behindGap)
        dropDevices(of: member.root)
        member.identity = succession.new
        (members[old], members[new], names[member.root]) = (nil, member, new)
        replaced.insert(old)
        if old == ownerName { ownerName = new }
        add(succession.device, as: header.device, of: member.root)
        begin(succession.rotation)
    }

    // MARK: keys

    /// Refuses a key whose epoch is not the next one, or whose wraps are not for exactly these members.
    private func check(
        _ key: KeyChange, header: OperationHeader, for names: Set<[UInt8]>, behindGap: Bool
    ) throws(ControlFault) {
        guard key.epoch - 1 == header.epoch, key.epoch > epoch, behindGap || key.epoch == epoch + 1 else { throw .malformed }
        guard behindGap || (key.wraps.count == names.count && key.wraps.allSatisfy { names.contains($0.identity) })
        else { throw .coverage }
    }

    private mutating func begin(_ key: KeyChange) {
        epoch = key.epoch
        owesRotation = false
    }
}

extension ControlOperation {
    /// Whether its device is unknown until the operation has been applied.
    var isByNewDevice: Bool {
        switch self {
        case .device, .succeed: true
        default: false
        }
    }
}
