/// Which writes of which devices count in a shared journal: what stands inside the seal, where no relay can look.
///
/// It depends on who belongs to whom and on nothing else, least of all on where an operation stands: everybody comes to the same.
package struct SharingRule: Hashable, Sendable {
    /// The kind of a note: on the note lane alone, and nothing else stands there.
    package static let note = "note"
    /// The kind that hides somebody's note from everybody, or shows it again (`hidden`): the owner's word on it, under the note's name.
    package static let noteCover = "note-cover"
    /// The kind that says what a member is called.
    package static let memberName = "member"
    /// The kind that says what of a log an excerpt shows, and until when.
    package static let excerptPlan = "excerpt"
    /// The kind that takes a journal out of the vault of its reader, on all devices.
    package static let journalRemoval = "removed_journal"
    /// The kind of a journal's own record, with its name, and what makes an excerpt of it. Records of this kind with other names came
    /// from an export.
    package static let journalName = "journal"
    /// Kinds that count as the owner has written them, and by nobody else: who may write entries decides neither what others are shown
    /// nor what the owner's vault holds.
    package static let ownersKinds: Set<String> = [noteCover, memberName, excerptPlan, journalRemoval]

    private let persons: [DeviceID: [UInt8]]
    private let owner: [UInt8]
    private let journal: RecordID

    /// The rule of a journal as its control operations stand.
    package init(_ log: ControlLog) {
        (persons, owner, journal) = (log.persons, log.owner.root, RecordID(firstBytesOf: log.genesis.journal.bytes))
    }

    /// Whether a device has ever written in the journal.
    package func knows(_ device: DeviceID) -> Bool { persons[device] != nil }

    /// The name of a note: H(L("note") ‖ root of its author ‖ nonce)[0..<16]. `nonce`: 16 bytes. So a note is its author's for ever: nobody
    /// else can make a write of it that counts.
    package static func noteID(author root: [UInt8], nonce: [UInt8]) -> RecordID {
        RecordID(firstBytesOf: digest(.label("note") + root + nonce))
    }

    /// Whether a mutation counts that a device has written on a lane.
    package func admits(_ mutation: Mutation, lane: OperationHeader.Lane, device: DeviceID) -> Bool {
        guard lane == SharingRule.lane(of: mutation.kind) else { return false }
        guard lane == .note else { return !isOwners(mutation.kind, mutation.record) || persons[device] == owner }
        guard let author = persons[device], let nonce = mutation.fields["nonce"]?.hexBytes(count: 16) else { return false }
        return mutation.record == SharingRule.noteID(author: author, nonce: nonce)
    }

    /// The lane on which records of a kind are written, and on no other.
    package static func lane(of kind: String) -> OperationHeader.Lane { kind == note ? .note : .record }

    /// Whether a record is as the owner has written it, whoever else may write.
    package func isOwners(_ kind: String, _ record: RecordID) -> Bool {
        SharingRule.ownersKinds.contains(kind) || (kind == SharingRule.journalName && record == journal)
    }

    /// Whether what an operation says counts: all of it or nothing. A part of a snapshot stands in a device's own log alone, and was
    /// looked at when it came.
    package func admits(_ payload: Payload, lane: OperationHeader.Lane, device: DeviceID) -> Bool {
        if payload.snapshot != nil { return lane == .snapshot }
        return payload.mutations.allSatisfy { admits($0, lane: lane, device: device) }
    }

    /// What of an operation counts: what it says, or nothing but its moment.
    package func counted(_ payload: Payload, of operation: Operation) -> Payload {
        guard !admits(payload, lane: operation.header.lane, device: operation.header.device) else { return payload }
        return Payload(stamp: payload.stamp, mutations: [])
    }
}
