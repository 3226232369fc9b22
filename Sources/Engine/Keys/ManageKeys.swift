import Base
import Vault

/// A key slot as plain values.
package struct KeyslotSummary: Hashable, Sendable {
    /// The slot's id, 32 hexadecimal digits.
    package let id: String
    /// `argon2id`, `recovery`, `keychain`, `prf`, or a type of a newer version.
    package let type: String
    /// The relying party of a passkey; `nil` for other types.
    package let detail: String?

    init(_ slot: Keyslot) {
        (id, type) = (slot.id.description, slot.type.name)
        detail = slot.passkey?.relyingParty
    }
}

extension OpenVault {
    /// The slots that unlock this vault, as they are on the disk now.
    package func keyslots() throws -> [KeyslotSummary] { try VaultOpening.read(location).header.slots.map(KeyslotSummary.init) }

    /// Whether this is the vault's passphrase, even one that another program has set meanwhile.
    package func isPassphrase(_ typed: [UInt8]) throws -> Bool {
        do {
            let found = try VaultOpening.read(location).unlock(passphrase: Secret(copying: typed))
            return isUnlocked(by: found.vaultKey())
        } catch VaultError.wrongPassphrase {
            return false
        } catch VaultError.passphraseRefused {
            return false
        }
    }

    /// The vault as its file is now, opened with the key that it has.
    package func openedAgain() throws -> OpenVault {
        try OpenVault(try VaultOpening.read(location).unlock(vaultKey: keys.vaultKey()), at: location, surroundings: surroundings)
    }

    /// A copy of the vault's key, to open it again.
    func vaultKey() -> Secret { keys.vaultKey() }

    func isUnlocked(by key: consuming Secret) -> Bool { key.isEqual(to: keys.vaultKey()) }

    /// Replaces the passphrase: rewrites one slot and nothing else. Throws `KeysError.samePassphrase` for the present one, where
    /// that was typed.
    package func changePassphrase(to passphrase: consuming Secret, from present: consuming Secret? = nil) throws {
        if let present, present.isEqual(to: passphrase) { throw KeysError.samePassphrase }
        try keys.changePassphrase(to: passphrase)
    }

    /// The same, but checks the present passphrase first; throws `VaultError.wrongPassphrase`.
    package func changePassphrase(from old: [UInt8], to new: [UInt8], cost: Argon2Cost = .standard) throws {
        guard try isPassphrase(old) else { throw VaultError.wrongPassphrase }
        guard old != new else { throw KeysError.samePassphrase }
        try keys.changePassphrase(to: Secret(copying: new), cost: cost)
    }

    /// Adds a passphrase; throws `KeysError.tooManyPassphrases` at the limit.
    package func addPassphrase(_ passphrase: consuming Secret, cost: Argon2Cost = .standard) throws {
        guard try keys.addPassphrase(passphrase, cost: cost) else {
            throw KeysError.tooManyPassphrases(limit: UnlockedVault.passphraseLimit)
        }
    }

    /// Adds a passkey: `output` is the 32 bytes that it answered to `salt`, 32 random bytes. A slot of the same credential is
    /// replaced.
    /// - Returns: the slot's id.
    package func addPasskey(credential: [UInt8], rp: String, salt: [UInt8], output: [UInt8]) throws -> String {
        try keys.addPasskey(
            credential: credential, relyingParty: rp, salt: salt, output: Secret(copying: output)
        ).description
    }

    package func addKeychain() throws {
        let key = Secret.random(count: 32)
        let vault = keys.header.vault
        let before = try Keychain.load(vault: vault)
        try Keychain.store(key, vault: vault, label: "Auralyst vault")
        do {
            _ = try keys.replaceKeychainSlots(key: key)
        } catch {
            // Restores the keychain's former key, which opens the slot that is still there. The thrown error says that nothing
            // was added.
            if let before {
                // Without it the passphrase and the recovery code still unlock the vault.
                try? Keychain.store(before, vault: vault, label: "Auralyst vault")
            } else {
                // It opens no slot, and the thrown error says the rest.
                _ = try? Keychain.remove(vault: vault)
            }
            throw error
        }
    }

    /// Removes a slot by the beginning of its id, and the keychain's key with its slot.
    package func removeSlot(_ typed: String) throws {
        // Read again: another program may have added it.
        let slots = try VaultOpening.read(location).header.slots
        let found = slots.filter { $0.id.description.hasPrefix(typed.lowercased()) }
        guard found.count == 1, !typed.isEmpty else { throw VaultError.noSuchSlot }
        try keys.removeSlot(found[0].id)
        // The slot is gone: a key left in the keychain opens nothing.
        if found[0].type == .keychain { _ = try? Keychain.remove(vault: keys.header.vault) }
    }

    /// Records that the owner typed the recovery code back; throws if it is not this vault's, even if another program has replaced
    /// the code meanwhile.
    package func proveRecoveryCode(_ typed: String) throws {
        let found = try VaultOpening.read(location).unlock(recoveryCode: RecoveryCode(typed: typed))
        guard isUnlocked(by: found.vaultKey()) else { throw VaultError.wrongRecoveryCode }
        let now = surroundings.now()
        try keys.update { (body) throws(VaultError) in body.recoveryProven = now }
        unprovenCode = nil
    }

    /// Replaces the recovery code; the old one no longer works. The caller shows the new one.
    package func replaceRecoveryCode(with code: consuming RecoveryCode) throws {
        try keys.replaceRecoveryCode(with: code)
        unprovenCode = nil
    }

    /// The same with a code that is generated here.
    /// - Returns: the code, also available from `unprovenRecoveryCode` until it is checked.
    package func replaceRecoveryCode() throws -> String {
        let code = RecoveryCode.random()
        let text = code.text()
        try keys.replaceRecoveryCode(with: code)
        unprovenCode = consume code
        return text
    }

    /// A recovery code that was generated in this program, until its owner has checked it.
    package func unprovenRecoveryCode() -> String? { unprovenCode?.text() }

    /// Keeps the recovery code of a new vault, to be shown until it is checked.
    func keepUnproven(_ code: consuming RecoveryCode) { unprovenCode = consume code }

    /// Keeps the vault's key between commands.
    package func keepKey(in holder: KeyHolder, seconds: Int) throws {
        let mark = AgentMark(at: location)
        // Another agent must not keep a second copy of the key.
        if let former = mark.holder, former != holder { try former.drop(vault: keys.header.vault) }
        var isMarked = false
        if case .agent(let socketPath) = holder { isMarked = mark.write(socketPath) } else { mark.remove() }
        try holder.put(
            key: keys.vaultKey(), vault: keys.header.vault, seconds: seconds, mark: isMarked ? mark.path : nil)
    }
}
