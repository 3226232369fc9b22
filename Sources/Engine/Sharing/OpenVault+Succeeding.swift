import Ledger
import Store
import Sync
import Vault

/// New keys for a person after somebody else may have had the old ones: a device was taken while it was open.
extension OpenVault {
    /// Replaces the keys of this person and of this device in every journal, and gives each journal a key that the old ones do not open.
    /// All other devices of this person are dropped by it. Only the present recovery code can say so, and a code that was replaced
    /// cannot. Where the present one was not given the `recover` key when it took its place, it needs `former` beside it: the code under
    /// which the keys were made, as typed. The new keys are under the present code. Throws `VaultError.wrongRecoveryCode` where `code` is
    /// not the present one, and `SharingError.otherRecoveryCode` where `former` is needed and is not that code.
    ///
    /// To be called right behind a round of sync, and where it was broken off (`isSucceeding`), again. Where this vault syncs, the first
    /// operation is laid into the relay by the old device, and lets the new one in for the others. Afterwards this vault is to be opened anew.
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
            let control = try control(of: journal)
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

    /// Throws what would keep `succeed` from beginning, before anything is changed for it.
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

    /// A change of keys was begun and broken off.
    package var isSucceeding: Bool { keys.body.nextIdentity != nil }

    /// Lays an operation into the relay by the first of these devices that it lets in. One that it refuses for what stands before it is
    /// forgotten here, to be made anew.
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

    /// Writes the operation for one journal, or finds the one that waits since this was broken off.
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
            let seen = try writer.seenHead(of: journal)
            let header = OperationHeader(
                lane: .control, journal: journal, epoch: epoch, device: device, position: 1,
                previous: [UInt8](repeating: 0, count: 32), seenPosition: seen.position, seenHead: seen.value,
                bodyCount: UInt32(body.count))
            let operation = Operation(header: header, body: body) { signer.sign($0) }
            try writer.append(operation, payload: nil)
            return operation
        }
    }

    /// The chains of the new device begin: what the old one has confirmed is nobody's measure any more.
    private func noteHeads() throws {
        heads.removeAll()
        writeHeads()
    }

    /// Opens the account of the new keys at the relay, for this vault opened anew, and takes the recovery code's login along.
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

    /// The name of the keys that were replaced last.
    private static let formerIdentity = "former-identity"
}
