import Ledger
import Store
import Sync
import Vault

/// What is remembered of the last round, for who asks when no program syncs.
struct SyncMemory: Hashable, Sendable {
    var lastRound: Int64?
    var faults: [JournalID: SyncFault]

    /// `{"last":ms,"faults":{"<journal>":["other-log",position]}}`
    var bytes: [UInt8] {
        JSON.object([
            "last": lastRound.map(JSON.int) ?? .null,
            "faults": .object(
                Dictionary(uniqueKeysWithValues: faults.map { ($0.key.description, JSON.string(Explanation($0.value).sentence)) })
            ),
        ]).bytes
    }
}

/// How sync stands, in plain values.
package struct SyncStatus: Hashable, Sendable {
    /// The relay's address; `nil` where this vault does not sync.
    package var relay: String?
    /// When everything was sent and fetched last: milliseconds since 1970.
    package var lastSynced: Int64?
    /// How many operations wait to be sent, or to be seen at the relay.
    package var waiting: Int
    /// One sentence for each journal whose sync has stopped.
    package var faults: [String]
    /// The devices of this person.
    package var devices: [Device]

    /// A device that writes in the vault's journals.
    package struct Device: Hashable, Sendable {
        /// Its name among devices: 26 characters.
        package let id: DeviceID
        /// What its owner calls it; empty where that is not known.
        package let name: String
        /// This one.
        package let isThis: Bool
        /// It writes no more.
        package let isDropped: Bool
        /// When the relay received its last operation: milliseconds since 1970; `nil` for none.
        package let lastHeard: Int64?
    }
}

extension OpenVault {
    /// How sync stands, without asking the relay.
    package func syncStatus() throws -> SyncStatus {
        // Another program may have begun or ended it; where the file cannot be read, what is known still holds.
        try? keys.refresh()
        var status = SyncStatus(relay: try relayAddress()?.text, lastSynced: nil, waiting: 0, faults: [], devices: [])
        var devices: [DeviceID: (isDropped: Bool, heard: Int64?)] = [:]
        for journal in try store.journals() {
            // The relay forgets the end of a journal together with the journal: nobody waits for it.
            if try !isEndedExcerpt(journal) { status.waiting += try store.waitingCount(of: journal, device: device).own }
            let control = try control(of: journal)
            let root = control.root(of: owner.name)
            let heard = try store.lastReceived(of: journal)
            let all = control.devices.map { ($0.key, false) } + control.dropped.map { ($0.key, true) }
            for (id, isDropped) in all where control.person(of: id) == root {
                let last = [devices[id]?.heard, heard[id]].compactMap { $0 }.max()
                devices[id] = (isDropped, last)
            }
        }
        if status.relay == nil { status.waiting = 0 }
        let names = try deviceNames()
        status.devices = devices.sorted { $0.key < $1.key }.map { id, known in
            SyncStatus.Device(
                id: id, name: id == device ? keys.body.deviceName : names[id] ?? "", isThis: id == device,
                isDropped: known.isDropped, lastHeard: known.heard)
        }
        if let bytes = try store.bytes(of: .sync), let json = try? JSON(reading: bytes) {
            status.lastSynced = json["last"]?.int
        }
        status.faults = try syncFaults().keys.compactMap(syncFault).sorted()
        return status
    }

    /// Remembers how a round ended.
    func keep(_ memory: SyncMemory) throws {
        var memory = memory
        if memory.lastRound == nil, let bytes = try store.bytes(of: .sync), let json = try? JSON(reading: bytes) {
            memory.lastRound = json["last"]?.int
        }
        guard try store.bytes(of: .sync) != memory.bytes else { return }
        try store.write { try $0.keep(memory.bytes, in: .sync) }
    }

    /// What devices call themselves: each says it in a record of kind `device` in the first journal.
    func deviceNames() throws -> [DeviceID: String] {
        try store.records(kind: OpenVault.deviceKind).reduce(into: [:]) { names, record in
            if let id = DeviceID(record.id.bytes) { names[id] = record.state["name"]?.string }
        }
    }

    /// Says what this device is called, where that is not said yet.
    package func sayDeviceName() throws {
        guard let id = RecordID(device.bytes) else { return }
        let (name, journal) = (keys.body.deviceName, try firstJournal())
        try act(in: journal) { writer in
            [try writer.mutation(of: id, kind: OpenVault.deviceKind, journal: journal, setting: ["name": .string(name)])]
        }
    }

    static let deviceKind = "device"
}
