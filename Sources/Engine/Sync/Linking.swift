import Base
import Basics
import Foundation
import Ledger
import SQLite
import Store
import Sync
import Vault

/// Starting sync of a vault, and linking another device of the same person.
extension OpenVault {
    /// Opens the account at a relay and saves its address; the first round sends the existing content.
    ///
    /// `invitation`: the relay operator's code, if it requires one. The key of the recovery code is registered too: with the code
    /// alone, a new device may then request the copy of the vault, and nothing else.
    package func startSync(with address: RelayAddress, over transport: any RelayTransport, invitation: String? = nil) async throws
    {
        try keys.refresh()
        if let present = try relayAddress() { throw SyncError.alreadySet(present.text) }
        let client = relayClient(address, over: transport)
        let account = accountRequest(invitation: invitation)
        _ = try await client.info()
        try await client.open(account)
        try await client.open(recoveryAccountRequest())
        try forgetRelayLogs()
        try keepRelay(address)
        try sayDeviceName()
    }

    /// Adds this device to its person's account.
    package func openAccount(through client: RelayClient) async throws { try await client.open(accountRequest()) }

    /// Turns off sync on this device. Nothing is lost: the content stays here and at the relay.
    package func stopSync() throws {
        guard try relayAddress() != nil else { throw SyncError.notSet }
        try keepRelay(nil)
        _ = try store.write { try $0.drop(.sync) }
    }

    /// Deletes the account at the relay with everything that it has of this vault, and turns off sync on this device. Another
    /// device that still syncs would open it again and send everything again.
    package func eraseRelay(over relays: (RelayAddress) -> any RelayTransport) async throws {
        let client = try relayClient(relays)
        try await client.openSession()
        _ = try await client.ask(RelayRequest("DELETE", "/v1/account"))
        try forgetRelayLogs()
        try stopSync()
    }

    /// What is sent to a new device, or as a copy to the relay: the vault without passphrases and without this device's key.
    func passage() throws -> VaultPassage {
        try keys.refresh()
        let genesis = try OpenVault.firstOperation(keys)?.bytes
        do {
            return try keys.passage { (body) throws(VaultError) in
                body[setting: OpenVault.founded] = [1]
                body[setting: OpenVault.genesisOperation] = genesis
                // State that only this device can continue.
                for prefix in [OpenVault.rotationPrefix, OpenVault.genesisPrefix, OpenVault.foundingPrefix] {
                    for setting in body.settings(beginningWith: prefix) { body[setting: setting] = nil }
                }
            }
        }
    }

    /// Sends the vault to the new device that shows a code.
    package func approveDevice(_ code: LinkCode, through client: RelayClient) async throws {
        guard let publicKey = try await client.takeMessage(from: code.offerBox), publicKey.count == 32
        else { throw SyncError.noSuchCode }
        guard let answer = LinkAnswer.bytes(to: publicKey, code: code, vaultKey: keys.vaultKey(), passage: try passage())
        else { throw SyncError.noSuchCode }
        // The answer is longer than what a relay keeps for strangers.
        try await client.openSession()
        try await client.leave(answer, in: code.answerBox, session: true)
    }

    /// Creates the vault of a new device in an empty folder from what another device or the relay has sent. Its journals are
    /// empty until the first round.
    package static func create(
        from linked: consuming LinkedVault, at location: VaultLocation, relay address: RelayAddress,
        passphrase: consuming Secret, surroundings: Surroundings, deviceName: String, cost: Argon2Cost = .standard
    ) throws -> OpenVault {
        let folder = VaultFolder(path: location.folder)
        var unlocked = try folder.create(
            from: linked.passage, vaultKey: linked.vaultKey, passphrase: passphrase, cost: cost, deviceName: deviceName,
            mustNotHold: ["journal.db", "journal.heads"])
        // On phones, a first derivation was seen to go wrong: the passphrase opens the vault before anything is put into it.
        do { _ = try folder.read().unlock(passphrase: passphrase) } catch VaultError.wrongPassphrase {
            // What stays of it opens with nothing.
            try? folder.destroyKeys()
            throw EngineError.unsteadyKey
        }
        let key = unlocked.databaseKey()
        do {
            let store = try unsafe key.withBytes { bytes in
                try unsafe Store(.file(location.database, mustExist: false), key: bytes)
            }
            try store.walCheckpoint()
        }
        guard FileAccess.makePrivate(location.database) else { throw EngineError.file(path: location.database, code: errno) }
        let setting = JSON.object(["url": .string(address.text)]).bytes
        try unlocked.update { (body) throws(VaultError) in body[setting: relaySetting] = setting }
        return try OpenVault(unlocked, at: location, surroundings: surroundings)
    }

    /// Adds a device that has just read all journals to them, and writes its name.
    package func enterJournals() throws {
        try enterSharedJournals()
        try sayDeviceName()
    }

    /// Fetches the relay's copy of the vault with the recovery code.
    package static func recover(
        _ code: borrowing RecoveryCode, from address: RelayAddress, over transport: any RelayTransport
    ) async throws -> LinkedVault {
        let signer = code.recoverSigner()
        let client = RelayClient(address, device: DeviceID(publicKey: code.recoverPublicKey()), transport: transport) {
            signer.sign($0)
        }
        do {
            try await client.openSession()
        } catch SyncError.refused(.noSession) {
            throw SyncError.noCopy
        }
        guard let copy = try await client.vaultCopy() else { throw SyncError.noCopy }
        let passage = try VaultPassage(bytes: copy.bytes)
        return LinkedVault(vaultKey: try passage.vaultKey(code), passage: passage)
    }
}

/// A new device that waits for another of its owner's devices to send it the vault.
package struct Link: ~Copyable {
    private let offer = LinkOffer()
    private let client: RelayClient

    /// The code to type on the other device.
    package var code: LinkCode { offer.code }

    package init(_ address: RelayAddress, over transport: any RelayTransport) {
        // It has no key and no account yet: mailboxes are open to everyone.
        client = RelayClient(address, device: DeviceID(publicKey: []), transport: transport) { _ in [] }
    }

    /// Publishes the offer: from now on the code can be typed.
    package borrowing func begin() async throws {
        _ = try await client.info()
        try await client.leave(offer.publicKey, in: offer.code.offerBox, session: false)
    }

    /// The vault, once the other device has approved; `nil` before.
    package borrowing func vault() async throws -> LinkedVault? {
        guard let answer = try await client.takeMessage(from: offer.code.answerBox) else { return nil }
        return try offer.open(answer)
    }

    /// How long a relay keeps the offer, and with it the code works: ten minutes, in milliseconds.
    package static let validity: Int64 = 600_000

    /// Waits until the other device has approved. Throws `SyncError.notApproved` if it has not by `expiry`.
    package borrowing func wait(until expiry: Int64, now: @Sendable () -> Int64) async throws -> LinkedVault {
        while true {
            // After a sleep of this device the answer may be there, though the code has expired.
            let isOver = now() >= expiry
            do {
                if let vault = try await vault() { return vault }
                guard !isOver else { throw SyncError.notApproved }
            } catch let error as SyncError where error.isPassing && now() < expiry + 60_000 {
                // A network or a relay that is gone for a moment ends nothing, and a network comes some seconds after a sleep.
            }
            try await Task.sleep(for: .seconds(2))
        }
    }
}

extension OpenVault {
    /// A new device's first rounds: it joins the account, reads all journals, and adds itself to them.
    package func readFirst(
        over relays: @Sendable (RelayAddress) -> any RelayTransport, now: @escaping @Sendable () -> Int64,
        progress: ProgressReport = .silent
    ) async throws {
        let client = try relayClient(relays)
        try await openAccount(through: client)
        let driver = SyncDriver(self, client: client, now: now, progress: progress)
        try await driver.wholeRound()
        try enterJournals()
        try await driver.wholeRound()
    }

    /// Sends the vault to the new device that shows this code. Throws `SyncError.badCode` for an invalid one.
    package func approveDevice(typed code: String, over relays: @Sendable (RelayAddress) -> any RelayTransport) async throws {
        guard let code = LinkCode(typed: code) else { throw SyncError.badCode }
        try await approveDevice(code, through: try relayClient(relays))
    }
}
