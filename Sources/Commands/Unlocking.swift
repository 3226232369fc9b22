import Base
import Engine
import Foundation
import Synchronization
import Vault

/// Opens the vault for one command: with the key stored by `unlock`, the passphrase file, the desktop's keychain, or by asking.
package enum Unlocking {
    /// What could not be read in the vault that this command opened last.
    private static let unreadable = Mutex<UnreadableRecords?>(nil)

    /// Throws if records had to be skipped: the command has shown or counted less than there is.
    static func checkWhole() throws {
        let count = unreadable.withLock { $0?.count ?? 0 }
        guard count > 0 else { return }
        throw Refusal(
            "damaged", "\(counted(count, "record", "records")) could not be read: the database is damaged",
            hint: "'auralyst repair' rescues what can be read; the damaged file is kept", exit: .damaged)
    }

    static func open(_ options: GlobalOptions) throws -> OpenVault {
        try open(try unlock(options.location), at: options.location)
    }

    /// Opens an unlocked vault and prints its warnings.
    package static func open(_ unlocked: consuming UnlockedVault, at location: VaultLocation) throws -> OpenVault {
        let vault = try OpenVault(unlocked, at: location, surroundings: Environment.surroundings)
        unreadable.withLock { $0 = vault.unreadable }
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

    /// The key of the vault at which this command has looked already: no one is asked for it twice.
    private static let known = Mutex<Secret?>(nil)

    /// Reads something before the command itself opens the vault; `nil` while it is locked and no one can be asked.
    static func look<Value: Sendable>(
        at location: VaultLocation, _ read: (OpenVault) async throws -> Value
    ) async throws -> Value? {
        guard let unlocked = try unlockIfPossible(try VaultOpening.read(location)) else { return nil }
        let key = unlocked.vaultKey()
        let value = try await read(OpenVault(unlocked, at: location, surroundings: Environment.surroundings))
        known.withLock { $0 = key.duplicate() }
        return value
    }

    private static func unlockIfPossible(_ locked: LockedVault) throws -> UnlockedVault? {
        if let vault = try withoutAsking(locked) { return vault }
        return Terminal.secretInput == nil ? nil : try byAsking(locked)
    }

    private static func withoutAsking(_ locked: LockedVault) throws -> UnlockedVault? {
        if let key = known.withLock({ $0.take() }) { return try locked.unlock(vaultKey: key) }
        if let vault = try withKeptKey(locked) { return vault }
        if let passphrase = try PassphrasePrompt.fromFile(namedBy: "AURALYST_PASSPHRASE_FILE") {
            return try locked.unlock(passphrase: passphrase)
        }
        return withKeychain(locked)
    }

    /// Unlocks without opening the database: while a person writes, no other program must wait for this one.
    ///
    /// `takesPipe`: text waits in a pipe. It is read only once the vault is unlocked, and otherwise a message says what happens
    /// to it.
    static func key(_ options: GlobalOptions, takesPipe: Bool = false) throws -> VaultKey {
        do {
            return VaultKey(secret: try unlock(options.location).vaultKey(), options: options)
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

    /// Prints warnings about the vault file.
    static func tell(_ notices: [VaultNotice]) {
        for notice in notices {
            Terminal.note(Explanation(notice).onOneLine)
        }
    }
}
