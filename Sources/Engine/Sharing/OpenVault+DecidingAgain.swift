import Ledger
import Vault

/// Control operations that are rebuilt because another one came first: their content depends on who is a member, and which key is
/// current.
extension OpenVault {
    /// The same intention applied after the current log; `nil` if it no longer has an effect.
    func decideAgain(
        _ control: ControlOperation, behind previous: [UInt8], in journal: JournalID, epoch: UInt32
    ) throws -> ControlOperation? {
        // Including operations rebuilt before it: the same may have been said twice.
        let log = try self.controlLog(of: journal)
        switch control {
        case .add(let addition):
            guard let invitation = log.invitations[addition.invite], log.members[addition.identity.name] == nil else {
                return nil
            }
            return .add(
                MemberAddition(
                    previous: previous, identity: addition.identity, invite: addition.invite, proof: addition.proof,
                    wraps: try wraps(for: addition.identity, in: journal, history: invitation.history)))
        case .remove(let removal):
            let members = Set(removal.identities).filter { log.members[$0] != nil }
            guard !members.isEmpty else { return nil }
            let key = Secret.random(count: 32)
            let remaining = log.recipients.filter { !members.contains($0.name) }
            let change = try keyChange(to: epoch + 1, of: journal, key: key, for: remaining, back: true)
            try keys.update { (body) throws(VaultError) in
                // Waiting operations are under the superseded key until they are rebuilt.
                if let own = body.journalKey(journal.bytes, epoch: epoch + 1) {
                    body[setting: OpenVault.superseded(journal, epoch + 1)] = unsafe own.withBytes { unsafe Array($0) }
                }
                body.removeJournalKey(journal.bytes, epoch: epoch + 1)
                guard body.addJournalKey(key, journal: journal.bytes, epoch: epoch + 1) else { throw .damaged(.body) }
            }
            operationKeys[OperationKey.Name(journal: journal, epoch: epoch + 1)] = nil
            return .remove(MemberRemoval(previous: previous, identities: members, rotation: change))
        default: return nil
        }
    }
}
