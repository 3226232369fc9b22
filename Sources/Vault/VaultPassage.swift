import Foundation

/// A vault in transit to another device of its owner: the file with its recovery and passkey slots only, so that no passphrase
/// can be tried on it, and without the signing key of the device that made it.
///
/// The other device's vault is the same one: same name, key and recovery code, with its own passphrase and device key.
package struct VaultPassage: Sendable {
    /// The file's bytes, at most 64 KiB: `vault.md`.
    package let bytes: [UInt8]
    private let file: VaultFile

    /// Reads a received passage. Refuses anything but a sound vault file.
    package init(bytes: [UInt8]) throws(VaultError) {
        file = try VaultFile(bytes: bytes)
        self.bytes = bytes
    }

    fileprivate init(_ file: VaultFile) { (self.file, bytes) = (file, file.bytes) }

    /// The vault's key, by the recovery code; throws `.wrongRecoveryCode` for another one.
    package func vaultKey(_ code: borrowing RecoveryCode) throws(VaultError) -> Secret {
        for slot in file.header.slots {
            if let key = try slot.open(vault: file.header.vault, recoveryCode: code) { return key }
        }
        throw .wrongRecoveryCode
    }

    package func body(_ vaultKey: borrowing Secret) throws(VaultError) -> VaultBody { try file.open(vaultKey: vaultKey) }

    fileprivate var header: VaultHeader { file.header }
}

extension UnlockedVault {
    /// A passage of this vault; `edit` changes the passage, not the vault itself.
    package borrowing func passage(
        _ edit: (inout VaultBody) throws(VaultError) -> Void
    ) throws(VaultError) -> VaultPassage {
        var copy = try VaultBody(decoding: body.encoded())
        try edit(&copy)
        copy.keyChange = nil
        copy.becomeAnotherDevice(name: "")
        let slots = header.slots.filter { $0.type.isRecovery || $0.type == .passkey }
        guard slots.contains(where: \.type.isRecovery) else { throw .noSlot(.recovery) }
        guard let header = header.next(step: 0, slots: slots) else { throw .tooLarge }
        return VaultPassage(try VaultFile(header: header, body: copy, vaultKey: vaultKey()))
    }
}

extension VaultFolder {
    /// Creates a vault from another device's passage, in a folder without one; see `create`.
    package func create(
        from passage: VaultPassage, vaultKey: borrowing Secret, passphrase: borrowing Secret, cost: Argon2Cost = .standard,
        deviceName: String, mustNotHold: [String] = []
    ) throws(VaultError) -> UnlockedVault {
        var body = try passage.body(vaultKey)
        body.becomeAnotherDevice(name: deviceName)
        let own = try Keyslot(
            passphrase: passphrase, cost: cost, id: .random(), vault: passage.header.vault, vaultKey: vaultKey)
        let slots = [own] + passage.header.slots.filter(\.type.isRecovery)
        guard let header = passage.header.next(step: 1, slots: slots) else { throw .tooLarge }
        return try create(header: header, body: body, vaultKey: vaultKey, openedBy: own.id, cost: cost, mustNotHold: mustNotHold)
    }
}
