import Ledger
import Vault

extension Ledger.Operation {
    /// What it says: opened under the operation key of `sealedEpoch`, and where that is a later epoch held against what its author has
    /// signed. Throws `SealError` where it does not open, `LedgerError.badSignature` where a proof is there and shows something else.
    package func plaintext(key: borrowing Secret) throws -> [UInt8] {
        let plaintext = try Seal.open(body, key: key, context: sealingContext)
        guard let proof else { return plaintext }
        guard let witness = try? Cobblestone.open(proof, key: key, context: proofContext),
            let first = Seal.message(saying: plaintext, witness: witness), digest(first) == bodyHash
        else { throw LedgerError.badSignature }
        return plaintext
    }

    /// The same operation sealed under the operation key of a later epoch, with the proof that it says what it said; `nil` where it does
    /// not open under the old one.
    func sealedAnew(epoch: UInt32, from old: borrowing Secret, to new: borrowing Secret) -> Ledger.Operation? {
        guard let payload = try? plaintext(key: old) else { return nil }
        let witness =
            resealedEpoch == nil
            ? try? Seal.witness(of: body, key: old, context: sealingContext)
            : proof.flatMap { try? Cobblestone.open($0, key: old, context: proofContext) }
        return resealed(
            epoch: epoch, body: Seal.seal(payload, key: new, context: resealingContext),
            proof: witness.map { Cobblestone.seal($0, key: new, context: proofContext) })
    }
}
