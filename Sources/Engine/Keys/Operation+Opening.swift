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

extension OpenVault {
    /// The content of an operation; `nil` for the control lane. Checks signature and encryption.
    func payload(of operation: Operation) throws -> Payload? {
        do {
            return try written(in: operation).map { try counted($0, of: operation) }
        } catch let error as EngineError {
            throw error
        } catch {
            throw EngineError.damagedOperation(position: operation.header.position)
        }
    }

    /// The content of an operation, whether it counts or not; `nil` for the control lane.
    func written(in operation: Operation) throws -> Payload? {
        if let key = deviceKeys[operation.header.device] { try operation.verify(publicKey: key) }
        guard operation.header.lane != .control else { return nil }
        let key = try operationKey(journal: operation.header.journal, epoch: operation.sealedEpoch)
        do {
            return try Payload(reading: operation.plaintext(key: key.secret))
        } catch {
            throw EngineError.damagedOperation(position: operation.header.position)
        }
    }
}
