/// Which records of a snapshot the journal's log allows: what a joining device can still check of operations that are gone.
///
/// Each write names a device; for each device its person and that person's past roles are known. That the person really wrote it
/// can no longer be verified: the signature went with the operation.
package struct SnapshotRule: Sendable {
    private let rule: SharingRule
    private let persons: [DeviceID: [UInt8]]
    private let owner: [UInt8]
    /// The roots of all who could ever write records, and notes.
    private let writers: [OperationHeader.Lane: Set<[UInt8]>]
    private let ends: [DeviceID: ChainEnd]

    /// For a snapshot with this head. `controls`: all control operations up to its end. Throws if they do not form a chain.
    package init(_ head: SnapshotHead, controls: [Operation]) throws(LedgerError) {
        guard let first = controls.first else { throw .badControl }
        var log = try ControlLog(founding: first)
        var writers: [OperationHeader.Lane: Set<[UInt8]>] = [.record: [log.owner.root], .note: [log.owner.root]]
        for operation in controls.dropFirst() {
            try log.take(operation)
            // Only these change who may write what.
            switch try ControlOperation(reading: operation.body) {
            case .add, .role, .succeed:
                for member in log.members.values {
                    for lane in [OperationHeader.Lane.record, .note] where member.role.mayWrite(lane) {
                        writers[lane]?.insert(member.root)
                    }
                }
            default: break
            }
        }
        (rule, persons, owner) = (SharingRule(log), log.persons, log.owner.root)
        (self.writers, ends) = (writers, head.ends)
    }

    /// Whether all writes of a record can come from their claimed authors.
    package func admits(_ record: SnapshotRecord) -> Bool {
        let writes = record.writes.values.joined()
        let lane = SharingRule.lane(of: record.kind)
        guard writes.allSatisfy({ mayHaveWritten($0.name.device, on: lane) }) else { return false }
        switch record.kind {
        case SharingRule.note: return isOneAuthors(record)
        case let kind where rule.isOwners(kind, record.record): return writes.allSatisfy { persons[$0.name.device] == owner }
        default: return true
        }
    }

    private func mayHaveWritten(_ device: DeviceID, on lane: OperationHeader.Lane) -> Bool {
        guard ends[device] != nil, let person = persons[device] else { return false }
        return writers[lane]?.contains(person) == true
    }

    /// A note belongs to its author only, and its name proves whose it is. If its nonce was dropped because it was deleted more
    /// than 180 days before, one person must have written all that remains.
    private func isOneAuthors(_ record: SnapshotRecord) -> Bool {
        let authors = Set(record.writes.values.joined().compactMap { persons[$0.name.device] })
        guard authors.count <= 1 else { return false }
        return (record.writes["nonce"] ?? []).allSatisfy { write in
            rule.admits(
                Mutation(kind: record.kind, record: record.record, fields: ["nonce": write.value]), lane: .note,
                device: write.name.device)
        }
    }
}
