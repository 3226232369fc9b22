import Ledger
import Sync

/// A journal while operations come into its log: its state, which grows with each, and what is to be written of it.
struct LogEntry {
    let journal: JournalID
    private(set) var row: JournalRow
    /// What came in, in order.
    private(set) var added: [PlacedOperation] = []
    /// Devices that were dropped.
    private(set) var dropped: [DeviceID] = []

    private let tables: RelayTables
    private let now: Int64
    private var devices: [DeviceID: DeviceRow?] = [:]
    private var touched: Set<DeviceID> = []
    private var roles: [[UInt8]: String] = [:]
    /// Replayed when the first control operation comes.
    private var control: ControlLog?

    init(journal: JournalID, row: JournalRow, tables: RelayTables, now: Int64) {
        (self.journal, self.row, self.tables, self.now) = (journal, row, tables, now)
    }

    /// Whether an account may know of the journal: as a member, or because it brought it here and has not been removed.
    func mayEnter(_ account: [UInt8]) throws -> Bool {
        try row.uploader == account || tables.role(of: account, in: journal) != nil
    }

    /// Brings one operation in, or finds it where it is already. Throws `RelayRefusal`.
    mutating func take(_ checked: CheckedOperation, room: Int64, limit: Int64) throws -> PushReceipt.Accepted {
        let operation = checked.operation
        let header = operation.header
        guard header.journal == journal else { throw RelayRefusal.invalid(.shape) }
        let device = try device(header.device)
        if let device, header.position <= device.position { return try known(operation) }
        guard !row.isDestroyed else { throw RelayRefusal.gone(floor: row.head.position, checkpoint: row.checkpoint) }
        try checkChain(header, of: device)
        guard row.bytes + Int64(checked.bytes.count) <= room else {
            throw RelayRefusal.quota(used: UInt64(clamping: limit - room + row.bytes), limit: UInt64(clamping: limit))
        }
        if header.lane == .control {
            try takeControl(checked, of: device)
        } else {
            try checkSealed(checked, of: device)
        }
        return try append(checked)
    }

    /// Writes what came in.
    func finish() throws {
        try tables.add(added, to: journal)
        for name in touched {
            if let device = devices[name] ?? nil { try tables.put(device, in: journal) }
        }
        try tables.put(row, of: journal)
    }

    // MARK: rules

    private mutating func device(_ name: DeviceID) throws -> DeviceRow? {
        if let found = devices[name] { return found }
        let found = try tables.device(name, in: journal)
        devices[name] = .some(found)
        return found
    }

    /// The place of an operation that is here already. Another one in its place is a fork of the device's chain.
    private func known(_ operation: Operation) throws -> PushReceipt.Accepted {
        let header = operation.header
        if let place = added.first(where: {
            $0.operation.header.device == header.device && $0.operation.header.position == header.position
        }) {
            guard place.operation.hash == operation.hash else { throw RelayRefusal.deviceFork(place: header.position) }
            return PushReceipt.Accepted(
                place: header.position, position: place.head.position, received: place.head.received)
        }
        guard let found = try tables.find(header.position, of: header.device, in: journal) else {
            // Forgotten: the checkpoint stands for it.
            throw RelayRefusal.gone(floor: row.floor, checkpoint: row.checkpoint)
        }
        guard found.hash == operation.hash else { throw RelayRefusal.deviceFork(place: header.position) }
        return found.accepted
    }

    private func checkChain(_ header: OperationHeader, of device: DeviceRow?) throws(RelayRefusal) {
        let expected = (device?.position ?? 0) + 1
        guard header.position == expected else { throw .gap(expected: expected) }
        guard header.previous == device?.last ?? JournalRow.noHash else { throw .deviceFork(place: expected) }
    }

    /// A sealed operation: by a device of a member whose role allows the lane, in the current epoch, signed.
    private mutating func checkSealed(_ checked: CheckedOperation, of device: DeviceRow?) throws {
        let header = checked.operation.header
        guard let device, !device.isDropped, let role = try role(of: device.identity),
            JournalRole(rawValue: role)?.mayWrite(header.lane) ?? false
        else { throw RelayRefusal.role }
        guard header.epoch == row.epoch else {
            throw RelayRefusal.staleEpoch(epoch: row.epoch, position: row.head.position)
        }
        try checked.check(signedBy: device.publicKey)
    }

    private mutating func role(of identity: [UInt8]) throws -> String? {
        if let role = roles[identity] { return role }
        let role = try tables.role(of: identity, in: journal)
        roles[identity] = role
        return role
    }

    private mutating func takeControl(_ checked: CheckedOperation, of device: DeviceRow?) throws {
        let operation = checked.operation
        guard row.head.position > 0 else {
            guard let founded = try? ControlLog(founding: operation) else {
                throw RelayRefusal.invalid((try? Genesis(reading: operation.body)) == nil ? .shape : .signature)
            }
            return try keep(founded, in: nil)
        }
        guard !(device?.isDropped ?? false) else { throw RelayRefusal.role }
        guard let said = try? ControlOperation(reading: operation.body) else { throw RelayRefusal.invalid(.shape) }
        guard said.previous == row.controlHead else { throw RelayRefusal.controlConflict(position: row.head.position) }
        let before = try controlLog()
        if case .device = said {
        } else if let device {
            guard operation.header.epoch == row.epoch else {
                throw RelayRefusal.staleEpoch(epoch: row.epoch, position: row.head.position)
            }
            try checked.check(signedBy: device.publicKey)
        } else {
            throw RelayRefusal.role
        }
        var after = before
        do {
            try after.take(operation)
        } catch {
            throw LogEntry.refusal(of: said, error)
        }
        if case .checkpoint(let checkpoint) = said { try note(checkpoint) }
        row.isDestroyed = after.isDestroyed
        try keep(after, in: before)
    }

    private static func refusal(of said: ControlOperation, _ error: LedgerError) -> RelayRefusal {
        switch (said, error) {
        case (_, .badSignature): .invalid(.signature)
        case (_, .wrongDeviceKey): .role
        case (.rotate, _): .invalid(.coverage)
        case (.device, _): .invalid(.signature)
        default: .invalid(.shape)
        }
    }

    /// Keeps a checkpoint as the one to forget by, when it speaks of this very log. One that was made on another relay, and comes
    /// here as a part of a log that is restored, is a link of the chain and no more.
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

    /// The state of the journal's membership, from its control operations, which are never forgotten.
    private func controlLog() throws -> ControlLog {
        if let control { return control }
        return try ControlLog(of: journal, in: tables)
    }

    /// Carries a change of the membership over to the tables.
    private mutating func keep(_ log: ControlLog, in before: ControlLog?) throws {
        control = log
        row.epoch = log.epoch
        let owner = log.genesis.owner.name
        if before == nil { try tables.put(member: owner, role: JournalRole.owner.rawValue, in: journal) }
        for (name, key) in log.devices where before?.devices[name] == nil {
            devices[name] = DeviceRow(device: name, identity: owner, publicKey: key)
            touched.insert(name)
        }
        for name in log.dropped.keys where before?.dropped[name] == nil {
            guard var device = try device(name) else { continue }
            device.isDropped = true
            devices[name] = device
            touched.insert(name)
            dropped.append(name)
        }
    }

    private mutating func append(_ checked: CheckedOperation) throws -> PushReceipt.Accepted {
        let header = checked.operation.header
        let received = max(now, row.head.received)
        guard let head = row.head.following(hash: checked.operation.hash, received: received),
            var device = try device(header.device)
        else { throw RelayRefusal.invalid(.shape) }
        (device.position, device.last) = (header.position, checked.operation.hash)
        devices[header.device] = device
        touched.insert(header.device)
        added.append(PlacedOperation(operation: checked.operation, bytes: checked.bytes, head: head))
        row.head = head
        row.bytes += Int64(checked.bytes.count)
        if header.lane == .control { (row.controlPosition, row.controlHead) = (head.position, checked.operation.hash) }
        return PushReceipt.Accepted(place: header.position, position: head.position, received: received)
    }
}

/// What a member may do in a journal.
enum JournalRole: String, Hashable, Sendable {
    /// Everything.
    case owner

    /// Whether a member with this role may write in a lane.
    func mayWrite(_ lane: OperationHeader.Lane) -> Bool { true }
}

extension ControlLog {
    /// The state of a journal's membership, from its control operations at the relay. Throws `RelayStorageError.damaged` for
    /// operations that cannot have come into the log.
    package init(of journal: JournalID, in tables: RelayTables) throws {
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
            }
        }
        guard let log else { throw RelayStorageError.damaged }
        self = log
    }
}
