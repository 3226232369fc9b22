import Base
import Basics
import Engine
import Foundation
import Vault

/// Gives the vault another key, for commands, while no other program has it open, and prints what no longer opens it.
enum NewVaultKey {
    /// Changes the vault key after its owner has shown the passphrase or the recovery code. Asks for the passphrase to use from now on.
    ///
    /// Scripts: `AURALYST_PASSPHRASE_FILE` has the present passphrase, which stays, unless `AURALYST_NEW_PASSPHRASE_FILE` has another one.
    static func run(_ proof: consuming KeyProof, at location: VaultLocation) async throws -> OpenVault {
        let passphrase = try passphrase(present: proof.passphrase?.duplicate())
        return try await change(proof.unlocked, to: passphrase, at: location)
    }

    /// The same by the recovery code.
    static func run(_ location: VaultLocation, code: borrowing RecoveryCode) async throws -> OpenVault {
        let locked = try VaultOpening.read(location)
        let unlocked = try locked.unlock(recoveryCode: code)
        guard Variables["AURALYST_NEW_PASSPHRASE_FILE"] == nil,
            let present = try PassphrasePrompt.fromFile(namedBy: "AURALYST_PASSPHRASE_FILE")
        else { return try await change(unlocked, to: try newPassphrase(), at: location) }
        // It must be the vault's: a mistake in the file would lock its owner out.
        _ = try locked.unlock(passphrase: present)
        return try await change(unlocked, to: present, at: location)
    }

    private static func passphrase(present: consuming Secret?) throws -> Secret {
        guard let present else { return try newPassphrase() }
        let isNew =
            Variables["AURALYST_NEW_PASSPHRASE_FILE"] != nil
            || Variables["AURALYST_PASSPHRASE_FILE"] == nil
                && Terminal.confirm(say("Set a new passphrase too? Do so if anyone may know the present one."))
        return isNew ? try newPassphrase() : present
    }

    private static func newPassphrase() throws -> Secret {
        try PassphrasePrompt.askNew(say("New passphrase"), variable: "AURALYST_NEW_PASSPHRASE_FILE")
    }

    private static func change(
        _ unlocked: consuming UnlockedVault, to passphrase: consuming Secret, at location: VaultLocation
    ) async throws -> OpenVault {
        let name = unlocked.header.vault
        var kept: [(holder: KeyHolder, seconds: Int)] = []
        for holder in Environment.keyHolders {
            // A holder that cannot be asked keeps a key that opens nothing any more.
            if let seconds = try? holder.remaining(vault: name) { kept.append((holder, seconds)) }
        }
        let (bar, progress) = ProgressBar.make()
        let vault: OpenVault
        do {
            defer { bar.end() }
            vault = try OpenVault.changeVaultKey(
                unlocked, passphrase: passphrase, at: location, surroundings: Environment.surroundings, progress: progress)
        }
        // A vault unlocked for a time stays so: the new key replaces the old one.
        for (holder, seconds) in kept {
            do { try await vault.keepKey(in: holder, seconds: seconds) } catch { Terminal.note(Explanation(error).sentence) }
        }
        do { try await vault.restoreKeychain() } catch { Terminal.note(Explanation(error).sentence) }
        return vault
    }

    /// What no longer opens the vault until it is added again: one sentence each.
    static func words(for removed: [KeyslotType]) -> [String] {
        var words: [String] = []
        if removed.contains(.keychain) {
            words.append(say("The desktop's keychain no longer opens this vault: 'auralyst keys add keychain' adds it again."))
        }
        let passkeys = removed.count { $0 == .passkey }
        if passkeys > 0 {
            words.append(
                say(
                    "\(counted(passkeys, "passkey no longer opens", "passkeys no longer open")) this vault: add passkeys again in the app, under Settings."
                ))
        }
        let passphrases = removed.count { $0 == .passphrase }
        if passphrases > 0 {
            words.append(
                say(
                    "\(counted(passphrases, "further passphrase no longer opens", "further passphrases no longer open")) this vault: 'auralyst keys add passphrase' adds one."
                )
            )
        }
        return words
    }
}
