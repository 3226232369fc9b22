import Basics
import Foundation
import Ledger
import Store
import Sync
import Vault

/// The control operations of a journal from its relay, checked against each other.
package struct JoinedControls: Sendable {
    /// All of them, with their positions.
    package let operations: [(operation: Ledger.Operation, receipt: RelayReceipt)]
    /// The checkpoints among them, the earliest first.
    package let checkpoints: [Checkpoint]

    /// Throws `SyncFault` if they do not follow from each other.
    package init(_ frames: [RelayedOperation], of journal: JournalID) throws {
        var (control, last): (ControlLog?, RelayReceipt?) = (nil, nil)
        var found: [Checkpoint] = []
        operations = try frames.map { frame in
            guard frame.position > last?.position ?? 0, frame.received >= last?.received ?? 0,
                let operation = try? Ledger.Operation(reading: frame.bytes), operation.header.journal == journal
            else { throw SyncFault.notALog(position: frame.position) }
            do throws(LedgerError) {
                if control == nil { control = try ControlLog(founding: operation) } else { try control?.take(operation) }
            } catch { throw SyncFault.notAMember(position: frame.position) }
            if case .checkpoint(let one)? = try? ControlOperation(reading: operation.body) { found.append(one) }
            let receipt = RelayReceipt(position: frame.position, received: frame.received)
            last = receipt
            return (operation, receipt)
        }
        checkpoints = found
    }

    /// Those up to a checkpoint's end: later ones come with the log.
    package func before(_ checkpoint: Checkpoint) -> [(operation: Ledger.Operation, receipt: RelayReceipt)] {
        operations.filter { $0.receipt.position ?? 0 <= checkpoint.position }
    }
}

extension OpenVault {
    /// Merges a snapshot into a journal: its content is added to what is here, and removes nothing. All or nothing of it is
    /// taken. `path`: the relay's file. Throws `SyncFault` for what no honest relay returns.
    func join(
        _ path: String, of checkpoint: Checkpoint, after controls: JoinedControls, in journal: JournalID
    ) throws -> SyncStanding {
        let (position, size, before) = (checkpoint.position, try snapshotSize(path), controls.before(checkpoint))
        for (operation, _) in controls.operations { try learnKey(from: operation) }
        do {
            let reader = try SnapshotReader(path, hash: checkpoint.snapshot) { $0.key(from: keys.body) }
            guard reader.head.journal == journal, reader.head.end.position == position,
                reader.head.end.value == checkpoint.head, reader.head.control == before.last?.operation.hash
            else { throw SyncFault.snapshot(position: position) }
            if let pinned = pinnedHead(of: journal), pinned.position == position, pinned.value != reader.head.end.value {
                throw SyncFault.otherLog(position: position)
            }
            try take(reader, controls: before)
            try keepSnapshotSize(size, position: position, of: journal)
        } catch is SnapshotReader.Damage {
            throw SyncFault.snapshot(position: position)
        } catch LedgerError.newerVersion {
            throw SyncFault.updateNeeded
        } catch StoreError.otherOperation {
            throw SyncFault.deviceForked
        } catch StoreError.outOfOrder {
            throw SyncFault.otherLog(position: position)
        }
        logReaders[journal] = nil
        try takeOverRotations(in: before.map(\.operation), of: journal)
        return try syncStanding(of: journal)
    }

    private func take(
        _ reader: SnapshotReader, controls: [(operation: Ledger.Operation, receipt: RelayReceipt)]
    ) throws {
        let head = reader.head
        let behind = try store.relayStanding(of: head.journal).head
        let confirmed = heads.heads[head.journal]?.position ?? 0
        let rule = try SnapshotRule(head, controls: controls.map(\.operation))
        let sender = try store.holds(head.journal) ? sender(in: head.journal) : Sender(device)
        try commit { writer in
            let snapshot = ArrivingSnapshot(head: head, controls: controls) { take in
                while !reader.isAtEnd {
                    let records = try reader.next(bytes: OpenVault.partBytes)
                    guard records.allSatisfy(rule.admits) else { throw SnapshotReader.Damage() }
                    try take(records)
                }
            } seal: { payload, place in
                try self.seal(payload, at: place, of: head, writer: writer)
            }
            _ = try writer.join(snapshot, behind: behind, by: sender, confirmed: confirmed) { operation in
                guard operation.header.lane != .control else { return nil }
                return try payload(of: operation)
            }
        }
    }

    /// About this many bytes of records form one part in the local log.
    private static let partBytes = 1 << 18

    private func seal(
        _ payload: Payload, at place: StoreWriter.Place, of head: SnapshotHead, writer: StoreWriter
    ) throws -> Ledger.Operation {
        let epoch = try currentEpoch(of: head.journal, in: writer)
        return signer.operation(
            payload.bytes, under: try operationKey(journal: head.journal, epoch: epoch), on: .snapshot, in: head.journal,
            epoch: epoch,
            of: head.chain, at: place)
    }

    private func snapshotSize(_ path: String) throws -> Int64 {
        guard let size = OpenFile.size(at: path) else { throw EngineError.file(path: path, code: errno) }
        return size
    }
}
