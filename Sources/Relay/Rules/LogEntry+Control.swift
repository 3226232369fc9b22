import Ledger
import Sync

extension LogEntry {
    /// Accepts a control operation, and its changes of the journal's members. Throws `RelayRefusal`.
    mutating func takeControl(_ checked: CheckedOperation, of device: DeviceRow?) throws {
        let operation = checked.operation
        guard row.head.position > 0 else {
            guard let founded = try? ControlLog(founding: operation) else {
                throw RelayRefusal.invalid((try? Genesis(reading: operation.body)) == nil ? .shape : .signature)
            }
            return try keep(founded, in: nil, by: nil)
        }
        guard !(device?.isDropped ?? false) else { throw RelayRefusal.role }
        guard let said = try? ControlOperation(reading: operation.body) else { throw RelayRefusal.invalid(.shape) }
        guard said.previous == row.controlHead else { throw RelayRefusal.controlConflict(position: row.head.position) }
        let before = try controlLog()
        var after = before
        do throws(ControlFault) {
            try after.enter(operation)
        } catch {
            throw refusal(of: error)
        }
        if case .device = said, let member = after.member(of: operation.header.device) {
            try checkShare(of: member.identity.name, checked)
        }
        if case .checkpoint(let checkpoint) = said { try note(checkpoint) }
        row.isDestroyed = after.isDestroyed
        try keep(after, in: before, by: said)
    }

    private func refusal(of fault: ControlFault) -> RelayRefusal {
        switch fault {
        case .malformed, .impossible: .invalid(.shape)
        case .notNext: .controlConflict(position: row.head.position)
        case .stranger, .forbidden: .role
        case .otherEpoch: .staleEpoch(epoch: row.epoch, position: row.head.position)
        case .signature, .proof: .invalid(.signature)
        case .coverage: .invalid(.coverage)
        }
    }

    /// Records a checkpoint for compaction, if it is about this log. One from another relay, in a recovered log, does not count.
    private mutating func note(_ checkpoint: Checkpoint) throws {
        let head = try headValue(at: checkpoint.position)
        guard head == checkpoint.head else { return }
        (row.checkpoint, row.snapshot) = (checkpoint.position, checkpoint.snapshot)
        row.checkpointReceived = max(now, row.head.received)
        guard var snapshot = try tables.snapshots(of: journal).first(where: { $0.position == checkpoint.position }),
            snapshot.hash == checkpoint.snapshot
        else { return }
        snapshot.isNamed = true
        try tables.put(snapshot, in: journal, now: now)
    }

    private func headValue(at position: UInt64) throws -> [UInt8]? {
        if let here = added.first(where: { $0.head.position == position }) { return here.head.value }
        return try tables.headValue(at: position, of: journal)
    }

    /// The state of the journal's membership, from its control operations, which are never deleted.
    private func controlLog() throws -> ControlLog {
        if let control { return control }
        return try logs.log(of: journal, behind: row.controlHead) ?? ControlLog(of: journal, in: tables)
    }

    // MARK: changes of the tables

    /// Applies a change of the membership to the tables.
    private mutating func keep(_ log: ControlLog, in before: ControlLog?, by said: ControlOperation?) throws {
        control = log
        row.epoch = log.epoch
        try keepDevices(of: log, in: before, areLost: said?.endsDevicesOfItsPerson ?? false)
        try keepMembers(of: log, in: before, by: said)
        for invitation in log.invitations.values where before?.invitations[invitation.id] == nil {
            try tables.add(invitation, to: journal)
        }
        for invite in (before?.invitations ?? [:]).keys where log.invitations[invite] == nil {
            try tables.close(invite: invite, to: journal)
        }
    }

    private mutating func keepDevices(of log: ControlLog, in before: ControlLog?, areLost: Bool) throws {
        for (name, key) in log.devices where before?.devices[name] == nil {
            guard let member = log.member(of: name) else { continue }
            // A device that returns with its person continues its chain.
            var device = try device(name) ?? DeviceRow(device: name, identity: member.identity.name, publicKey: key)
            (device.identity, device.isDropped) = (member.identity.name, false)
            put(device)
        }
        for name in log.dropped.keys where before?.dropped[name] == nil {
            guard var device = try device(name) else { continue }
            device.isDropped = true
            put(device)
            if areLost { lost.append(LostDevice(device: name, account: device.identity)) }
        }
    }

    private mutating func keepMembers(
        of log: ControlLog, in before: ControlLog?, by said: ControlOperation?
    ) throws {
        for (name, member) in log.members where before?.members[name]?.role != member.role {
            var known = try self.member(name) ?? MemberRow(identity: name, role: member.role)
            known.role = member.role
            put(known)
            if before?.members[name] == nil { try tables.add(journal, toAccount: name) }
        }
        row.owner = log.owner.identity.name
        for name in (before?.members ?? [:]).keys where log.members[name] == nil {
            let gone = try member(name)
            remove(member: name)
            try tables.remove(journal, fromAccount: name)
            // A former member neither pays nor decides what is stored.
            var heir = row.owner
            if case .succeed(let succession) = said {
                heir = succession.new.name
                try carryOver(succession, bytes: gone?.bytes ?? 0, in: log)
            }
            if row.uploader == name { row.uploader = heir }
        }
    }

    /// The person continues under the new name, with the bytes counted, and gets an account if the old name had one.
    private mutating func carryOver(_ succession: Succession, bytes: Int64, in log: ControlLog) throws {
        let name = succession.new.name
        if var member = try member(name) {
            member.bytes += bytes
            put(member)
        }
        let root = log.members[name]?.root
        for dropped in log.dropped.keys where log.person(of: dropped) == root {
            guard var device = try device(dropped) else { continue }
            device.identity = name
            put(device)
        }
        if try tables.hasAccount(succession.identity) {
            try tables.addAccount(succession.new, now: now)
            try tables.addLogin(DeviceID(publicKey: succession.device), publicKey: succession.device, to: name)
        }
    }
}

extension ControlOperation {
    /// Whether the devices it drops were lost by their own person: they may not log in again. A removed or leaving member keeps
    /// them for other journals.
    fileprivate var endsDevicesOfItsPerson: Bool {
        switch self {
        case .dropDevice, .succeed: true
        default: false
        }
    }
}

extension ControlLog {
    /// The state of a journal's membership, from its control operations at the relay. Throws `RelayStorageError.damaged` for
    /// operations that could not have been accepted. `each`: called with the state after each position.
    package init(
        of journal: JournalID, in tables: RelayTables, each: (UInt64, ControlLog) -> Void = { _, _ in }
    ) throws {
        var log: ControlLog?
        var position: UInt64 = 0
        while true {
            let page = try tables.operations(of: journal, after: position, bytes: 8 << 20, controlOnly: true)
            guard let last = page.last else { break }
            position = last.position
            for held in page {
                guard let operation = try? Operation(reading: held.bytes) else { throw RelayStorageError.damaged }
                do {
                    if log == nil { log = try ControlLog(founding: operation) } else { try log?.take(operation) }
                } catch {
                    throw RelayStorageError.damaged
                }
                if let log { each(held.position, log) }
            }
        }
        guard let log else { throw RelayStorageError.damaged }
        self = log
    }
}
