import Base
import Engine
import Foundation
import Vault

/// Opens the vault for one command: with the key stored by `unlock`, the passphrase file, the desktop's keychain, or by asking.
package enum Unlocking {
    static func open(_ options: GlobalOptions) throws -> OpenVault {
        if let vault = CommandVault.current.takeVault() { return told(vault, at: try options.location) }
        return try open(try unlock(options.location), at: options.location)
    }

    package static func open(_ unlocked: consuming UnlockedVault, at location: VaultLocation) throws -> OpenVault {
        told(try OpenVault(unlocked, at: location, surroundings: Environment.surroundings), at: location)
    }

    private static func told(_ vault: OpenVault, at location: VaultLocation) -> OpenVault {
        CommandVault.current.note(vault.unreadable)
        tell(vault.notices)
        if vault.isOpenToOthers {
            Terminal.note(say("other users of this machine can enter \(location.folder); 'chmod 700' on it prevents that"))
        }
        if vault.headsAreMissing { Terminal.note(Explanation(EngineError.headsMissing).onOneLine) }
        if VaultOpening.wipeIsBegun(location) { Terminal.note(say("a wipe was interrupted; 'auralyst wipe' finishes it")) }
        if vault.lostOperations > 0 {
            let lost = vault.lostOperations
            Terminal.note(
                say("the database lacks the last \(plural(lost, "change", "# changes")); 'auralyst repair' says more"))
        }
        return vault
    }

    static func unlock(_ location: VaultLocation, salvaging: Bool = false) throws -> UnlockedVault {
        let locked = try VaultOpening.read(location, salvaging: salvaging)
        if let vault = try withoutAsking(locked) { return vault }
        return try byAsking(locked)
    }

    /// Unlocks without asking; `nil` if a person must be asked.
    package static func withoutAsking(_ location: VaultLocation) throws -> UnlockedVault? {
        try withoutAsking(try VaultOpening.read(location))
    }

    /// Unlocks before the command itself does; `nil` if no one can be asked.
    static func ifPossible(_ location: VaultLocation) throws -> UnlockedVault? {
        let locked = try VaultOpening.read(location)
        if let vault = try withoutAsking(locked) { return vault }
        return Terminal.secretInput == nil ? nil : try byAsking(locked)
    }

    private static func withoutAsking(_ locked: LockedVault) throws -> UnlockedVault? {
        if let key = CommandVault.current.takeKey() { return try locked.unlock(vaultKey: key) }
        if let vault = try withKeptKey(locked) { return vault }
        if let passphrase = try PassphrasePrompt.fromFile(namedBy: "AURALYST_PASSPHRASE_FILE") {
            return try locked.unlock(passphrase: passphrase)
        }
        return withKeychain(locked)
    }

    /// Unlocks for a command to which a text is given, or which `waits` for one.
    ///
    /// `takesPipe`: text waits in a pipe. It is read only once the vault is unlocked, and otherwise a message says what happens
    /// to it.
    static func key(_ options: GlobalOptions, waits: Bool, takesPipe: Bool = false) throws -> VaultKey {
        do {
            guard waits else { return .opened(try open(options)) }
            return .closed(ClosedVault(key: try unlock(options.location).vaultKey(), location: try options.location))
        } catch {
            if takesPipe { Terminal.note(say("nothing was saved: the piped text was not read")) }
            throw error
        }
    }

    /// The key stored by `unlock --for`, if it has not expired. An outdated key is skipped; a damaged vault file is reported,
    /// since no passphrase opens it either.
    private static func withKeptKey(_ locked: LockedVault) throws(VaultError) -> UnlockedVault? {
        for holder in Environment.keyHolders {
            // Without a stored key the passphrase is asked for.
            guard let key = try? holder.get(vault: locked.header.vault) else { continue }
            do throws(VaultError) { return try locked.unlock(vaultKey: key) } catch {
                guard error == .wrongVaultKey || error == .keyChanged else { throw error }
            }
        }
        return nil
    }

    private static func withKeychain(_ locked: LockedVault) -> UnlockedVault? {
        guard locked.header.slots.contains(where: { $0.type == .keychain }) else { return nil }
        do {
            guard let key = try Keychain.load(vault: locked.header.vault) else { return nil }
            return try locked.unlock(keychainKey: key)
        } catch {
            Terminal.note(Explanation(error).sentence)
            return nil
        }
    }

    /// Three tries, then the error.
    static func byAsking(_ locked: LockedVault) throws -> UnlockedVault {
        guard Terminal.secretInput != nil else { throw EngineError.locked }
        for _ in 0..<2 {
            do {
                return try locked.unlock(passphrase: try PassphrasePrompt.ask("Passphrase: "))
            } catch VaultError.wrongPassphrase {
                Terminal.error(say("Wrong passphrase. Try again."))
            } catch VaultError.passphraseRefused(.empty) {
                Terminal.error(say("Nothing was typed. Try again."))
            }
        }
        return try locked.unlock(passphrase: try PassphrasePrompt.ask("Passphrase: "))
    }

    static func tell(_ notices: [VaultNotice]) {
        for notice in notices {
            Terminal.note(Explanation(notice).onOneLine)
        }
    }
}
