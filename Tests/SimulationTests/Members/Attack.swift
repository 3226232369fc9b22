import Ledger
import SeededChance
import Sync

/// What a member does who has turned, together with the relay. Each makes a log that a victim is shown: nothing of it is held back by
/// rules of the relay.
enum Attack: String, CaseIterable {
    /// Writes an entry on the record lane, whatever the role allows.
    case record
    /// Changes an entry of somebody else on the record lane.
    case change
    case note
    /// Puts an entry on the note lane.
    case recordAmongNotes
    /// Changes, or takes away, a note of somebody else: under its name, with its nonce.
    case othersNote
    /// Puts a note of somebody else on the record lane.
    case noteAmongRecords
    /// Hides notes as only the owner may.
    case cover
    /// Carries a part of a snapshot in an ordinary operation.
    case snapshotPart
    /// Invites, adds, removes, promotes itself, names a snapshot, ends the journal.
    case control
    case rotation
    /// Enters a device in another member's name.
    case othersDevice
    /// Signs with its own key what is said to be by a device of somebody else.
    case othersSignature
    /// Seals under an earlier epoch.
    case earlierEpoch
    /// Says an operation of somebody else once more.
    case replay
    /// Seals an operation of somebody else anew, with other words.
    case resealed
    /// The same with what looks like a proof.
    case resealedWithProof
    /// Changes what a wrap holds in a control operation.
    case wrap
    /// Leaves the last operation of somebody else out, and vouches for the log without it.
    case dropAndConfirm

    /// Whether it is in the log of an honest relay as well, which cannot look into seals.
    var passesRelay: Bool {
        switch self {
        case .recordAmongNotes, .othersNote, .noteAmongRecords, .cover, .snapshotPart: true
        default: false
        }
    }

    /// Whether the role allows what it does: then it is bad manners, and no forgery.
    func isLawful(for role: Role?) -> Bool {
        switch self {
        case .record, .change: role?.mayWrite(.record) == true
        case .note: role?.mayWrite(.note) == true
        case .rotation: role == .editor
        default: false
        }
    }
}

extension Traitor {
    private static let words: JSON = .string(MemberHistory.forged)

    private func entry(_ record: RecordID) -> Mutation {
        Mutation(
            kind: "entry", record: record, fields: ["text": Traitor.words, "instant": 1, "zone": "UTC", "day": "2027-01-15"])
    }

    /// Operations of others on a lane that these keys open, with what they say.
    private func others(_ log: [RelayedOperation], on lane: OperationHeader.Lane) -> [(
        index: Int, operation: Ledger.Operation, payload: Payload
    )] {
        log.indices.compactMap { index in
            guard let operation = try? Ledger.Operation(reading: log[index].bytes), operation.header.device != device,
                operation.header.lane == lane, let payload = opened(operation)
            else { return nil }
            return (index, operation, payload)
        }
    }

    /// The log that the attack makes of the true one; `nil` where this member cannot do it now.
    func log(_ attack: Attack, on truth: [RelayedOperation], at moment: Int64, _ chance: inout SplitMix64) -> [RelayedOperation]?
    {
        guard let last = truth.last, let state = Traitor.state(of: truth) else { return nil }
        func added(_ bytes: [UInt8]?) -> [RelayedOperation]? {
            bytes.map { truth + [RelayedOperation(position: 0, received: last.received + 1, bytes: $0)] }
        }
        func written(_ mutation: Mutation, _ lane: OperationHeader.Lane, epoch: UInt32? = nil) -> [RelayedOperation]? {
            added(
                said([mutation], on: lane, behind: truth, at: moment, epoch: epoch, seen: seen(chance.once(in: 2) ? truth : [])))
        }
        let fresh = RecordID(firstBytesOf: chance.bytes(32))
        let (entries, notes) = (others(truth, on: .record), others(truth, on: .note))
        let target = entries.last { $0.payload.mutations.contains { $0.kind == "entry" } }?.payload.mutations.first
        switch attack {
        case .record: return written(entry(fresh), .record)
        case .change: return target.flatMap { written(entry($0.record), .record) }
        case .note: return written(ownNote(chance.bytes(16), state, beside: target?.record ?? fresh), .note)
        case .recordAmongNotes: return written(entry(target?.record ?? fresh), .note)
        case .othersNote, .noteAmongRecords, .cover:
            guard let note = notes.last?.payload.mutations.first(where: { $0.kind == SharingRule.note }),
                let nonce = note.fields["nonce"]
            else { return nil }
            if attack == .cover {
                let mark: [String: JSON] = ["hidden": true, "why": Traitor.words]
                return written(Mutation(kind: SharingRule.noteCover, record: note.record, fields: mark), .record)
            }
            let fields: [String: JSON] = ["nonce": nonce, "text": Traitor.words, "gone": .bool(chance.once(in: 2))]
            return written(
                Mutation(kind: SharingRule.note, record: note.record, fields: fields), attack == .othersNote ? .note : .record)
        case .snapshotPart:
            let write = Write(
                name: WriteName(stamp: Stamp(rawValue: 1), device: last.device ?? device), value: Traitor.words, replaced: nil)
            let part = SnapshotRecord(kind: "entry", record: fresh, writes: ["text": [write]])
            return added(said(Payload(.records([part])), on: chance.pick([.record, .note]), behind: truth, seen: nil))
        case .control: return added(control({ self.overreach($0, state, &chance) }, behind: truth))
        case .rotation: return added(control({ self.ownKey($0, state) }, behind: truth))
        case .othersDevice: return added(othersDevice(state, behind: truth, &chance))
        case .othersSignature:
            guard let theirs = entries.last?.operation.header else { return nil }
            return added(inTheirName(theirs, entry(fresh), behind: truth, at: moment))
        case .earlierEpoch:
            guard let epoch = epochKeys.keys.filter({ $0 < state.epoch }).max() else { return nil }
            return written(entry(fresh), .record, epoch: epoch)
        case .replay:
            return (entries + notes).isEmpty ? nil : added(truth[chance.pick(entries + notes).index].bytes)
        case .resealed, .resealedWithProof:
            for (index, operation, payload) in entries.reversed() {
                guard var mutation = payload.mutations.first else { continue }
                mutation.fields = ["text": Traitor.words]
                guard let bytes = resealed(operation, saying: [mutation], withProof: attack == .resealedWithProof)
                else { continue }
                var log = truth
                log[index].bytes = bytes
                return log
            }
            return nil
        case .wrap:
            guard
                let index = truth.lastIndex(where: { entry in
                    (try? ControlOperation(reading: Ledger.Operation(reading: entry.bytes).body))?.keyChange != nil
                })
            else { return nil }
            var log = truth
            log[index].bytes[log[index].bytes.count - 120] ^= 1
            return log
        case .dropAndConfirm: return droppedAndConfirmed(truth, state, at: moment)
        }
    }

    private func seen(_ log: [RelayedOperation]) -> LogHead? { log.isEmpty ? nil : ForgedLog(log).end }

    private func ownNote(_ nonce: [UInt8], _ state: ControlLog, beside entry: RecordID) -> Mutation {
        let root = state.person(of: device) ?? identity.name
        return Mutation(
            kind: SharingRule.note, record: SharingRule.noteID(author: root, nonce: nonce),
            fields: [
                "nonce": .hexadecimal(nonce), "text": Traitor.words, "entry": .string(entry.description), "instant": 1,
            ])
    }

    /// Something that only an owner may say.
    private func overreach(_ previous: [UInt8], _ state: ControlLog, _ chance: inout SplitMix64) -> ControlOperation {
        let other = state.members.keys.sorted { $0.lexicographicallyPrecedes($1) }.first { $0 != identity.name } ?? identity.name
        switch chance.below(6) {
        case 0:
            return .invite(
                Invitation(
                    previous: previous, id: chance.bytes(16), key: publicKey, role: .editor, expires: 1 << 41, history: .all))
        case 1: return .role(RoleChange(previous: previous, identity: identity.name, role: .editor))
        case 2:
            let change = keyChange(state.epoch + 1, for: state.members.keys.filter { $0 != other }.map { $0 })
            return .remove(MemberRemoval(previous: previous, identities: [other], rotation: change))
        case 3:
            return .checkpoint(
                Checkpoint(previous: previous, position: 1, head: chance.bytes(32), snapshot: chance.bytes(32)))
        case 4: return .destroy(previous: previous)
        default: return .add(selfMade(previous, state, chance.bytes(16)))
        }
    }

    /// Somebody who is let in without the owner: under an open invitation where there is one, with this member's signature as proof.
    func selfMade(_ previous: [UInt8], _ state: ControlLog, _ invite: [UInt8]) -> MemberAddition {
        let friend = IdentityKeys(sign: publicKey, agree: identity.agree, recover: identity.recover)
        let invite = state.invitations.keys.first ?? invite
        let proof = sign(Invitation.joinMessage(journal: journal, invite: invite, identity: friend.name))
        let wrap = MemberAddition.EpochWrap(
            epoch: state.epoch, encapsulated: [UInt8](repeating: 9, count: 32), sealed: [UInt8](repeating: 9, count: 48))
        return MemberAddition(previous: previous, identity: friend, invite: invite, proof: proof, wraps: [wrap])
    }

    private func keyChange(_ epoch: UInt32, for names: [[UInt8]]) -> KeyChange {
        KeyChange(
            epoch: epoch, commitment: [UInt8](repeating: 7, count: 32),
            wraps: names.map {
                Rotation.Wrap(
                    identity: $0, encapsulated: [UInt8](repeating: 9, count: 32), sealed: [UInt8](repeating: 9, count: 48))
            })
    }

    private func ownKey(_ previous: [UInt8], _ state: ControlLog) -> ControlOperation {
        .rotate(Rotation(previous: previous, key: keyChange(state.epoch + 1, for: Array(state.members.keys))))
    }

    /// A device that is said to be the owner's, or this person's again though it was taken out.
    private func othersDevice(_ state: ControlLog, behind log: [RelayedOperation], _ chance: inout SplitMix64) -> [UInt8] {
        let certificate = signAsIdentity(Genesis.certificateMessage(device: publicKey))
        let name: [UInt8]? = chance.once(in: 2) ? nil : state.members.keys.first { $0 != identity.name }
        return control(
            { .device(DeviceAddition(previous: $0, device: self.publicKey, certificate: certificate, identity: name)) },
            behind: log)
    }

    /// What the relay would have to believe of who wrote it.
    private func inTheirName(
        _ theirs: OperationHeader, _ mutation: Mutation, behind log: [RelayedOperation], at moment: Int64
    ) -> [UInt8]? {
        let last = log.compactMap { try? Ledger.Operation(reading: $0.bytes) }.last { $0.header.device == theirs.device }
        guard let last, let bytes = said([mutation], on: .record, behind: log, at: moment),
            let own = try? Ledger.Operation(reading: bytes)
        else { return nil }
        var header = own.header
        (header.device, header.position, header.previous) = (theirs.device, last.header.position + 1, last.hash)
        return Ledger.Operation(header: header, body: own.body) { sign($0) }.bytes
    }

    /// The log without the last operation of another member, which somebody has seen, and behind it this member's word that it is all
    /// there is.
    private func droppedAndConfirmed(_ truth: [RelayedOperation], _ state: ControlLog, at moment: Int64) -> [RelayedOperation]? {
        let operations = truth.compactMap { try? Ledger.Operation(reading: $0.bytes) }
        guard operations.count == truth.count,
            let index = operations.indices.last(where: { index in
                let (left, later) = (operations[index].header, operations[(index + 1)...].map(\.header))
                // Somebody else has seen it: nobody is missed by it otherwise.
                return left.lane != .control && left.device != device && !later.contains { $0.device == left.device }
                    && later.contains { $0.device != device && $0.seenPosition > index }
            })
        else { return nil }
        var log = truth
        log.remove(at: index)
        var note = ownNote(
            [UInt8](repeating: 5, count: 16), state, beside: RecordID(firstBytesOf: [UInt8](repeating: 5, count: 32)))
        note.fields["text"] = "all that there is"
        let word = said([note], on: .note, behind: log, at: moment, seen: ForgedLog(log).end)
        return word.map { log + [RelayedOperation(position: 0, received: truth[truth.count - 1].received, bytes: $0)] }
    }
}

extension RelayedOperation {
    /// Whose it is said to be.
    var device: DeviceID? { try? Ledger.Operation(reading: bytes).header.device }
}
