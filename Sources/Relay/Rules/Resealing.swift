import Ledger
import Sync

/// Replaces stored operations, whose key is to be destroyed, by their form under a later key.
///
/// The position, hash and time of an operation remain; of its bytes only the encrypted part changes. A relay cannot know whether
/// the new part has the same content. So it accepts one only from the owner, who may have the past deleted, and from the author.
package struct Resealing: Sendable {
    package var journal: JournalID
    package var account: [UInt8]
    /// Re-encrypted forms, in any order.
    package var operations: [CheckedOperation]

    package init(journal: JournalID, account: [UInt8], operations: [CheckedOperation]) {
        (self.journal, self.account, self.operations) = (journal, account, operations)
    }

    /// Replaces stored operations by later forms, up to the first that is refused; the same and later forms are kept. Throws
    /// `RelayRefusal.notFound` if the journal is not here or not the account's.
    package func carryOut(in tables: RelayTables) throws -> Push.Outcome {
        guard var row = try tables.journal(journal, isLocked: true) else { throw RelayRefusal.notFound }
        let role = try tables.role(of: account, in: journal)
        guard role != nil || row.uploader == account else { throw RelayRefusal.notFound }
        guard let role else { throw RelayRefusal.role }
        var outcome = Push.Outcome(
            receipt: PushReceipt(accepted: [], headPosition: row.head.position, head: row.head.value), owner: row.owner)
        do {
            for checked in operations {
                guard let accepted = try take(checked, &row, mayAll: role == .owner, in: tables) else { continue }
                outcome.receipt.accepted.append(accepted)
            }
        } catch let refusal as RelayRefusal {
            outcome.refusal = refusal
        }
        try tables.put(row, of: journal)
        return outcome
    }

    /// `nil` for an operation replaced by a checkpoint.
    private func take(
        _ checked: CheckedOperation, _ row: inout JournalRow, mayAll: Bool, in tables: RelayTables
    ) throws -> PushReceipt.Accepted? {
        let operation = checked.operation
        let header = operation.header
        guard header.journal == journal, operation.resealedEpoch != nil else { throw RelayRefusal.invalid(.shape) }
        guard operation.sealedEpoch <= row.epoch else {
            throw RelayRefusal.staleEpoch(epoch: row.epoch, position: row.head.position)
        }
        guard let device = try tables.device(header.device, in: journal), header.position <= device.position else {
            throw RelayRefusal.gap(expected: header.position)
        }
        guard mayAll || device.identity == account else { throw RelayRefusal.role }
        guard let found = try tables.find(header.position, of: header.device, in: journal) else { return nil }
        guard found.hash == operation.hash else { throw RelayRefusal.deviceFork(place: header.position) }
        try checked.check(signedBy: device.publicKey)
        guard let held = try tables.operation(at: found.accepted.position, of: journal),
            let present = try? Operation(reading: held)
        else { throw RelayStorageError.damaged }
        guard operation.sealedEpoch > present.sealedEpoch else { return found.accepted }
        try tables.replace(checked.bytes, at: found.accepted.position, of: journal)
        row.bytes += Int64(checked.bytes.count - held.count)
        try tables.add(Int64(checked.bytes.count - held.count), toMember: device.identity, of: journal)
        return found.accepted
    }
}
