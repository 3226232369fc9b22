import Ledger
import Store
import Vault

/// New keys of shared journals. Earlier ones stay in the vault and decrypt their operations: nothing is re-encrypted here.
extension OpenVault {
    /// Gives a journal its next key by a control operation that does more (`remove`, or a `rotate` that keeps the past): key and
    /// operation are saved in the vault file first, then the operation in the log, so that being killed cannot separate the two.
    ///
    /// `back`: whether recipients can decrypt earlier content. `decide`: from the current members, who gets the key and the
    /// content of the operation; `nil` if nothing is left to do. An interrupted change is completed first: it may say the same.
    func changeKey(
        of journal: JournalID, back: Bool,
        _ decide: (ControlLog) throws -> (members: [IdentityKeys], make: (_ previous: [UInt8], KeyChange) -> ControlOperation)?
    ) throws {
        guard try lostOperations == 0 && store.missingOperations() == 0 else { throw KeysError.needsRepair }
        try makeUpKeyChanges()
        guard let (members, make) = try decide(try controlLog(of: journal)) else { return }
        let (epoch, previous) = try store.read { writer in
            guard let last = try writer.lastControl(of: journal, device: device) else { throw EngineError.unfinished }
            return (try currentEpoch(of: journal, in: writer), try Operation(reading: last).hash)
        }
        let key = Secret.random(count: 32)
        let change = try keyChange(to: epoch + 1, of: journal, key: key, for: members, back: back)
        let operation = make(previous, change)
        try keys.update { (body) throws(VaultError) in
            // A superseded one: another device's was first, or nothing was ever encrypted under it.
            body.removeJournalKey(journal.bytes, epoch: epoch + 1)
            guard body.addJournalKey(key, journal: journal.bytes, epoch: epoch + 1) else { throw .damaged(.body) }
            body[setting: OpenVault.keyChangeSetting(journal)] = operation.body
        }
        operationKeys[OperationKey.Name(journal: journal, epoch: epoch + 1)] = nil
        try makeUpKeyChanges()
    }

    /// The key wrapped for these members, and the earlier key encrypted under the new one.
    func keyChange(
        to epoch: UInt32, of journal: JournalID, key: borrowing Secret, for members: [IdentityKeys], back: Bool
    ) throws -> KeyChange {
        try OpenVault.keyChange(to: epoch, of: journal, key: key, for: members, back: back, keys: keys)
    }

    /// The same from keys alone: before there is a vault, and for a test that interrupts one.
    package static func keyChange(
        to epoch: UInt32, of journal: JournalID, key: borrowing Secret, for members: [IdentityKeys], back: Bool,
        keys: borrowing UnlockedVault
    ) throws -> KeyChange {
        let place = OperationHeader.keyContext(journal: journal, epoch: epoch)
        var wraps: [Rotation.Wrap] = []
        for member in members {
            let context = Rotation.Wrap.context(journal: journal, epoch: epoch, identity: member.name)
            guard let wrap = KeyWrap(key, to: member.agree, context: context) else { throw VaultError.damaged(.body) }
            wraps.append(Rotation.Wrap(identity: member.name, encapsulated: wrap.encapsulated, sealed: wrap.sealed))
        }
        var way: [UInt8]?
        if back, let earlier = keys.body.journalKey(journal.bytes, epoch: epoch - 1) {
            way = Seal.seal(unsafe earlier.withBytes { unsafe Array($0) }, key: key, context: .label("back") + place)
        }
        return KeyChange(epoch: epoch, commitment: key.commitment(.label("epoch") + place), wraps: wraps, back: way)
    }

    /// Writes the control operations that are in the vault file but not in the log.
    func makeUpKeyChanges() throws {
        for name in keys.body.settings(beginningWith: OpenVault.keyChangePrefix) {
            guard let bytes = bytes(fromHex: name.dropFirst(OpenVault.keyChangePrefix.count)), let journal = JournalID(bytes),
                let body = keys.body[setting: name], let change = try ControlOperation(reading: body).keyChange
            else { continue }
            try commit { writer in
                guard try writer.epoch(of: journal) < change.epoch, try !isDestroyed(journal) else { return }
                let place = try OpenVault.nextPlace(in: journal, device: device, heads: heads, writer: writer)
                let operation = signer.control(
                    body, in: journal, epoch: change.epoch - 1, of: device, at: place, seen: try writer.seenHead(of: journal))
                try writer.append(operation, payload: nil)
                heads.note(operation)
            }
            try keys.update { (stored) throws(VaultError) in
                if stored[setting: name] == body { stored[setting: name] = nil }
            }
        }
    }

    static let keyChangePrefix = "key-change:"

    static func keyChangeSetting(_ journal: JournalID) -> String { keyChangePrefix + hex(journal.bytes) }

    // MARK: - Learning keys

    /// Learns keys from a journal's control operations, in order: those wrapped for this person, and those that a later one leads
    /// to.
    func learnKeys(from operations: [Ledger.Operation]) throws {
        let controls = operations.filter { $0.header.lane == .control }
        for operation in controls { try learnKey(from: operation) }
        for operation in controls.reversed() { try openWayBack(from: operation) }
    }

    /// The key before a rotation, if the key after it is here.
    private func openWayBack(from operation: Ledger.Operation) throws {
        let journal = operation.header.journal
        guard let change = (try? ControlOperation(reading: operation.body))?.keyChange, let back = change.back,
            keys.body.journalKey(journal.bytes, epoch: change.epoch - 1) == nil,
            let key = keys.body.journalKey(journal.bytes, epoch: change.epoch)
        else { return }
        let context = [UInt8].label("back") + OperationHeader.keyContext(journal: journal, epoch: change.epoch)
        guard let bytes = try? Seal.open(back, key: key, context: context), bytes.count == 32 else { return }
        let earlier = Secret(copying: bytes)
        try keys.update { (body) throws(VaultError) in
            _ = body.addJournalKey(earlier, journal: journal.bytes, epoch: change.epoch - 1)
        }
        operationKeys[OperationKey.Name(journal: journal, epoch: change.epoch - 1)] = nil
        knownMissing = []
    }
}
