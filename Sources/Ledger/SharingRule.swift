/// Which writes of which devices count in a shared journal: checks the encrypted content, which no relay can see.
///
/// It depends only on which device belongs to which member, not on an operation's position: all devices reach the same result.
package struct SharingRule: Hashable, Sendable {
    /// The kind of a note: only on the note lane, which holds nothing else.
    package static let note = "note"
    /// The kind by which the owner hides someone's note from everyone, or shows it again (`hidden`), under the note's name.
    package static let noteCover = "note-cover"
    /// The kind that holds a member's display name.
    package static let memberName = "member"
    /// The kind that removes a journal from its reader's vault, on all devices.
    package static let journalRemoval = "removed_journal"
    /// The kind of a journal's own record, with its name. Records of this kind under other names came from an export.
    package static let journalName = "journal"
    /// Kinds of which only the owner's writes count: editors decide neither what others see nor what the owner's vault holds.
    package static let ownersKinds: Set<String> = [noteCover, memberName, journalRemoval]

    private let persons: [DeviceID: [UInt8]]
    private let owner: [UInt8]
    private let journal: RecordID

    package init(_ log: ControlLog) {
        (persons, owner, journal) = (log.persons, log.owner.root, RecordID(firstBytesOf: log.genesis.journal.bytes))
    }

    /// Whether a device has ever been part of the journal.
    package func knows(_ device: DeviceID) -> Bool { persons[device] != nil }

    /// The name of a note: H(L("note") ‖ root of its author ‖ nonce)[0..<16]. `nonce`: 16 bytes. So a note always belongs to its
    /// author: no one else's write of it counts.
    package static func noteID(author root: [UInt8], nonce: [UInt8]) -> RecordID {
        RecordID(firstBytesOf: digest(.label("note") + root + nonce))
    }

    /// Whether a mutation counts that a device wrote on a lane.
    package func admits(_ mutation: Mutation, lane: OperationHeader.Lane, device: DeviceID) -> Bool {
        guard lane == SharingRule.lane(of: mutation.kind) else { return false }
        guard lane == .note else { return !isOwners(mutation.kind, mutation.record) || persons[device] == owner }
        guard let author = persons[device], let nonce = mutation.fields["nonce"]?.hexBytes(count: 16) else { return false }
        return mutation.record == SharingRule.noteID(author: author, nonce: nonce)
    }

    /// The only lane on which records of a kind are written.
    package static func lane(of kind: String) -> OperationHeader.Lane { kind == note ? .note : .record }

    /// Whether only the owner's writes of a record count, whoever else may write.
    package func isOwners(_ kind: String, _ record: RecordID) -> Bool {
        SharingRule.ownersKinds.contains(kind) || (kind == SharingRule.journalName && record == journal)
    }

    /// Whether an operation's content counts: all of it or nothing. A part of a snapshot is only in a device's own log, and was
    /// checked on arrival.
    package func admits(_ payload: Payload, lane: OperationHeader.Lane, device: DeviceID) -> Bool {
        if payload.snapshot != nil { return lane == .snapshot }
        return payload.mutations.allSatisfy { admits($0, lane: lane, device: device) }
    }

    /// The part of an operation that counts: its content, or only its time.
    package func counted(_ payload: Payload, of operation: Operation) -> Payload {
        guard !admits(payload, lane: operation.header.lane, device: operation.header.device) else { return payload }
        return Payload(stamp: payload.stamp, mutations: [])
    }
}
