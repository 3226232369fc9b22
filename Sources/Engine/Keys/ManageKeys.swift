import Base
import Vault

/// A key slot in plain values.
package struct KeyslotSummary: Hashable, Sendable {
    /// Names the slot, 32 hexadecimal digits.
    package let id: String
    /// `argon2id`, `recovery`, `keychain`, `prf`, or one that a newer version made.
    package let type: String
    /// Where a passkey belongs: its relying party. `nil` for other types.
    package let detail: String?

    init(_ slot: Keyslot) {
        (id, type) = (slot.id.description, slot.type.name)
        detail = slot.passkey?.relyingParty
    }
}

extension OpenVault {
    /// The slots that open this vault, as they stand on the disk now.
    package func keyslots() throws -> [KeyslotSummary] { try VaultOpening.read(location).header.slots.map(KeyslotSummary.init) }

    /// Whether this is the vault's passphrase, also one that another program has set meanwhile.
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

    /// Refuses what is not the vault's recovery code, also one that another program has replaced meanwhile.
    private func check(recoveryCode typed: String) throws {
        let found = try VaultOpening.read(location).unlock(recoveryCode: RecoveryCode(typed: typed))
        guard isUnlocked(by: found.vaultKey()) else { throw VaultError.wrongRecoveryCode }
    }

    /// The vault as its file says it is now, opened by the key that it has.
    package func openedAgain() throws -> OpenVault {
        try OpenVault(try VaultOpening.read(location).unlock(vaultKey: keys.vaultKey()), at: location, surroundings: surroundings)
    }

    /// Another copy of the vault's key, to open it again.
    func vaultKey() -> Secret { keys.vaultKey() }

    /// Whether a key is this vault's.
    func isUnlocked(by key: consuming Secret) -> Bool { key.isEqual(to: keys.vaultKey()) }

    /// Another passphrase in the place of the present one: one slot is rewritten, nothing else.
    package func changePassphrase(to passphrase: consuming Secret) throws {
        try keys.changePassphrase(to: passphrase)
    }

    /// The same for who shows the present passphrase first; throws `VaultError.wrongPassphrase` when it is not that.
    package func changePassphrase(from old: [UInt8], to new: [UInt8], cost: Argon2Cost = .standard) throws {
        guard try isPassphrase(old) else { throw VaultError.wrongPassphrase }
        try keys.changePassphrase(to: Secret(copying: new), cost: cost)
    }

    /// The same for who has forgotten it and shows the recovery code; throws `VaultError.wrongRecoveryCode` when it is
    /// not that.
    package func changePassphrase(
        withRecoveryCode typed: String, to new: [UInt8], cost: Argon2Cost = .standard
    ) throws {
        try check(recoveryCode: typed)
        try keys.changePassphrase(to: Secret(copying: new), cost: cost)
    }

    /// Lets one more passphrase open the vault; `KeysError.tooManyPassphrases` where as many as allowed do already.
    package func addPassphrase(_ passphrase: consuming Secret, cost: Argon2Cost = .standard) throws {
        guard try keys.addPassphrase(passphrase, cost: cost) else {
            throw KeysError.tooManyPassphrases(limit: UnlockedVault.passphraseLimit)
        }
    }

    /// Lets a passkey open the vault: `output` is the 32 bytes that it answered to `salt`, 32 random bytes. A slot of the same
    /// credential is replaced.
    /// - Returns: the slot's name.
    package func addPasskey(credential: [UInt8], rp: String, salt: [UInt8], output: [UInt8]) throws -> String {
        try keys.addPasskey(
            credential: credential, relyingParty: rp, salt: salt, output: Secret(copying: output)
        ).description
    }

    /// Lets this desktop's keychain open the vault.
    package func addKeychain() throws {
        let key = Secret.random(count: 32)
        let vault = keys.header.vault
        let before = try Keychain.load(vault: vault)
        try Keychain.store(key, vault: vault, label: "Auralyst vault")
        do {
            _ = try keys.replaceKeychainSlots(key: key)
        } catch {
            // The keychain goes back to what opens the slot that is still there. The error that is thrown says that nothing was added.
            if let before {
                // Without it the passphrase and the recovery code still open the vault.
                try? Keychain.store(before, vault: vault, label: "Auralyst vault")
            } else {
                // It opens no slot, and the error that is thrown says the rest.
                _ = try? Keychain.remove(vault: vault)
            }
            throw error
        }
    }

    /// Takes a slot away by the beginning of its name; the keychain's key with it.
    package func removeSlot(_ typed: String) throws {
        // Read anew: another program may have added it.
        let slots = try VaultOpening.read(location).header.slots
        let found = slots.filter { $0.id.description.hasPrefix(typed.lowercased()) }
        guard found.count == 1, !typed.isEmpty else { throw VaultError.noSuchSlot }
        try keys.removeSlot(found[0].id)
        // The slot is gone: a key that stays in the keychain opens nothing.
        if found[0].type == .keychain { _ = try? Keychain.remove(vault: keys.header.vault) }
    }

    /// Notes that the owner typed the recovery code back; throws when it is not this vault's.
    package func proveRecoveryCode(_ typed: String) throws {
        try check(recoveryCode: typed)
        let now = surroundings.now()
        try keys.update { (body) throws(VaultError) in body.recoveryProven = now }
        unprovenCode = nil
    }

    /// Puts a new recovery code in the place of the old one, which opens nothing afterwards. The caller shows it.
    package func replaceRecoveryCode(with code: consuming RecoveryCode) throws {
        try keys.replaceRecoveryCode(with: code)
        unprovenCode = nil
    }

    /// The same with a code that is made here.
    /// - Returns: the code, which `unprovenRecoveryCode` gives as well until it is proven.
    package func replaceRecoveryCode() throws -> String {
        let code = RecoveryCode.random()
        let text = code.text()
        try keys.replaceRecoveryCode(with: code)
        unprovenCode = consume code
        return text
    }

    /// A recovery code that was made in this program, as long as its owner has not proven it.
    package func unprovenRecoveryCode() -> String? { unprovenCode?.text() }

    /// Keeps the recovery code of a vault that was just made, to be shown until it is proven.
    func keepUnproven(_ code: consuming RecoveryCode) { unprovenCode = consume code }

    /// Keeps the vault's key between commands.
    package func keep(in holder: KeyHolder, seconds: Int) throws {
        let mark = AgentMark(at: location)
        // An agent from another place keeps no second copy of the key.
        if let former = mark.holder, former != holder { try former.drop(vault: keys.header.vault) }
        var isMarked = false
        if case .agent(let socketPath) = holder { isMarked = mark.write(socketPath) } else { mark.remove() }
        try holder.put(
            key: keys.vaultKey(), vault: keys.header.vault, seconds: seconds, mark: isMarked ? mark.path : nil)
    }
}
