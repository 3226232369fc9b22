import Ledger
import Vault

/// The key that seals the operations of one epoch of one journal; kept while the vault is open, overwritten with it.
final class OperationKey {
    let secret: Secret

    struct Name: Hashable {
        let journal: JournalID
        let epoch: UInt32
    }

    /// HKDF(epoch key, L("op-key") ‖ journal ‖ epoch).
    init(epochKey: borrowing Secret, name: Name) {
        secret = epochKey.derive("op-key", OperationHeader.keyContext(journal: name.journal, epoch: name.epoch))
    }
}

extension OpenVault {
    /// The key of an epoch; throws when the vault does not hold it.
    func operationKey(journal: JournalID, epoch: UInt32) throws -> OperationKey {
        let name = OperationKey.Name(journal: journal, epoch: epoch)
        if let key = operationKeys[name] { return key }
        guard let epochKey = keys.body.journalKey(journal.bytes, epoch: epoch) else {
            throw EngineError.noSuchJournal(journal.description)
        }
        let key = OperationKey(epochKey: epochKey, name: name)
        operationKeys[name] = key
        return key
    }

    /// The epoch in which new operations are sealed.
    func currentEpoch(of journal: JournalID) throws -> UInt32 {
        guard let epoch = keys.body.epochs(of: journal.bytes).last else {
            throw EngineError.noSuchJournal(journal.description)
        }
        return epoch
    }
}
