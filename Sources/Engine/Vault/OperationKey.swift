import Ledger
import Store
import Vault

/// The key for the operations of one epoch of one journal; kept while the vault is open, overwritten with it.
package final class OperationKey: Sendable {
    package let secret: Secret

    /// Which key: one for each epoch of a journal.
    package struct Name: Hashable {
        package let journal: JournalID
        /// The epoch, from 1.
        package let epoch: UInt32

        package init(journal: JournalID, epoch: UInt32) {
            self.journal = journal
            self.epoch = epoch
        }
    }

    /// The key of an epoch, from the vault; `nil` if it is not there.
    package convenience init?(_ name: Name, from body: borrowing VaultBody) {
        guard let epochKey = body.journalKey(name.journal.bytes, epoch: name.epoch) else { return nil }
        self.init(epochKey: epochKey, name: name)
    }

    /// HKDF(epoch key, L("op-key") ‖ journal ‖ epoch).
    init(epochKey: borrowing Secret, name: Name) {
        secret = epochKey.derive("op-key", OperationHeader.keyContext(journal: name.journal, epoch: name.epoch))
    }
}

extension OpenVault {
    /// The key of an epoch; throws if the vault does not have it, even in the newest state on the disk: another program may have
    /// rotated keys meanwhile.
    func operationKey(journal: JournalID, epoch: UInt32) throws -> OperationKey {
        let name = OperationKey.Name(journal: journal, epoch: epoch)
        if let key = operationKeys[name] { return key }
        if let key = OperationKey(name, from: keys.body) { return keep(key, as: name) }
        if knownMissing.contains(name) { throw EngineError.noSuchJournal(journal.description) }
        try keys.refresh()
        guard let key = OperationKey(name, from: keys.body) else {
            knownMissing.insert(name)
            throw EngineError.noSuchJournal(journal.description)
        }
        return keep(key, as: name)
    }

    private func keep(_ key: OperationKey, as name: OperationKey.Name) -> OperationKey {
        operationKeys[name] = key
        return key
    }

    /// The epoch for new operations: the log's, as long as its key is here. A log from an older copy may name one whose key was
    /// destroyed.
    func currentEpoch(of journal: JournalID, in writer: StoreWriter) throws -> UInt32 {
        let said = try writer.epoch(of: journal)
        do {
            _ = try operationKey(journal: journal, epoch: said)
            return said
        } catch {
            // Never under an earlier key than the log says: it may be about to be destroyed.
            guard let epoch = keys.body.epochs(of: journal.bytes).last else {
                throw EngineError.noSuchJournal(journal.description)
            }
            guard epoch > said else { throw error }
            return epoch
        }
    }
}
