import Ledger
import Store
import Vault

/// Keys with which another device has replaced a journal's old one.
extension OpenVault {
    /// Learns the keys in a control operation that were wrapped for this vault's person.
    func learnKey(from operation: Ledger.Operation) throws {
        guard let control = try? ControlOperation(reading: operation.body) else { return }
        if case .add(let addition) = control { return try learnKeys(from: addition, in: operation.header.journal) }
        if let change = control.keyChange { try learnKey(from: change, in: operation.header.journal) }
    }

    /// The keys with which this person was admitted to a journal.
    private func learnKeys(from addition: MemberAddition, in journal: JournalID) throws {
        guard addition.identity.name == owner.name else { return }
        for wrap in addition.wraps where keys.body.journalKey(journal.bytes, epoch: wrap.epoch) == nil {
            let context = Rotation.Wrap.context(journal: journal, epoch: wrap.epoch, identity: addition.identity.name)
            guard let sealed = KeyWrap(encapsulated: wrap.encapsulated, sealed: wrap.sealed),
                let key = keys.body.open(sealed, context: context)
            else { continue }
            try keys.update { (body) throws(VaultError) in _ = body.addJournalKey(key, journal: journal.bytes, epoch: wrap.epoch)
            }
            operationKeys[OperationKey.Name(journal: journal, epoch: wrap.epoch)] = nil
        }
        knownMissing = []
    }

    /// A journal's new key.
    ///
    /// If this device had begun the same epoch with a key of its own and was slower, its key is set aside until the unsent
    /// operations under it are rebuilt.
    private func learnKey(from rotation: KeyChange, in journal: JournalID) throws {
        guard let wrap = rotation.wraps.first(where: { $0.identity == owner.name }),
            let sealed = KeyWrap(encapsulated: wrap.encapsulated, sealed: wrap.sealed)
        else { return }
        let prefix = [UInt8].label("epoch") + OperationHeader.keyContext(journal: journal, epoch: rotation.epoch)
        let present = keys.body.journalKey(journal.bytes, epoch: rotation.epoch)
        if let present, present.commitment(prefix) == rotation.commitment { return }
        // A key that was destroyed since is not added again.
        let isOld = (keys.body.epochs(of: journal.bytes).first ?? 0) > rotation.epoch
        let context = Rotation.Wrap.context(journal: journal, epoch: rotation.epoch, identity: wrap.identity)
        guard !isOld, let key = keys.body.open(sealed, context: context), key.commitment(prefix) == rotation.commitment
        else { return }
        try keys.update { (body) throws(VaultError) in
            if let own = body.journalKey(journal.bytes, epoch: rotation.epoch) {
                body[setting: OpenVault.superseded(journal, rotation.epoch)] = unsafe own.withBytes { unsafe Array($0) }
                body.removeJournalKey(journal.bytes, epoch: rotation.epoch)
                body[setting: OpenVault.rotationSetting(journal)] = nil
            }
            _ = body.addJournalKey(key, journal: journal.bytes, epoch: rotation.epoch)
        }
        operationKeys[OperationKey.Name(journal: journal, epoch: rotation.epoch)] = nil
        knownMissing = []
    }

    /// Begins to re-encrypt operations under earlier keys if another device has begun an epoch. That device re-encrypts the
    /// attachments.
    func takeOverRotations(in operations: [Ledger.Operation], of journal: JournalID) throws {
        let others = operations.filter { $0.header.lane == .control && $0.header.device != device }
        guard let rotation = others.compactMap({ try? Rotation(reading: $0.body) }).last, rotation.sealsAnew,
            keys.body.journalKey(journal.bytes, epoch: rotation.epoch) != nil,
            let lowest = keys.body.epochs(of: journal.bytes).first, lowest < rotation.epoch
        else { return }
        try store.write { writer in
            let end = try store.logPosition()
            try writer.keep(Resealing(epoch: rotation.epoch, begun: .zero, cursor: 0, end: end), of: journal)
        }
        try keys.update { (body) throws(VaultError) in body[setting: OpenVault.rotationSetting(journal)] = rotation.body }
    }

    /// The plaintext of an operation of this device that no relay has, even under a superseded key.
    func ownPlaintext(of operation: Ledger.Operation) throws -> [UInt8] {
        let (journal, epoch) = (operation.header.journal, operation.sealedEpoch)
        if let key = try? operationKey(journal: journal, epoch: epoch),
            let bytes = try? Seal.open(operation.body, key: key.secret, context: operation.sealingContext)
        {
            return bytes
        }
        guard let aside = keys.body[setting: OpenVault.superseded(journal, epoch)] else {
            throw EngineError.damagedOperation(position: operation.header.position)
        }
        let key = OperationKey(
            epochKey: Secret(copying: aside), name: OperationKey.Name(journal: journal, epoch: epoch))
        return try Seal.open(operation.body, key: key.secret, context: operation.sealingContext)
    }

    /// Destroys the keys that were set aside: nothing is encrypted under them any more.
    func forgetSupersededKeys(of journal: JournalID) throws {
        let names = keys.body.settings(beginningWith: OpenVault.supersededPrefix + hex(journal.bytes))
        guard !names.isEmpty else { return }
        try keys.revoke { (body) throws(VaultError) in for name in names { body[setting: name] = nil } }
    }

    static let supersededPrefix = "superseded:"

    static func superseded(_ journal: JournalID, _ epoch: UInt32) -> String {
        supersededPrefix + hex(journal.bytes) + ":" + String(epoch)
    }

    // MARK: - Re-encrypted forms at the relay

    /// The next operations that this device has re-encrypted and the relay has in their first form; `nil` if there are none. Each
    /// device sends them once after a rotation, so that a new device can decrypt everything with the existing keys.
    func resealedToSend(of journal: JournalID, bytes: Int) throws -> (operations: [[UInt8]], last: Int)? {
        guard try OpenVault.rotationsBegun(keys).allSatisfy({ $0.journal != journal }),
            let epoch = keys.body.epochs(of: journal.bytes).first, epoch > 1
        else { return nil }
        let start = try store.resealedSent(of: journal, epoch: epoch)
        guard let batch = try store.resealedOperations(of: journal, after: start, bytes: bytes) else { return nil }
        // One that was re-encrypted before there were proofs: no one else would accept it.
        return (batch.operations.filter { (try? Operation(reading: $0))?.proof != nil }, batch.last)
    }

    /// Records up to which row re-encrypted forms were sent.
    func noteResealedSent(upTo row: Int, of journal: JournalID) throws {
        guard let epoch = keys.body.epochs(of: journal.bytes).first else { return }
        try store.write { try $0.keep(resealedSent: row, epoch: epoch, of: journal) }
    }
}
