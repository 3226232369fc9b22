import Ledger
import Vault

extension Ledger.Operation {
    /// Its plaintext, decrypted with the operation key of `sealedEpoch`; if that is a later epoch, checked against its author's
    /// signature. Throws `SealError` if it cannot be decrypted, `LedgerError.badSignature` if a proof is present and does not
    /// match.
    package func plaintext(key: borrowing Secret) throws -> [UInt8] {
        let plaintext = try Seal.open(body, key: key, context: sealingContext)
        guard let proof else { return plaintext }
        guard let witness = try? Cobblestone.open(proof, key: key, context: proofContext),
            let first = Seal.message(saying: plaintext, witness: witness), digest(first) == bodyHash
        else { throw LedgerError.badSignature }
        return plaintext
    }

    /// The same operation re-encrypted under the operation key of a later epoch, with the proof that its content is unchanged;
    /// `nil` if it cannot be decrypted with the old key.
    func resealed(epoch: UInt32, from old: borrowing Secret, to new: borrowing Secret) -> Ledger.Operation? {
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
