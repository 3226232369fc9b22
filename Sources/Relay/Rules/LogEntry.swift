import Ledger
import Sync

/// A journal while operations are added to its log: its state after each, and what is to be written.
struct LogEntry {
    let journal: JournalID
    var row: JournalRow
    /// The accepted operations, in order.
    private(set) var added: [PlacedOperation] = []
    /// Devices lost by their own people.
    var lost: [LostDevice] = []

    let tables: RelayTables
    let now: Int64
    /// The storage limit of the paying account: bytes.
    private let limit: Int64
    /// What the account has left for this journal: bytes.
    private let room: Int64
    let logs: KnownLogs
    private var devices: [DeviceID: DeviceRow?] = [:]
    private var touched: Set<DeviceID> = []
    private var members: [[UInt8]: MemberRow?] = [:]
    private var touchedMembers: Set<[UInt8]> = []
    /// Known, or replayed at the first control operation.
    var control: ControlLog?

    /// A device that may no longer log in, with its account.
    struct LostDevice: Hashable, Sendable {
        let device: DeviceID
        let account: [UInt8]
    }

    init(
        journal: JournalID, row: JournalRow, tables: RelayTables, now: Int64, limit: Int64, room: Int64, logs: KnownLogs
    ) {
        (self.journal, self.row, self.tables, self.now) = (journal, row, tables, now)
        (self.limit, self.room, self.logs) = (limit, room, logs)
    }

    /// Whether an account has access to the journal: as a member, or as its uploader until it has been a member.
    func mayEnter(_ account: [UInt8]) throws -> Bool {
        try row.uploader == account || tables.role(of: account, in: journal) != nil
    }

    /// Accepts one operation, or finds it in the log. Throws `RelayRefusal`.
    mutating func take(_ checked: CheckedOperation) throws -> PushReceipt.Accepted {
        let operation = checked.operation
        let header = operation.header
        guard header.journal == journal else { throw RelayRefusal.invalid(.shape) }
        let device = try device(header.device)
        if let device, header.position <= device.position { return try known(operation) }
        guard !row.isDestroyed else { throw RelayRefusal.gone(floor: row.head.position, checkpoint: 0) }
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

    func finish() throws {
        try tables.add(added, to: journal)
        for name in touched {
            if let device = devices[name] ?? nil { try tables.put(device, in: journal) }
        }
        for name in touchedMembers {
            if let member = members[name] ?? nil {
                try tables.put(member, in: journal)
            } else {
                try tables.remove(member: name, from: journal)
            }
        }
        try tables.put(row, of: journal)
        if let control { logs.keep(control, of: journal) }
    }

    // MARK: rules

    mutating func device(_ name: DeviceID) throws -> DeviceRow? {
        if let found = devices[name] { return found }
        let found = try tables.device(name, in: journal)
        devices[name] = .some(found)
        return found
    }

    mutating func put(_ device: DeviceRow) {
        devices[device.device] = device
        touched.insert(device.device)
    }

    /// The position of an operation that is in the log already. A different one in its place is a fork of the device's chain.
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
            // Deleted: the checkpoint replaces it.
            throw RelayRefusal.gone(floor: row.floor, checkpoint: row.isDestroyed ? 0 : row.checkpoint)
        }
        guard found.hash == operation.hash else { throw RelayRefusal.deviceFork(place: header.position) }
        return found.accepted
    }

    private func checkChain(_ header: OperationHeader, of device: DeviceRow?) throws(RelayRefusal) {
        let expected = (device?.position ?? 0) + 1
        guard header.position == expected else { throw .gap(expected: expected) }
        guard header.previous == device?.last ?? JournalRow.noHash else { throw .deviceFork(place: expected) }
    }

    /// Checks an encrypted operation: by a device of a member whose role allows the lane, in the current epoch, signed.
    private mutating func checkSealed(_ checked: CheckedOperation, of device: DeviceRow?) throws {
        let header = checked.operation.header
        guard let device, !device.isDropped, let member = try member(device.identity), member.role.mayWrite(header.lane)
        else { throw RelayRefusal.role }
        guard header.epoch == row.epoch else {
            throw RelayRefusal.staleEpoch(epoch: row.epoch, position: row.head.position)
        }
        try checked.check(signedBy: device.publicKey)
        try checkShare(of: device.identity, checked)
    }

    /// A member's row, including accepted operations; `nil` for anyone who is not a member.
    mutating func member(_ name: [UInt8]) throws -> MemberRow? {
        if let found = members[name] { return found }
        let found = try tables.member(name, of: journal)
        members[name] = .some(found)
        return found
    }

    mutating func put(_ member: MemberRow) {
        members[member.identity] = member
        touchedMembers.insert(member.identity)
    }

    mutating func remove(member name: [UInt8]) {
        members[name] = .some(nil)
        touchedMembers.insert(name)
    }

    /// Refuses an operation for which a member who writes no records has no space left.
    mutating func checkShare(of name: [UInt8], _ checked: CheckedOperation) throws {
        guard let member = try member(name), !member.role.mayWrite(.record) else { return }
        let share = MemberRow.share(of: limit)
        guard member.bytes + Int64(checked.bytes.count) <= share else {
            throw RelayRefusal.quota(used: UInt64(clamping: member.bytes), limit: UInt64(clamping: share))
        }
    }

    private mutating func append(_ checked: CheckedOperation) throws -> PushReceipt.Accepted {
        let header = checked.operation.header
        let received = max(now, row.head.received)
        guard let head = row.head.following(hash: checked.operation.hash, received: received),
            var device = try device(header.device)
        else { throw RelayRefusal.invalid(.shape) }
        (device.position, device.last) = (header.position, checked.operation.hash)
        put(device)
        if var member = try member(device.identity) {
            member.bytes += Int64(checked.bytes.count)
            put(member)
        }
        added.append(PlacedOperation(operation: checked.operation, bytes: checked.bytes, head: head))
        row.head = head
        row.bytes += Int64(checked.bytes.count)
        if header.lane == .control { (row.controlPosition, row.controlHead) = (head.position, checked.operation.hash) }
        return PushReceipt.Accepted(place: header.position, position: head.position, received: received)
    }
}
