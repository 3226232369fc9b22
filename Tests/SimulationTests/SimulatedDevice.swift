import Crypto
import Engine
import Foundation
import Ledger
import SeededChance
import Store
import Sync
import Vault

/// A device in the simulation: the real store, the real conversation and the real checks, with a clock, a network and a life that
/// the simulation decides on.
final class SimulatedDevice {
    let person: SimulatedPerson
    let key: Curve25519.Signing.PrivateKey
    let publicKey: [UInt8]
    let id: DeviceID
    let store: Store
    private(set) var journal: JournalID?
    /// Milliseconds by which its clock is ahead of the world's; and how coarse it is.
    var ahead: Int64 = 0
    var tick: Int64 = 1
    private var conversation: SyncConversation
    var reader: LogReader?
    /// When it makes snapshots; `nil` for never.
    var checkpointRule: CheckpointRule?
    private(set) var joins = 0
    /// The sealed files that lie on it, by their hashes.
    var files: [[UInt8]: [UInt8]] = [:]
    private var sent = 0
    /// What is to be done next; `nil` while nothing is.
    private(set) var next: SyncAction?
    private let seed: UInt64
    private var lives: UInt64 = 0

    init(of person: SimulatedPerson, journal: JournalID? = nil, _ chance: inout SplitMix64) throws {
        self.person = person
        self.journal = journal
        key = SimulatedPerson.key(&chance)
        publicKey = Array(key.publicKey.rawRepresentation)
        id = DeviceID(publicKey: publicKey)
        store = try Store.inMemory()
        seed = chance.next()
        conversation = SyncConversation(chance: SplitMix64(seed: seed))
    }

    /// Why its sync has stopped.
    var fault: SyncFault? { conversation.faults.values.first }

    // MARK: - Writing

    func found(_ chance: inout SplitMix64) throws -> JournalID {
        let genesis = Genesis(
            nonce: chance.bytes(16), owner: person.owner, device: publicKey, certificate: try person.certificate(of: publicKey))
        journal = genesis.journal
        try append(lane: .control, body: genesis.body)
        return genesis.journal
    }

    /// Enters this device: the first operation of one that did not found the journal, or once more to vouch for the log.
    func enter() throws {
        let certificate = try person.certificate(of: publicKey)
        try control { .device(DeviceAddition(previous: $0, device: publicKey, certificate: certificate)) }
    }

    func drop(_ other: SimulatedDevice) throws {
        try control { .dropDevice(DeviceRemoval(previous: $0, device: other.id)) }
    }

    func rotate() throws {
        guard let journal else { return }
        let epoch = try store.read { try $0.epoch(of: journal) } + 1
        let wrap = Rotation.Wrap(
            identity: person.owner.name, encapsulated: [UInt8](repeating: 1, count: 32), sealed: [UInt8](repeating: 2, count: 48))
        let change = KeyChange(epoch: epoch, commitment: [UInt8](repeating: 3, count: 32), wraps: [wrap])
        try control { .rotate(Rotation(previous: $0, key: change)) }
    }

    func control(_ make: ([UInt8]) -> ControlOperation) throws {
        guard let journal, let last = try store.read({ try $0.lastControl(of: journal, device: id) }) else { return }
        try append(lane: .control, body: make(try Ledger.Operation(reading: last).hash).body)
    }

    /// The wall clock that it has.
    func clock(_ now: Int64) -> Int64 { (now + ahead) / tick * tick }

    /// Sets fields of a record, saying what it saw of it.
    func set(_ record: RecordID, kind: String = "entry", _ fields: [String: JSON], now: Int64) throws {
        guard let journal else { return }
        try store.write { writer in
            let mutation = try writer.mutation(of: record, kind: kind, journal: journal, setting: fields)
            guard !mutation.fields.isEmpty else { return }
            let payload = Payload(stamp: try writer.tick(wallMilliseconds: clock(now)), mutations: [mutation])
            let epoch = try writer.epoch(of: journal)
            let header = try header(.record, epoch: epoch, writer: writer, bodyCount: Seal.sealedCount(of: payload.bytes.count))
            let body = Seal.seal(payload.bytes, key: person.key(epoch: epoch), context: header.sealingContext)
            try writer.append(Operation(header: header, body: body) { try Array(key.signature(for: Data($0))) }, payload: payload)
        }
    }

    private func append(lane: OperationHeader.Lane, body: [UInt8]) throws {
        guard let journal else { return }
        try store.write { writer in
            var header = try header(lane, epoch: writer.epoch(of: journal), writer: writer, bodyCount: body.count)
            let head = try store.relayStanding(of: journal).head
            (header.seenPosition, header.seenHead) = (head.position, head.value)
            try writer.append(Operation(header: header, body: body) { try Array(key.signature(for: Data($0))) }, payload: nil)
        }
    }

    private func header(
        _ lane: OperationHeader.Lane, epoch: UInt32, writer: StoreWriter, bodyCount: Int
    ) throws -> OperationHeader {
        guard let journal else { throw SyncFault.deviceDropped }
        let (place, seen) = (try writer.nextPlace(journal: journal, device: id), try writer.seenHead(of: journal))
        return OperationHeader(
            lane: lane, journal: journal, epoch: epoch, device: id, position: place.position, previous: place.previous,
            seenPosition: seen.position, seenHead: seen.value, bodyCount: UInt32(bodyCount))
    }

    // MARK: - Life

    /// Is killed and started again: only what is in the store is known.
    func crash() {
        lives += 1
        conversation = SyncConversation(chance: SplitMix64(seed: seed &+ lives))
        (reader, sent, next) = (nil, 0, nil)
    }

    func tell(_ event: SyncEvent, now: Int64) {
        guard let action = conversation.handle(event, now: now) else { return }
        if case .wait = action { next = nil } else { next = action }
    }

    func wake(now: Int64) { if next == nil { tell(.due, now: now) } }

    // MARK: - Carrying out

    /// Asks the relay what the next action asks, and says what came of it.
    func ask(_ action: SyncAction, _ relay: SimulatedRelay, page: Int, _ chance: inout SplitMix64) async throws -> SyncEvent {
        do {
            return try await carryOut(action, relay, page: page, &chance)
        } catch let refusal as RelayRefusal {
            return .refused(refusal)
        } catch let fault as SyncFault {
            return .faulted(relay.journal, fault)
        }
    }

    private func carryOut(
        _ action: SyncAction, _ relay: SimulatedRelay, page: Int, _ chance: inout SplitMix64
    ) async throws -> SyncEvent {
        let journal = relay.journal
        switch action {
        case .openSession: return .sessionOpened
        case .list: return .listed(try await relay.list(by: id, &chance), try standings())
        case .register:
            guard let genesis = try store.controlOperations(of: journal).first?.bytes else { throw RelayRefusal.notFound }
            try await relay.found(genesis, by: id)
            return .registered(journal)
        case .pull(_, let position):
            let (operations, end) = try await relay.pull(after: position, bytes: page, by: id, &chance)
            try take(operations)
            return .pulled(journal, try standing(), end: end)
        case .push(_, let goingOn):
            if !goingOn {
                sent = 0
                if try store.hasOtherView(of: journal, device: id) { try rebase(.neverOffered) }
            }
            let all = try store.outbox(of: journal, by: Sender(id), after: sent, limit: 5_000, bytes: page)
            let waiting = all.prefix { $0.device == all[0].device }
            guard let last = waiting.last else { return .pushed(journal, more: false) }
            if waiting.contains(where: \.wasRelayed) { try store.write { try $0.beginRecovery(of: journal) } }
            if last.device == id { try store.write { try $0.offer(of: journal, device: id, upTo: last.row) } }
            do {
                try await relay.push(waiting.map(\.bytes), by: id)
            } catch let refusal as RelayRefusal where last.device != id {
                switch refusal {
                case .staleEpoch, .controlConflict, .gap, .deviceFork, .role, .invalid: break
                default: throw refusal
                }
            }
            sent = last.row
            return .pushed(journal, more: try !store.outbox(of: journal, by: Sender(id), after: sent, limit: 1).isEmpty)
        case .rebase: try rebase(.all)
        case .unblock: break
        case .reread(_, let recovering):
            reader = nil
            try store.write { try $0.forgetRelay(of: journal, recovering: recovering) }
            try store.suspectVaultCopy()
        case .confirm: try enter()
        case .join(_, let floor): try await join(relay, floor: floor)
        case .learnEnd: throw RelayRefusal.notFound
        case .checkpoint: try await makeCheckpoint(relay)
        case .wait: break
        }
        return .settled(journal, try standing())
    }

    private func standings() throws -> [JournalID: SyncStanding] {
        guard let journal, try !store.journals().isEmpty else { return [:] }
        return [journal: try standing()]
    }

    func standing() throws -> SyncStanding {
        guard let journal else { return SyncStanding() }
        let standing = try store.relayStanding(of: journal)
        let waiting = try store.waitingCount(of: journal, by: Sender(id))
        return SyncStanding(
            head: standing.head, conflictPosition: standing.conflictPosition, waiting: waiting.own,
            waitingOfOthers: waiting.others,
            isRecovering: standing.isRecovering || standing.isOwnConflict, isCheckpointDue: try isCheckpointDue(at: standing.head)
        )
    }

    /// Takes a page, as a vault does.
    func take(_ frames: [RelayedOperation]) throws {
        guard let journal, !frames.isEmpty else { return }
        var reader = try currentReader()
        let behind = reader.head
        let page = try RelayPage(frames, of: journal, reader: &reader) { try store.relayHeadValue(of: journal, at: $0) }
        let person = person
        let received = try page.received { operation in
            try store.hash(
                ofPlace: operation.header.position, device: operation.header.device, journal: journal) == operation.hash
        } open: {
            person.payload(of: $0)
        }
        let taken: Int?
        do {
            taken = try store.write { writer in
                try writer.receive(
                    received, of: journal, by: Sender(id), behind: behind, conflictPosition: reader.conflictPosition,
                    isOwnConflict: reader.isOwnConflict,
                    conflictAuthor: reader.conflictAuthor
                ) {
                    person.payload(of: $0)
                }
            }
        } catch StoreError.otherOperation {
            throw SyncFault.deviceForked
        }
        self.reader = taken == nil ? nil : reader
    }

    private func currentReader() throws -> LogReader {
        guard let journal else { return LogReader() }
        let standing = try store.relayStanding(of: journal)
        if let reader, reader.head == standing.head { return reader }
        var control: ControlLog?
        for (bytes, position) in try store.controlOperations(of: journal) where position != nil {
            let operation = try Ledger.Operation(reading: bytes)
            if control == nil { control = try ControlLog(founding: operation) } else { try control?.take(operation) }
        }
        let ends = try store.relayedEnds(of: journal)
        return LogReader(
            head: standing.head, control: control, ends: ends, conflictPosition: standing.conflictPosition,
            isOwnConflict: standing.isOwnConflict,
            conflictAuthor: standing.conflictAuthor, floor: standing.floor, device: id)
    }

    /// As a vault does.
    private func rebase(_ part: WaitingPart) throws {
        guard let journal else { return }
        try store.write { writer in
            for waiting in try writer.takeBack(of: journal, device: id, part) {
                let old = try Ledger.Operation(reading: waiting.bytes)
                let epoch = try writer.epoch(of: journal)
                if old.header.lane == .control {
                    guard let last = try writer.lastControl(of: journal, device: id) else { continue }
                    let previous = try Ledger.Operation(reading: last).hash
                    var control = try ControlOperation(reading: old.body).following(previous)
                    if case .rotate(let rotation)? = control, rotation.epoch != epoch + 1 { control = nil }
                    let addition = DeviceAddition(
                        previous: previous, device: publicKey, certificate: try person.certificate(of: publicKey))
                    let body = (control ?? .device(addition)).body
                    let header = try header(.control, epoch: epoch, writer: writer, bodyCount: body.count)
                    try writer.putBack(
                        Operation(header: header, body: body) { try Array(key.signature(for: Data($0))) },
                        received: waiting.received)
                } else {
                    guard let bytes = person.payload(of: old)?.bytes else { continue }
                    let header = try header(
                        .record, epoch: epoch, writer: writer, bodyCount: Seal.sealedCount(of: bytes.count))
                    let body = Seal.seal(bytes, key: person.key(epoch: epoch), context: header.sealingContext)
                    try writer.putBack(
                        Operation(header: header, body: body) { try Array(key.signature(for: Data($0))) },
                        received: waiting.received)
                }
            }
        }
        reader = nil
    }

    func noteJoin() {
        joins += 1
        reader = nil
    }

    // MARK: - What it holds

    func digest() throws -> RecordsDigest { try store.recordsDigest() }

    /// The same after everything was made anew from its log.
    func rebuiltDigest() throws -> RecordsDigest {
        let person = person
        _ = try store.rebuild { person.payload(of: $0) }
        return try store.recordsDigest()
    }
}
