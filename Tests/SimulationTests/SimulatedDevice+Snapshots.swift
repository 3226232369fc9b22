import Crypto
import Engine
import Foundation
import Ledger
import Store
import Sync
import Vault

/// Snapshots as a simulated device makes and joins them: the real content and the real join, sealed in memory.
extension SimulatedDevice {
    /// What a snapshot of its log would say now, line by line; `nil` before it has read any.
    func snapshot() throws -> (head: SnapshotHead, bytes: [UInt8])? {
        guard let journal else { return nil }
        return try store.read { _ in
            guard let head = try store.snapshotHead(of: journal) else { return nil }
            var bytes = head.json.bytes + [10]
            try store.eachSnapshotRecord(of: journal, received: head.end.received) { bytes += $0.json.bytes + [10] }
            return (head, bytes)
        }
    }

    func isCheckpointDue(at head: LogHead) throws -> Bool {
        guard let journal, let checkpointRule, head.position > 0 else { return false }
        let last = try store.checkpoint(of: journal)
        let epoch = try store.read { try $0.epoch(of: journal) }
        return checkpointRule.isDue(
            end: head.position,
            last: last.map { CheckpointRule.Last(position: $0.position, isOfEarlierEpoch: $0.epoch < epoch, size: nil) }
        ) { 0 }
    }

    func makeCheckpoint(_ relay: SimulatedRelay) async throws {
        guard let journal, let (head, bytes) = try snapshot(), try store.waitingCount(of: journal, by: Sender(id)) == .none
        else { return }
        let epoch = try store.read { try $0.epoch(of: journal) }
        var sealed: [UInt8] = []
        sealed.append(bigEndian: epoch)
        sealed += Seal.seal(bytes, key: person.key(epoch: epoch), context: context(head.end.position, head.end.value))
        try await relay.put(snapshot: sealed, at: head.end.position, by: id)
        let (position, value, hash) = (head.end.position, head.end.value, Ledger.digest(sealed))
        try control { .checkpoint(Checkpoint(previous: $0, position: position, head: value, snapshot: hash)) }
    }

    /// The newest that the relay hands out, as a vault does.
    func join(_ relay: SimulatedRelay, floor: UInt64) async throws {
        let controls = try JoinedControls(try await relay.controls(by: id), of: relay.journal)
        for checkpoint in controls.checkpoints.reversed() where checkpoint.position >= floor {
            let sealed: [UInt8]
            do { sealed = try await relay.snapshot(at: checkpoint.position, by: id) } catch RelayRefusal.notFound { continue }
            return try join(sealed, of: checkpoint, after: controls)
        }
        throw SyncFault.snapshot(position: floor)
    }

    private func join(_ sealed: [UInt8], of wanted: Checkpoint, after controls: JoinedControls) throws {
        guard Ledger.digest(sealed) == wanted.snapshot, sealed.count > 4,
            let bytes = try? Seal.open(
                Array(sealed.dropFirst(4)), key: person.key(epoch: sealed.bigEndian(at: 0)),
                context: context(wanted.position, wanted.head))
        else { throw SyncFault.snapshot(position: wanted.position) }
        let lines = try bytes.split(separator: 10).map { try JSON(reading: Array($0)) }
        let head = try SnapshotHead(json: lines[0])
        let before = controls.before(wanted)
        guard head.control == before.last?.operation.hash else { throw SyncFault.snapshot(position: wanted.position) }
        let records = try lines.dropFirst().map { try SnapshotRecord(json: $0) }
        try join(head, records: records, controls: before)
        noteJoin()
    }

    private func join(
        _ head: SnapshotHead, records: [SnapshotRecord], controls: [(operation: Ledger.Operation, receipt: RelayReceipt)]
    ) throws {
        let person = person
        let behind = try store.relayStanding(of: head.journal).head
        do {
            _ = try store.write { writer in
                let snapshot = ArrivingSnapshot(head: head, controls: controls) { take in
                    for start in stride(from: 0, to: records.count, by: 3) {
                        try take(Array(records[start..<min(start + 3, records.count)]))
                    }
                } seal: { payload, place in
                    let epoch = try writer.epoch(of: head.journal)
                    let header = OperationHeader(
                        lane: .snapshot, journal: head.journal, epoch: epoch, device: head.chain, position: place.position,
                        previous: place.previous, bodyCount: UInt32(Seal.sealedCount(of: payload.bytes.count)))
                    let body = Seal.seal(payload.bytes, key: person.key(epoch: epoch), context: header.sealingContext)
                    return Operation(header: header, body: body) { _ in [UInt8](repeating: 0, count: 64) }
                }
                return try writer.join(snapshot, behind: behind, by: Sender(id), confirmed: 0) { person.payload(of: $0) }
            }
        } catch StoreError.otherOperation {
            throw SyncFault.deviceForked
        } catch StoreError.outOfOrder {
            throw SyncFault.otherLog(position: head.end.position)
        }
    }

    private func context(_ position: UInt64, _ head: [UInt8]) -> [UInt8] {
        var context: [UInt8] = .label("snapshot")
        context.append(bigEndian: position)
        return context + head
    }
}
