import Ledger
import Store
import Sync
import Vault

/// New keys for a person after someone else may have had the old ones: a device was stolen while it was unlocked.
extension OpenVault {
    /// Replaces the keys of this person and of this device in every journal, and gives each journal a key that the old ones do
    /// not decrypt. All other devices of this person are dropped. Only the present recovery code can authorize this, not a
    /// replaced one. If the present one was not given the `recover` key when it replaced the former, `former` is needed too: the
    /// code under which the keys were created, as typed. The new keys are under the present code. Throws
    /// `VaultError.wrongRecoveryCode` if `code` is not the present one, and `SharingError.otherRecoveryCode` if `former` is
    /// needed and wrong.
    ///
    /// Call it right after a round of sync, and again if it was interrupted (`isSucceeding`). If this vault syncs, the old device
    /// sends the first operation to the relay, which admits the new one for the others. Reopen the vault afterwards.
    package func succeed(
        by code: borrowing RecoveryCode, with former: String? = nil, over relays: (RelayAddress) -> any RelayTransport
    ) async throws {
        let recover = try requireSuccession(by: code, with: former)
        let newRecover = code.recoverPublicKey()
        try keys.update { (body) throws(VaultError) in body.prepareSuccession(recover: newRecover) }
        guard let signer = keys.body.nextDeviceSigner(), let key = keys.body.nextDevicePublicKey else {
            throw EngineError.unfinished
        }
        let address = try relayAddress()
        let clients = try address.map { address in
            let next = RelayClient(address, device: DeviceID(publicKey: key), transport: relays(address)) { signer.sign($0) }
            return [try relayClient(relays), next]
        }
        for journal in try store.journals() where try !isDestroyed(journal) {
            let control = try controlLog(of: journal)
            guard let member = membership(in: control) else { continue }
            let operation = try succession(of: member, in: journal, control, recover: recover)
            if let clients { try await lay(operation, into: clients) }
        }
        try noteHeads()
        let former = owner.name
        try keys.revoke { (body) throws(VaultError) in
            body.succeed()
            body.keyChange?.journals = .done
            body[setting: OpenVault.formerIdentity] = former
        }
    }

    /// Throws what would prevent `succeed` from beginning, before anything is changed.
    /// - Returns: who signs it.
    @discardableResult
    package func requireSuccession(by code: borrowing RecoveryCode, with former: String?) throws -> DeviceSigner {
        try keys.refresh()
        guard try keys.isRecoveryCode(code) else { throw VaultError.wrongRecoveryCode }
        let formerSigner = try former.flatMap { keys.body.recoverSigner(by: try RecoveryCode(typed: $0)) }
        guard let recover = keys.body.recoverSigner(by: code) ?? formerSigner else { throw SharingError.otherRecoveryCode }
        guard try lostOperations == 0 && store.missingOperations() == 0 else { throw KeysError.needsRepair }
        return recover
    }

    /// A change of keys was interrupted.
    package var isSucceeding: Bool { keys.body.nextIdentity != nil }

    /// Sends an operation to the relay by the first of these devices that it admits. One refused because of an earlier operation
    /// is forgotten here, to be rebuilt.
    private func lay(_ operation: Ledger.Operation, into clients: [RelayClient]) async throws {
        var refused: SyncError?
        for client in clients {
            do {
                try await client.openSession()
                _ = try await client.push([operation.bytes], to: operation.header.journal)
                return
            } catch SyncError.refused(let refusal) where [.noSession, .notFound, .role].contains(refusal) {
                refused = .refused(refusal)
            } catch SyncError.refused(let refusal) where refusal.isAboutOperations {
                try store.write { _ = try $0.takeBack(of: operation.header.journal, device: operation.header.device, .all) }
                throw SyncError.refused(refusal)
            }
        }
        if let refused { throw refused }
    }

    /// Writes the operation for one journal, or finds the one that waits from an interrupted run.
    private func succession(
        of member: Member, in journal: JournalID, _ control: ControlLog, recover: DeviceSigner
    ) throws -> Ledger.Operation {
        guard let next = keys.body.nextIdentity, let key = keys.body.nextDevicePublicKey,
            let signer = keys.body.nextDeviceSigner(),
            let certificate = keys.body.signAsNextIdentity(Genesis.certificateMessage(device: key))
        else { throw EngineError.unfinished }
        let new = IdentityKeys(sign: next.signing, agree: next.agreement, recover: next.recover)
        let device = DeviceID(publicKey: key)
        let recipients = control.recipients.filter { $0.name != member.identity.name } + [new]
        if let waiting = try store.outbox(of: journal, by: Sender(device)).first(where: { $0.device == device }) {
            return try Operation(reading: waiting.bytes)
        }
        let (epoch, previous) = try store.read { writer in
            guard let last = try writer.lastControl(of: journal, device: self.device) else { throw EngineError.unfinished }
            return (try currentEpoch(of: journal, in: writer), try Operation(reading: last).hash)
        }
        let secret = Secret.random(count: 32)
        let change = try keyChange(to: epoch + 1, of: journal, key: secret, for: recipients, back: true)
        let old = member.identity.name
        let message = Succession.proofMessage(journal: journal, previous: previous, old: old, new: new.name)
        let body = ControlOperation.succeed(
            Succession(
                previous: previous, identity: old, new: new, proof: recover.sign(message), device: key, certificate: certificate,
                rotation: change)
        ).body
        try keys.update { (stored) throws(VaultError) in
            stored.removeJournalKey(journal.bytes, epoch: epoch + 1)
            guard stored.addJournalKey(secret, journal: journal.bytes, epoch: epoch + 1) else { throw .damaged(.body) }
        }
        operationKeys[OperationKey.Name(journal: journal, epoch: epoch + 1)] = nil
        return try store.write { writer in
            let operation = signer.control(
                body, in: journal, epoch: epoch, of: device, at: .first, seen: try writer.seenHead(of: journal))
            try writer.append(operation, payload: nil)
            return operation
        }
    }

    /// Starts the chains of the new device: what the old one confirmed no longer applies.
    private func noteHeads() throws {
        heads.removeAll()
        writeHeads()
    }

    /// Opens the account of the new keys at the relay, for this reopened vault, and moves the recovery code's login to it.
    package func openSucceededAccount(by code: borrowing RecoveryCode, through client: RelayClient) async throws {
        let login = code.recoverPublicKey()
        if let former = keys.body[setting: OpenVault.formerIdentity], login == keys.body.recoveryLogin {
            let proof = code.recoverSigner().sign(AccountRequest.Move.message(from: former, to: owner.name))
            try await client.open(
                AccountRequest(
                    owner: owner, device: login, certificate: keys.body.signAsIdentity(Genesis.certificateMessage(device: login)),
                    move: AccountRequest.Move(account: former, proof: proof)))
        }
        try await client.open(accountRequest())
    }

    /// The setting that names the keys replaced last.
    private static let formerIdentity = "former-identity"
}
