import Foundation

/// A vault that was read but not unlocked: what can be said about it without a key.
package struct LockedVault: Sendable {
    private let folder: VaultFolder
    private let candidates: [VaultCopies.Candidate]
    /// What to tell the owner about the two copies, although this one can be unlocked.
    package let notices: [VaultNotice]

    init(folder: VaultFolder, candidates: [VaultCopies.Candidate], notices: [VaultNotice]) {
        precondition(!candidates.isEmpty, "a vault that was read has a copy")
        (self.folder, self.candidates, self.notices) = (folder, candidates, notices)
    }

    /// Name, generation, date and slots. None of it is authenticated before unlocking.
    package var header: VaultHeader { candidates[0].file.header }

    /// Unlocks with a passphrase, at the cost of the slots' Argon2 parameters: keep it off the shared thread pool.
    ///
    /// Throws wrong passphrase only if every slot of that type, in both copies, is sound and does not match.
    package func unlock(passphrase typed: borrowing Secret) throws(VaultError) -> UnlockedVault {
        let passphrase = try Passphrase.normalised(typed)
        return try open(.passphrase, else: .wrongPassphrase) { (slot, vault) throws(VaultError) in
            try slot.open(vault: vault, slotKey: slot.passphraseKey(passphrase, vault: vault))
        }
    }

    package func unlock(recoveryCode: borrowing RecoveryCode) throws(VaultError) -> UnlockedVault {
        let code = recoveryCode.duplicate()
        var opened = try open(.recovery, else: .wrongRecoveryCode) { (slot, vault) throws(VaultError) in
            try slot.open(vault: vault, recoveryCode: code)
        }
        opened.keepRecoverSeed(by: recoveryCode)
        return opened
    }

    /// Unlocks with the 32 bytes that the keychain holds.
    package func unlock(keychainKey: borrowing Secret) throws(VaultError) -> UnlockedVault {
        guard keychainKey.count == VaultHeader.keyCount else { throw .wrongKeychainKey }
        let key = keychainKey.duplicate()
        return try open(.keychain, else: .wrongKeychainKey) { (slot, vault) throws(VaultError) in
            try slot.open(vault: vault, slotKey: key)
        }
    }

    /// The passkeys that may unlock this vault, for the browser's request; slots with invalid parameters are left out.
    package var passkeys: [PasskeySlot] {
        header.slots.compactMap { slot in slot.passkey.map { PasskeySlot(id: slot.id, parameters: $0) } }
    }

    /// Unlocks one slot with the 32 bytes that its passkey answered to the slot's salt.
    package func unlock(passkey slot: KeyslotID, output: borrowing Secret) throws(VaultError) -> UnlockedVault {
        guard output.count == PasskeyParameters.outputCount else { throw .wrongPasskey }
        let key = Keyslot.passkeyKey(output)
        return try open(.passkey, only: slot, else: .wrongPasskey) { (slot, vault) throws(VaultError) in
            guard slot.passkey != nil else { throw .damaged(.header) }
            return try slot.open(vault: vault, slotKey: key)
        }
    }

    /// Unlocks with the vault key itself, from a key holder.
    package func unlock(vaultKey: borrowing Secret) throws(VaultError) -> UnlockedVault {
        guard vaultKey.count == VaultHeader.keyCount else { throw .wrongVaultKey }
        let key = vaultKey.duplicate()
        return try open { (_) throws(VaultError) in Opening(vaultKey: key.duplicate(), slot: nil) }
    }

    private struct Opening: ~Copyable {
        let vaultKey: Secret
        let slot: KeyslotID?
    }

    /// The first copy that opens, and whose header and body match the key found.
    ///
    /// A later copy counts only if the ones before it are not authentic under that key: a changed passphrase must not unlock
    /// the vault because an older copy still has it. Nor does a copy count that announces a change of the vault's key, if an
    /// earlier copy is under another key: that change has happened.
    private func open(_ key: (VaultFile) throws(VaultError) -> Opening) throws(VaultError) -> UnlockedVault {
        var failures: [(candidate: VaultCopies.Candidate, error: VaultError)] = []
        for candidate in candidates {
            do throws(VaultError) {
                let opening = try key(candidate.file)
                let body = try body(of: candidate.file, opening)
                var notices = notices
                for (earlier, error) in failures {
                    guard !isSuccessor(earlier.file, of: body, under: opening.vaultKey) else { throw VaultError.keyChanged }
                    guard let part = damage(of: earlier.file, under: opening.vaultKey) else { throw error }
                    notices.append(VaultNotice(copy: earlier.copy, fault: .damaged(part)))
                }
                let file = withAuthenticHeader(candidate.file, under: opening.vaultKey)
                return UnlockedVault(
                    folder: folder, file: file ?? candidate.file, body: body, vaultKey: opening.vaultKey,
                    openedBy: opening.slot, notices: notices, headerIsAuthentic: file != nil)
            } catch {
                guard error != .keyChanged else { throw error }
                failures.append((candidate, error))
            }
        }
        throw failures.first?.error ?? .missing
    }

    /// Whether a sound copy is under the key that replaces this one.
    private func isSuccessor(_ file: VaultFile, of body: borrowing VaultBody, under vaultKey: borrowing Secret) -> Bool {
        guard body.keyChange?.stage == .begun, file.isSound, file.header.vault == header.vault else { return false }
        do throws(VaultError) {
            // Only whether it opens matters.
            _ = try file.open(vaultKey: vaultKey)
            return false
        } catch {
            return error == .wrongVaultKey
        }
    }

    /// A key from one of the file's slots is the right one: whatever does not open with it is damaged.
    private func body(of file: VaultFile, _ opening: borrowing Opening) throws(VaultError) -> VaultBody {
        do throws(VaultError) { return try file.open(vaultKey: opening.vaultKey) } catch {
            throw error == .wrongVaultKey && opening.slot != nil ? .damaged(.header) : error
        }
    }

    /// This copy or another of the same generation, whichever has a header that matches the vault key: of two damaged copies
    /// one may have lost its header and the other its body.
    private func withAuthenticHeader(_ file: VaultFile, under vaultKey: borrowing Secret) -> VaultFile? {
        for other in [file] + candidates.map(\.file) where other.header.generation == file.header.generation {
            if other.isHeaderAuthentic(vaultKey: vaultKey) { return other }
        }
        return nil
    }

    /// The part of a copy that does not match the vault key; `nil` if all of it does.
    private func damage(of file: VaultFile, under vaultKey: borrowing Secret) -> VaultPart? {
        do throws(VaultError) {
            _ = try file.open(vaultKey: vaultKey)
            return nil
        } catch {
            if case .damaged(let part) = error { return part }
            return .headerCode
        }
    }

    private func open(
        _ type: KeyslotType, only id: KeyslotID? = nil, else miss: VaultError,
        vaultKey: (Keyslot, [UInt8]) throws(VaultError) -> Secret?
    ) throws(VaultError) -> UnlockedVault {
        var missed: [(vault: [UInt8], slot: Keyslot)] = []
        return try open { (file) throws(VaultError) in
            let slots = file.header.slots.filter { slot in
                (slot.type == type || type == .recovery && slot.type.isRecovery) && (id == nil || slot.id == id)
            }
            guard !slots.isEmpty else { throw id == nil ? .noSlot(type) : .noSuchSlot }
            var obstacle: VaultError?
            // A slot common to both copies is tried once: a wrong passphrase does not cost twice.
            let vault = file.header.vault
            for slot in slots where !missed.contains(where: { $0 == (vault, slot) }) {
                do throws(VaultError) {
                    if let key = try vaultKey(slot, vault) { return Opening(vaultKey: key, slot: slot.id) }
                } catch {
                    obstacle = error
                }
                missed.append((vault, slot))
            }
            // A copy with a wrong checksum may fail because of that; it must not pass for a wrong passphrase.
            throw obstacle ?? (file.isSound ? miss : .damaged(.checksum))
        }
    }
}
