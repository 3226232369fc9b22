/// Which records of a snapshot the log of its journal allows: what who joins it can still tell of operations that are gone.
///
/// Of each write it is known by which device it is said to be, and of each device whose it was and what that person was ever allowed.
/// That the person has really written it nobody can tell any more: its signature went with the operation.
package struct SnapshotRule: Sendable {
    private let rule: SharingRule
    private let persons: [DeviceID: [UInt8]]
    private let owner: [UInt8]
    /// The roots of those who could write records at some time, and notes.
    private let writers: [OperationHeader.Lane: Set<[UInt8]>]
    private let ends: [DeviceID: ChainEnd]

    /// Of a snapshot with this head, behind these control operations: all up to its end, the first one first. Throws where they do not
    /// follow from each other.
    package init(_ head: SnapshotHead, controls: [Operation]) throws(LedgerError) {
        guard let first = controls.first else { throw .badControl }
        var log = try ControlLog(founding: first)
        var writers: [OperationHeader.Lane: Set<[UInt8]>] = [.record: [log.owner.root], .note: [log.owner.root]]
        for operation in controls.dropFirst() {
            try log.take(operation)
            // Only these change what somebody may write.
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

    /// Whether all writes of a record can have come from those who they are said to be by.
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

    /// A note is its author's alone, and its name says whose it is. Where its nonce went with the rest of what was deleted half a year
    /// before, one person has written all that is left.
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
