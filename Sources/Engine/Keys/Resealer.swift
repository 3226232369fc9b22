import Base
import Ledger

/// Re-encrypts operations from their own keys to a later one, on all processors: this is what takes the time.
struct Resealer: Sendable {
    let keys: [OperationKey.Name: OperationKey]
    let epoch: UInt32

    /// The re-encrypted forms in the same order; `nil` for an operation that needs nothing, or cannot be decrypted.
    func reseal(_ operations: [Ledger.Operation?]) -> [Ledger.Operation?] {
        inParallel(operations) { $0.flatMap(reseal) }
    }

    private func reseal(_ operation: Ledger.Operation) -> Ledger.Operation? {
        let journal = operation.header.journal
        guard operation.header.lane != .control, operation.sealedEpoch < epoch,
            let old = keys[OperationKey.Name(journal: journal, epoch: operation.sealedEpoch)],
            let new = keys[OperationKey.Name(journal: journal, epoch: epoch)]
        else { return nil }
        return operation.resealed(epoch: epoch, from: old.secret, to: new.secret)
    }
}
