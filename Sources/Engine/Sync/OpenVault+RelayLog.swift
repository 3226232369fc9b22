import Ledger
import Store
import Sync
import Vault

extension OpenVault {
    package func syncStandings() throws -> [JournalID: SyncStanding] {
        try store.journals().reduce(into: [:]) { $0[$1] = try syncStanding(of: $1) }
    }

    /// Whether nothing of a journal is here: it is someone else's, or another device of this person has just created it.
    func isUnknown(_ journal: JournalID) throws -> Bool { try !store.journals().contains(journal) }

    package func syncStanding(of journal: JournalID) throws -> SyncStanding {
        let standing = try store.relayStanding(of: journal)
        let isDestroyed = try isDestroyed(journal)
        let waiting = try isEndKnown(journal) ? .none : store.waitingCount(of: journal, by: sender(in: journal))
        // Checked only if a checkpoint may be made: it may have to read all operations since the last one.
        let isDue =
            try !isDestroyed && waiting == .none && standing.conflictPosition == 0
            && isCheckpointDue(of: journal, head: standing.head)
        // The owner of a journal whose log is not here yet is unknown.
        let isGuest = standing.head.position > 0 && (try? owns(journal)) == false
        return SyncStanding(
            head: standing.head, conflictPosition: standing.conflictPosition, waiting: waiting.own, isBlocked: waiting.isBlocked,
            waitingOfOthers: waiting.others, isRecovering: standing.isRecovering || standing.isOwnConflict,
            isCheckpointDue: isDue, isGuest: isGuest, isDestroyed: isDestroyed)
    }

    /// Takes in a page of a relay's log: checks it, applies it in one transaction, and returns the journal's state after it.
    /// Operations that this program has already read are skipped. Throws `SyncFault` for what no honest relay sends, and then
    /// takes nothing of the page.
    package func receive(_ frames: [RelayedOperation], of journal: JournalID) throws -> SyncStanding {
        var reader = try reader(of: journal)
        let behind = reader.head
        let page = try RelayPage(frames, of: journal, reader: &reader) { position in
            try store.relayHeadValue(of: journal, at: position)
        }
        try learnKeys(from: page.operations)
        let keys = PageKeys(operationKeys: try keysOf(page.operations), rule: reader.control.map { SharingRule($0) })
        let received = try page.received { operation in
            let header = operation.header
            return try store.hash(ofPlace: header.position, device: header.device, journal: journal) == operation.hash
        } open: {
            try keys.payload(of: $0)
        }
        // According to the relay's log after this page: a role that it revokes is revoked.
        let sender = try sender(in: journal, by: reader.control)
        do {
            let taken = try commit { writer in
                for operation in page.operations where operation.header.device == device {
                    if operation.header.position > heads.heads[journal]?.position ?? 0 { heads.note(operation) }
                }
                return try writer.receive(
                    received, of: journal, by: sender, behind: behind, conflictPosition: reader.conflictPosition,
                    isOwnConflict: reader.isOwnConflict,
                    conflictAuthor: reader.conflictAuthor
                ) {
                    try keys.payload(of: $0)
                }
            }
            logReaders[journal] = taken == nil ? nil : reader
            if taken != nil { try takeOverRotations(in: page.operations, of: journal) }
            try endKeyChange()
        } catch StoreError.otherOperation {
            throw SyncFault.deviceForked
        } catch LedgerError.badSignature {
            // An operation that is already here comes back in a form with different content.
            throw SyncFault.notAMember(position: behind.position + 1)
        }
        return try syncStanding(of: journal)
    }

    /// The reader at the end of what was read, possibly by another program.
    private func reader(of journal: JournalID) throws -> LogReader {
        let standing = try store.relayStanding(of: journal)
        if let reader = logReaders[journal], reader.head == standing.head, reader.conflictPosition == standing.conflictPosition {
            return reader
        }
        return LogReader(
            head: standing.head, control: try relayedControl(of: journal), ends: try store.relayedEnds(of: journal),
            conflictPosition: standing.conflictPosition, isOwnConflict: standing.isOwnConflict,
            conflictAuthor: standing.conflictAuthor, pinned: pinnedHead(of: journal), floor: standing.floor, device: device)
    }

    /// The membership according to the relay's log, without operations waiting to be sent; `nil` if the relay has nothing of the
    /// journal.
    func relayedControl(of journal: JournalID) throws -> ControlLog? {
        var control: ControlLog?
        for (bytes, position) in try store.controlOperations(of: journal) where position != nil {
            let operation = try Operation(reading: bytes)
            if control == nil { control = try ControlLog(founding: operation) } else { try control?.take(operation) }
        }
        return control
    }

    private func keysOf(_ operations: [Ledger.Operation]) throws -> [OperationKey.Name: OperationKey] {
        var found: [OperationKey.Name: OperationKey] = [:]
        for operation in operations where operation.header.lane != .control {
            let name = OperationKey.Name(journal: operation.header.journal, epoch: operation.sealedEpoch)
            if found[name] == nil { found[name] = try? operationKey(journal: name.journal, epoch: name.epoch) }
        }
        return found
    }

    var owner: IdentityKeys {
        let identity = keys.body.identity
        return IdentityKeys(sign: identity.signing, agree: identity.agreement, recover: identity.recover)
    }

    // MARK: - Sending

    /// This device, and what the relay's log lets its person write in a journal. If the person is no member there, this decides
    /// nothing: the end of membership ends the journal's sync, and the operation that admits the person may be on its way.
    func sender(in journal: JournalID) throws -> Sender {
        if try owns(journal) { return Sender(device) }
        // Rereading a log changes what the relay is known to have, and adds nothing to the local log.
        let head = try store.relayStanding(of: journal).head.position
        return try cached(Cached.sender(journal, relayed: head)) { try sender(in: journal, by: relayedControl(of: journal)) }
    }

    private func sender(in journal: JournalID, by control: ControlLog?) throws -> Sender {
        guard let role = control.flatMap(membership)?.role else { return Sender(device) }
        return Sender(device, forbidden: Set([.record, .note].filter { !role.mayWrite($0) }))
    }

    /// Operations waiting to be sent after a row: about this many bytes, of one device.
    package func outbox(of journal: JournalID, after row: Int, bytes: Int) throws -> Outbox? {
        let waiting = try store.outbox(of: journal, by: sender(in: journal), after: row, limit: 5_000, bytes: bytes)
        let batch = waiting.prefix { $0.device == waiting.first?.device }
        guard let last = batch.last else { return nil }
        if batch.contains(where: \.wasRelayed) { try store.write { try $0.beginRecovery(of: journal) } }
        return Outbox(operations: batch.map(\.bytes), last: last.row, isOwn: last.device == device)
    }

    /// Records that this device's operations up to a row are being sent: whatever the result, the relay may have them from then
    /// on.
    func noteOffered(upTo row: Int, of journal: JournalID) throws {
        let device = device
        try store.write { try $0.offer(of: journal, device: device, upTo: row) }
    }

    package func genesis(of journal: JournalID) throws -> [UInt8] {
        guard let first = try store.controlOperations(of: journal).first else { throw EngineError.unfinished }
        return first.bytes
    }

    /// Forgets what is known of the relay's log of a journal; see `SyncAction.reread`.
    package func rereadRelay(of journal: JournalID, recovering: Bool) throws {
        logReaders[journal] = nil
        try store.write { try $0.forgetRelay(of: journal, recovering: recovering) }
        try store.suspectVaultCopy()
    }

    /// Rebuilds waiting operations if they refer to something missing in the relay's log, or if this device is not added yet
    /// because linking was interrupted.
    func renewView(of journal: JournalID) throws {
        let isOther = try store.hasOtherView(of: journal, device: device)
        if try isOther || isStranger(in: journal) { try rebase(journal, .neverOffered) }
    }

    /// Whether neither the log nor a waiting operation adds this device to a journal.
    func isStranger(in journal: JournalID) throws -> Bool {
        let control = try controlLog(of: journal)
        return control.devices[device] == nil && control.dropped[device] == nil
    }

    /// Rebuilds this device's operations that no relay has: after the current control operations, in the current epoch and with
    /// the current view of the log. Their content and stamps stay.
    ///
    /// Operations that the role no longer permits are placed after the others, and stay here.
    package func rebase(_ journal: JournalID, _ part: WaitingPart = .all) throws {
        guard !heads.isMissing else { throw EngineError.headsMissing }
        let isStranger = try isStranger(in: journal)
        let sender = try sender(in: journal)
        try commit { writer in
            let taken = try writer.takeBack(of: journal, device: device, part)
            if isStranger {
                let first = try ownAddition(of: journal, writer: writer)
                try writer.putBack(first, received: nil)
                heads.note(first)
            }
            let operations = try taken.map { (waiting: $0, operation: try Operation(reading: $0.bytes)) }
            func isKept(_ one: (waiting: WaitingOperation, operation: Ledger.Operation)) -> Bool {
                !one.waiting.wasRelayed && sender.forbidden.contains(one.operation.header.lane)
            }
            for (waiting, operation) in operations.filter({ !isKept($0) }) + operations.filter(isKept) {
                let again = try remade(operation, writer: writer)
                try writer.putBack(again, received: waiting.received)
                heads.note(again)
            }
        }
        // The log ends at the same position, and says something else.
        cache.drop()
        try forgetSupersededKeys(of: journal)
        logReaders[journal] = nil
    }

    /// Moves operations that may be sent before those that the role no longer permits. Earlier ones are left: a relay may have
    /// taken them without its answer arriving. Later ones are on no relay, since it would have refused them without the one
    /// before.
    package func unblock(_ journal: JournalID) throws {
        guard let row = try store.waitingCount(of: journal, by: sender(in: journal)).firstKept else { return }
        try rebase(journal, .from(row: row))
    }

    /// The records written here that are not sent.
    func keptRecords() throws -> Set<RecordID> {
        var kept: Set<RecordID> = []
        for journal in try journalsAtRelay() {
            let sender = try sender(in: journal)
            guard !sender.forbidden.isEmpty else { continue }
            for waiting in try store.outbox(of: journal, by: Sender(device)) where waiting.device == device && !waiting.wasRelayed
            {
                let operation = try Operation(reading: waiting.bytes)
                guard sender.forbidden.contains(operation.header.lane) else { continue }
                kept.formUnion(try Payload(reading: ownPlaintext(of: operation)).mutations.map(\.record))
            }
        }
        return kept
    }

    /// The same operation at the end of this device's chain. One without effect becomes one that only says that this device
    /// belongs to the journal: the chain must not get shorter while another program is open.
    private func remade(_ operation: Ledger.Operation, writer: StoreWriter) throws -> Ledger.Operation {
        let journal = operation.header.journal
        let epoch = try currentEpoch(of: journal, in: writer)
        let (place, seen) = (try writer.nextPlace(journal: journal, device: device), try writer.seenHead(of: journal))
        guard operation.header.lane == .control else {
            return signer.operation(
                try ownPlaintext(of: operation), under: try operationKey(journal: journal, epoch: epoch),
                on: operation.header.lane, in: journal, epoch: epoch, of: device, at: place, seen: seen)
        }
        guard let last = try writer.lastControl(of: journal, device: device).map({ try Operation(reading: $0).hash })
        else {
            throw EngineError.unfinished
        }
        let said = try ControlOperation(reading: operation.body)
        var control = try said.following(last) ?? decideAgain(said, behind: last, in: journal, epoch: epoch)
        // Another device has begun that epoch: its key is used.
        if case .rotate(let rotation)? = control, try rotation.epoch != writer.epoch(of: journal) + 1 { control = nil }
        func made(saying control: ControlOperation) -> Ledger.Operation {
            signer.control(control.body, in: journal, epoch: epoch, of: device, at: place, seen: seen)
        }
        // An operation without effect would be refused permanently, and block everything after it.
        var log = try self.controlLog(of: journal)
        if let again = control.map(made(saying:)), (try? log.take(again)) != nil { return again }
        return made(saying: .device(try ownAddition(behind: last, in: journal)))
    }

    /// The operation that adds this device to a journal, at the end of its chain.
    private func ownAddition(of journal: JournalID, writer: StoreWriter) throws -> Ledger.Operation {
        guard let last = try writer.lastControl(of: journal, device: device) else { throw EngineError.unfinished }
        return signer.control(
            try ownAddition(behind: Operation(reading: last).hash, in: journal).body, in: journal,
            epoch: try currentEpoch(of: journal, in: writer), of: device,
            at: try writer.nextPlace(journal: journal, device: device), seen: try writer.seenHead(of: journal))
    }

    /// Adds this device to a journal, or confirms it: an operation that says which log this device has seen
    /// (`SyncAction.confirm`), also one whose history was in conflict.
    package func enterDevice(into journal: JournalID) throws {
        let addition = try ownAddition(behind: [UInt8](repeating: 0, count: 32), in: journal)
        try appendControl(to: journal) { previous in
            var addition = addition
            addition.previous = previous
            return .device(addition)
        }
    }

    private func ownAddition(behind previous: [UInt8], in journal: JournalID) throws -> DeviceAddition {
        let key = keys.body.devicePublicKey
        let isOwner = try controlLog(of: journal).owner.identity.name == owner.name
        return DeviceAddition(
            previous: previous, device: key, certificate: keys.body.signAsIdentity(Genesis.certificateMessage(device: key)),
            identity: isOwner ? nil : owner.name)
    }

    /// Drops another device of this person from every journal: it can no longer write or add itself.
    package func dropDevice(_ dropped: DeviceID) throws {
        guard dropped != device else { throw SyncError.ownDevice }
        for journal in try journalsAtRelay() {
            let control = try controlLog(of: journal)
            guard control.devices[dropped] != nil else { continue }
            // A person's last device in someone else's journal stays: it can leave.
            guard control.devices[device] != nil else { continue }
            try appendControl(to: journal) { .dropDevice(DeviceRemoval(previous: $0, device: dropped)) }
        }
    }

    /// The state of a journal's control operations here, including waiting ones. Pages ask for it often, and computing it checks
    /// all signatures, so it is cached until the log or the relay's part of it changes.
    func controlLog(of journal: JournalID) throws -> ControlLog {
        let head = try store.relayStanding(of: journal).head
        return try cached(Cached.control(journal, head)) { try addedUpControl(of: journal) }
    }

    private func addedUpControl(of journal: JournalID) throws -> ControlLog {
        var control: ControlLog?
        for (bytes, position) in try store.controlOperations(of: journal) {
            let operation = try Operation(reading: bytes)
            if control == nil {
                control = try ControlLog(founding: operation)
            } else if position != nil {
                try control?.take(operation)
            } else {
                // One preceded by another device's is rebuilt by the next round.
                try? control?.take(operation)
            }
        }
        guard let control else { throw EngineError.unfinished }
        return control
    }

    /// Accepts the logs as the relay shows them now: the person's own decision after a conflict in history. The next round sends
    /// what they lack, and confirms to other devices that this one has seen them.
    package func confirmLogs() throws {
        for journal in try journalsAtRelay() {
            guard try store.relayStanding(of: journal).head.position > 0, try end(of: journal) == nil else { continue }
            if try isInConflict(journal) {
                try store.write { try $0.beginRecovery(of: journal) }
            } else if try controlLog(of: journal).devices.count > 1 {
                try enterDevice(into: journal)
            }
        }
    }

    /// Whether sync of a journal waits for someone to confirm its log.
    func isInConflict(_ journal: JournalID) throws -> Bool {
        let standing = try store.relayStanding(of: journal)
        return standing.conflictPosition > 0 && !standing.isRecovering && !standing.isOwnConflict
    }

    // MARK: - Pins

    /// Saves in the vault file how far the logs were read, so that an older copy of the database still knows it. A log whose
    /// history is in conflict was never accepted: saved, it would put the right one in conflict when the relay shows that again.
    package func pinHeads() throws {
        let ends = try store.journals().map { ($0, try store.relayStanding(of: $0)) }.filter { $0.1.conflictPosition == 0 }
            .map { ($0.0, $0.1.head) }
        let changed = ends.filter { journal, head in head != pinnedHead(of: journal) ?? .empty }
        guard !changed.isEmpty else { return }
        try keys.update { (body) throws(VaultError) in
            for (journal, head) in changed {
                var bytes: [UInt8] = []
                bytes.append(bigEndian: head.position)
                bytes.append(bigEndian: UInt64(head.received))
                body[setting: OpenVault.pin(journal)] = bytes + head.value
            }
        }
    }

    func pinnedHead(of journal: JournalID) -> LogHead? {
        guard let bytes = keys.body[setting: OpenVault.pin(journal)], bytes.count == 48,
            let received = Int64(exactly: bytes.bigEndian(at: 8, as: UInt64.self))
        else { return nil }
        return LogHead(position: bytes.bigEndian(at: 0), value: Array(bytes[16...]), received: received)
    }

    static let pinPrefix = "relay-head:"

    private static func pin(_ journal: JournalID) -> String { pinPrefix + hex(journal.bytes) }
}

/// Operations of one device that wait to be sent.
package struct Outbox: Sendable {
    /// In their sent form.
    package let operations: [[UInt8]]
    /// The row of the last one.
    package let last: Int
    /// They are this device's; otherwise a relay had them before, and has lost them.
    package let isOwn: Bool
}

private struct PageKeys: Sendable {
    let operationKeys: [OperationKey.Name: OperationKey]
    let rule: SharingRule?

    /// An operation's content; `nil` on the control lane, and if it cannot be decrypted here. Throws `LedgerError.badSignature`
    /// for a re-encrypted form whose content its author has not signed.
    func payload(of operation: Ledger.Operation) throws(LedgerError) -> Payload? {
        let name = OperationKey.Name(journal: operation.header.journal, epoch: operation.sealedEpoch)
        guard operation.header.lane != .control, let key = operationKeys[name] else { return nil }
        guard operation.resealedEpoch == nil || operation.proof != nil else { throw .badSignature }
        let bytes: [UInt8]
        do { bytes = try operation.plaintext(key: key.secret) } catch LedgerError.badSignature {
            throw .badSignature
        } catch { return nil }
        guard let payload = try? Payload(reading: bytes) else { return nil }
        return rule?.counted(payload, of: operation) ?? payload
    }
}
