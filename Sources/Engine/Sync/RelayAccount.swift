import Ledger
import Store
import Sync
import Vault

/// The relay that a vault syncs through: saved in the vault file, as `{"url"}`.
extension OpenVault {
    static let relaySetting = "relay"

    /// The relay's address; `nil` if this vault does not sync.
    package func relayAddress() throws -> RelayAddress? { try OpenVault.relayAddress(keys) }

    static func relayAddress(_ keys: borrowing UnlockedVault) throws -> RelayAddress? {
        guard let bytes = keys.body[setting: relaySetting], let json = try? JSON(reading: bytes), let url = json["url"]?.string
        else { return nil }
        return try RelayAddress(url)
    }

    /// Saves the relay's address; `nil` turns off sync on this device. What was read of a relay's log stays known.
    package func keepRelay(_ address: RelayAddress?) throws {
        let bytes = address.map { JSON.object(["url": .string($0.text)]).bytes }
        try keys.update { (body) throws(VaultError) in body[setting: OpenVault.relaySetting] = bytes }
    }

    /// Starts over with a relay of which nothing is known: another one, or the same after it was left.
    package func forgetRelayLogs() throws {
        for journal in try store.journals() where try store.relayStanding(of: journal).head.position > 0 {
            // Earlier operations say which log of another relay their author had seen: someone must confirm that this one is
            // right.
            try rereadRelay(of: journal, recovering: true)
        }
        try store.suspectVaultCopy()
        try keys.update { (body) throws(VaultError) in
            for pin in body.settings(beginningWith: OpenVault.pinPrefix) { body[setting: pin] = nil }
        }
    }

    /// A client of the relay that signs as this device. It holds the device's signing key until it is released.
    package func relayClient(_ transport: (RelayAddress) -> any RelayTransport) throws -> RelayClient {
        guard let address = try relayAddress() else { throw SyncError.notSet }
        return relayClient(address, over: transport(address))
    }

    func relayClient(_ address: RelayAddress, over transport: any RelayTransport) -> RelayClient {
        let signer = keys.body.deviceSigner()
        return RelayClient(address, device: device, transport: transport) { signer.sign($0) }
    }

    /// The request that opens the account at a relay, or adds this device to it.
    package func accountRequest(invitation: String? = nil) -> AccountRequest {
        let key = keys.body.devicePublicKey
        return AccountRequest(
            owner: owner, device: key, certificate: keys.body.signAsIdentity(Genesis.certificateMessage(device: key)),
            invitation: invitation)
    }

    /// The request that adds the recovery code's key to the account, so that a new device may request the copy of the vault with
    /// the code alone.
    package func recoveryAccountRequest() -> AccountRequest {
        let login = keys.body.recoveryLogin
        return AccountRequest(
            owner: owner, device: login, certificate: keys.body.signAsIdentity(Genesis.certificateMessage(device: login)))
    }
}
