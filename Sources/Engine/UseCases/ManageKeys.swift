import Vault

extension OpenVault {
    /// The slots that open this vault.
    package func slots() -> [(id: String, type: String)] {
        keys.header.slots.map { ($0.id.description, $0.type.name) }
    }

    /// Another passphrase in the place of the present one: one slot is rewritten, nothing else.
    package func changePassphrase(to passphrase: consuming Secret) throws {
        try keys.changePassphrase(to: passphrase)
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
            // The keychain goes back to what opens the slot that is still there.
            if let before {
                try? Keychain.store(before, vault: vault, label: "Auralyst vault")
            } else {
                _ = try? Keychain.remove(vault: vault)
            }
            throw error
        }
    }

    /// Takes a slot away by the beginning of its name; the keychain's key with it.
    package func removeSlot(_ typed: String) throws {
        let found = keys.header.slots.filter { $0.id.description.hasPrefix(typed.lowercased()) }
        guard found.count == 1, !typed.isEmpty else { throw VaultError.noSuchSlot }
        try keys.removeSlot(found[0].id)
        // The slot is gone: a key that stays in the keychain opens nothing.
        if found[0].type == .keychain { _ = try? Keychain.remove(vault: keys.header.vault) }
    }

    /// Notes that the owner typed the recovery code back; throws when it is not this vault's.
    package func proveRecoveryCode(_ typed: String) throws {
        let code = try RecoveryCode(typed: typed)
        guard try keys.isRecoveryCode(code) else { throw VaultError.wrongRecoveryCode }
        let now = surroundings.now()
        try keys.update { (body) throws(VaultError) in body.recoveryProven = now }
    }

    /// Puts a new recovery code in the place of the old one, which opens nothing afterwards. The caller shows it.
    package func replaceRecoveryCode(with code: consuming RecoveryCode) throws {
        try keys.replaceRecoveryCode(with: code)
    }

    /// Keeps the vault's key between commands.
    package func keep(in holder: KeyHolder, seconds: Int) throws {
        try holder.put(key: keys.vaultKey(), vault: keys.header.vault, seconds: seconds)
    }
}
