import Base
import Ledger
import Store
import Sync
import Vault

/// What is remembered of the last round, for when no program syncs.
struct SyncMemory: Hashable, Sendable {
    /// When everything was last sent and fetched: milliseconds since 1970.
    var lastRound: Int64?
    /// What that round sent and received; `nil` if unknown.
    var exchange: SyncStatus.Exchange?
    /// Why the sync of journals has stopped, one sentence each.
    var faults: [JournalID: String] = [:]
    /// Other people's journals that the relay no longer shows, and when that was first noticed.
    var closed: [JournalID: Int64] = [:]
    /// Why, according to the relay's log: `removed` or `left`.
    var reasons: [JournalID: JournalEnd.Reason] = [:]

    init() {}

    /// `{"last":ms,"sent":n,"received":n,"faults":{"<journal>":"sentence"},"closed":{"<journal>":ms},"reasons":{"<journal>":"removed"}}`
    var bytes: [UInt8] {
        func object(_ values: [JournalID: JSON]) -> JSON {
            .object(Dictionary(uniqueKeysWithValues: values.map { ($0.key.description, $0.value) }))
        }
        return JSON.object([
            "last": lastRound.map(JSON.int) ?? .null, "sent": exchange.map { .int(Int64($0.sent)) } ?? .null,
            "received": exchange.map { .int(Int64($0.received)) } ?? .null, "faults": object(faults.mapValues(JSON.string)),
            "closed": object(closed.mapValues(JSON.int)), "reasons": object(reasons.mapValues { .string($0.rawValue) }),
        ]).bytes
    }

    init(reading bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes) else { return }
        lastRound = json["last"]?.int
        if let sent = json["sent"]?.int, let received = json["received"]?.int {
            exchange = SyncStatus.Exchange(sent: Int(clamping: sent), received: Int(clamping: received))
        }
        for (name, value) in json["faults"]?.object ?? [:] { if let id = JournalID(text: name) { faults[id] = value.string } }
        for (name, value) in json["reasons"]?.object ?? [:] {
            if let id = JournalID(text: name) { reasons[id] = value.string.flatMap(JournalEnd.Reason.init(rawValue:)) }
        }
        for (name, value) in json["closed"]?.object ?? [:] { if let id = JournalID(text: name) { closed[id] = value.int } }
    }
}

package struct SyncStatus: Hashable, Sendable {
    /// The relay's address; `nil` if this vault does not sync.
    package var relay: String?
    /// When everything was last sent and fetched: milliseconds since 1970.
    package var lastSynced: Int64?
    /// What that sync sent and received; `nil` if unknown.
    package var exchange: Exchange?
    /// How many operations wait to be sent, or to be seen at the relay.
    package var waiting: Int
    /// One sentence for each journal whose sync has stopped.
    package var faults: [String]
    /// Another history of a journal was seen than the relay shows now: `confirmLogs` accepts the latter.
    package var isInConflict = false
    /// Changes written here that are not sent because their writer no longer has write access.
    package var kept: [Kept] = []
    package var files = FileStatus()
    /// The relay is not known to have the copy of the vault that the recovery code opens.
    package var isVaultCopyDue = false
    /// The journals that have ended, for everyone or for this person.
    package var ended: [JournalSummary]
    /// The devices of this person, this one first.
    package var devices: [Device]

    package struct Exchange: Hashable, Sendable {
        /// How many changes of this device the relay has taken.
        package let sent: Int
        /// How many changes of other devices and people have come.
        package let received: Int
    }

    /// Changes to someone else's journal that stay on this device.
    package struct Kept: Hashable, Sendable {
        package let journal: JournalID
        package let name: String
        package let count: Int
        /// This person's current role there; `nil` if no longer shared.
        package let role: Role?

        /// The fact and its reason: one sentence without its full stop.
        package var sentence: String {
            let changes =
                count == 1
                ? say("1 change in \(Explanation.quoted(name)) stays")
                : say("\(count) changes in \(Explanation.quoted(name)) stay")
            let reason =
                switch role {
                case .note: say("you may only add notes there now")
                case .reader: say("you may only read there now")
                case .owner, .editor, nil: say("it is no longer shared with you")
                }
            return say("\(changes) on this device: \(reason)")
        }
    }

    package struct Device: Hashable, Sendable {
        /// Its id: 26 characters.
        package let id: DeviceID
        /// Its name; empty if unknown.
        package let name: String
        package let isThis: Bool
        /// It no longer writes.
        package let isDropped: Bool
        /// When the relay received its last operation: milliseconds since 1970; `nil` for none.
        package let lastHeard: Int64?
        /// It has sent nothing since another device of the same name joined: a phone, say, that was linked again.
        package internal(set) var isReplaced = false

        /// What the owner may do if `isReplaced`: one sentence without its full stop.
        package var offer: String? {
            isReplaced ? say("a newer device has the same name: if you linked this one again, remove this old one") : nil
        }
    }
}

extension OpenVault {
    /// The sync state, without asking the relay.
    package func syncStatus() throws -> SyncStatus {
        // Another program may have turned it on or off; if the file cannot be read, the known state is used.
        try? keys.refresh()
        var status = SyncStatus(relay: try relayAddress()?.text, lastSynced: nil, waiting: 0, faults: [], ended: [], devices: [])
        var devices: [DeviceID: (isDropped: Bool, heard: Int64?)] = [:]
        for journal in try store.journals() {
            // The relay deletes the end of a journal together with the journal: no one waits for it. Nor would it accept anything
            // for one that it no longer shows.
            let end = try end(of: journal)?.reason
            let isOver = try isEndKnown(journal) || [.left, .removed, .closed].contains(end)
            // Unsent changes to someone else's ended journal stay here.
            let isClosed = try [.removed, .closed, .destroyed].contains(end) && !owns(journal)
            let sender = isClosed ? Sender(device, forbidden: [.record, .note]) : try sender(in: journal)
            // Without a relay nothing waits, and the whole log would be counted.
            let waiting = status.relay == nil ? .none : try store.waitingCount(of: journal, by: sender)
            if !isOver { status.waiting += waiting.own }
            let control = try controlLog(of: journal)
            if waiting.kept > 0 {
                let name = try journalNames().first { $0.id == journal }?.name ?? ""
                let role = isClosed ? nil : membership(in: control)?.role
                status.kept.append(SyncStatus.Kept(journal: journal, name: name, count: waiting.kept, role: role))
            }
            let root = control.root(of: owner.name)
            let heard = status.relay == nil ? [:] : try store.lastReceived(of: journal)
            let all = control.devices.map { ($0.key, false) } + control.dropped.map { ($0.key, true) }
            for (id, isDropped) in all where control.person(of: id) == root {
                let last = [devices[id]?.heard, heard[id]].compactMap { $0 }.max()
                devices[id] = (isDropped, last)
            }
        }
        let names = try deviceNames()
        let order = devices.sorted { ($0.key == device ? 0 : 1, $0.key) < ($1.key == device ? 0 : 1, $1.key) }
        status.devices = order.map { id, known in
            SyncStatus.Device(
                id: id, name: id == device ? keys.body.deviceName : names[id] ?? "", isThis: id == device,
                isDropped: known.isDropped, lastHeard: known.heard)
        }
        try noteReplaced(&status.devices)
        let memory = try syncMemory()
        (status.lastSynced, status.exchange) = (memory.lastRound, memory.exchange)
        status.faults = try memory.faults.keys.filter { try store.holds($0) }.compactMap(syncFault).sorted()
        status.ended = try journals().filter { $0.end != nil }
        if status.relay != nil {
            status.isInConflict = try journalsAtRelay().contains(where: isInConflict)
            status.files = try fileStatus()
            status.isVaultCopyDue = try isVaultCopyDue(now: surroundings.now())
        }
        return status
    }

    private func noteReplaced(_ devices: inout [SyncStatus.Device]) throws {
        let named = devices.indices.filter { !devices[$0].isDropped && !devices[$0].name.isEmpty }
        let twins = Dictionary(grouping: named) { devices[$0].name }.values.filter { $0.count > 1 }
        guard !twins.isEmpty else { return }
        let arrivals = try deviceArrivals()
        for same in twins {
            let latest = same.compactMap { arrivals[devices[$0].id] }.max() ?? 0
            for index in same where !devices[index].isThis { devices[index].isReplaced = devices[index].lastHeard ?? 0 < latest }
        }
    }

    /// When the relay received that devices joined the first journal, in milliseconds since 1970. The device that began it is missing.
    private func deviceArrivals() throws -> [DeviceID: Int64] {
        try store.controlReceipts(of: firstJournal()).dropFirst().reduce(into: [:]) { arrivals, receipt in
            let operation = try Operation(reading: receipt.bytes)
            guard case .device = try ControlOperation(reading: operation.body) else { return }
            arrivals[operation.header.device] = receipt.received
        }
    }

    /// How the last round ended.
    func syncMemory() throws -> SyncMemory { SyncMemory(reading: try store.bytes(of: .sync) ?? []) }

    /// What was sent and received since the log ended at `end` and `waiting` operations waited.
    func exchange(sinceEnd end: Int, waiting: Int) throws -> SyncStatus.Exchange {
        let new = try operationCounts(after: end)
        return SyncStatus.Exchange(sent: max(0, waiting + new.own - (try waitingToSend())), received: new.others)
    }

    /// How many operations wait to be sent to the relay.
    func waitingToSend() throws -> Int {
        guard try relayAddress() != nil else { return 0 }
        return try store.journals().reduce(0) { sum, journal in
            let end = try end(of: journal)?.reason
            if try isEndKnown(journal) || [.left, .removed, .closed].contains(end) { return sum }
            return try sum + store.waitingCount(of: journal, by: sender(in: journal)).own
        }
    }

    /// Saves how a round ended. `lastRound`: when this conversation last completed one; `nil` for none yet. `exchange`: of a
    /// complete round.
    /// - Returns: the journals first found to be no longer shared with this person.
    func keep(_ faults: [JournalID: SyncFault], lastRound: Int64?, exchange: SyncStatus.Exchange?) throws -> Set<JournalID> {
        let before = try syncMemory()
        var (memory, new) = (SyncMemory(), Set<JournalID>())
        memory.lastRound = lastRound ?? before.lastRound
        memory.exchange = exchange ?? (memory.lastRound == before.lastRound ? before.exchange : nil)
        // A round that failed says nothing of what it did not reach.
        if lastRound == nil { (memory.closed, memory.reasons) = (before.closed, before.reasons) }
        for (journal, fault) in faults where try store.holds(journal) {
            guard fault == .accessEnded else {
                memory.faults[journal] = Explanation(fault).sentence
                continue
            }
            memory.closed[journal] = before.closed[journal] ?? surroundings.now()
            memory.reasons[journal] = before.reasons[journal]
            // A person who has left, on any device, expects this.
            let hasLeft = try before.reasons[journal] == .left || ownRole(in: journal) == nil
            if before.closed[journal] == nil, !hasLeft { new.insert(journal) }
        }
        if memory != before { try store.write { try $0.keep(memory.bytes, in: .sync) } }
        return new
    }

    /// The names of devices: each writes its own in a record of kind `device` in the first journal.
    func deviceNames() throws -> [DeviceID: String] {
        try store.records(kind: OpenVault.deviceKind).reduce(into: [:]) { names, record in
            if let id = DeviceID(record.id.bytes) { names[id] = record.state["name"]?.string }
        }
    }

    /// Writes this device's name if there is none yet.
    package func sayDeviceName() throws {
        guard let id = RecordID(device.bytes) else { return }
        let (name, journal) = (keys.body.deviceName, try firstJournal())
        try act(in: journal) { writer in
            [try writer.mutation(of: id, kind: OpenVault.deviceKind, journal: journal, setting: ["name": .string(name)])]
        }
    }

    package static let deviceKind = "device"
}
