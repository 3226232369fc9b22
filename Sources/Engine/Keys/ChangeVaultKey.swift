import Base
import Store
import Vault

/// Another key for the vault itself: afterwards an earlier vault file with its passphrase opens nothing in this folder. If the
/// process is killed at any point, the next opening finishes the change or undoes it: docs/decisions/0022.
extension OpenVault {
    /// Gives a vault another key, and opens it: the database is re-encrypted to the new key, and slots are created for the
    /// passphrase and the recovery code. Other slots are removed; `removedSlots` names them.
    ///
    /// No other program may have the vault open. If this throws, the vault is unchanged, or it has its new key and opens with the
    /// new passphrase.
    package static func changeVaultKey(
        _ unlocked: consuming UnlockedVault, passphrase: borrowing Secret, at location: VaultLocation, surroundings: Surroundings,
        cost: Argon2Cost = .standard, patience: Int = 2_000, progress: ProgressReport = .silent
    ) throws -> OpenVault {
        let lock = try DatabaseLock(.exclusive, at: location, patience: patience)
        try unlocked.refresh()
        try finishKeyChange(&unlocked, at: location)
        try finishWipe(&unlocked, at: location)
        let change = VaultKeyFiles(location)
        let now = surroundings.now()
        try unlocked.beginKeyChange(at: now)
        do {
            let successor = try unlocked.successor(passphrase: passphrase, cost: cost, at: now)
            progress.report(say("copying the database"), 0, 0)
            let confirmedHeads = try change.prepare(successor, from: unlocked, now: now)
            try unlocked.become(successor, confirmedHeads: confirmedHeads)
        } catch {
            // Files are removed only if the old key is still the vault's; otherwise the next opening finishes the change.
            try unlocked.refresh()
            try takeBack(&unlocked, change)
            throw error
        }
        progress.report(say("overwriting the old database"), 0, 0)
        try finishKeyChange(&unlocked, at: location)
        lock.share()
        return try OpenVault(unlocked, at: location, database: location.database, lock: lock, surroundings: surroundings)
    }

    /// Finishes an interrupted change of the vault's key, or undoes it if the old key is still the vault's. The caller holds the
    /// lock exclusively.
    static func finishKeyChange(_ keys: inout UnlockedVault, at location: VaultLocation) throws {
        let change = VaultKeyFiles(location)
        switch keys.body.keyChange?.stage {
        case nil, .done: return
        case .begun: try takeBack(&keys, change)
        case .committed:
            try change.requireDatabase(of: keys)
            try keys.finishKeyChange()
            try change.putInPlace()
            try keys.update { (body) throws(VaultError) in body.keyChange?.stage = .done }
        }
    }

    private static func takeBack(_ keys: inout UnlockedVault, _ change: VaultKeyFiles) throws {
        try change.removePrepared()
        do throws(VaultError) { try keys.cancelKeyChange() } catch {
            // On a full disk the vault is still readable, and the next opening tries again.
            guard case .file = error else { throw error }
        }
    }

    /// Whether an opening must first finish or undo a change of key.
    static func hasKeyChange(_ keys: borrowing UnlockedVault) -> Bool {
        switch keys.body.keyChange?.stage {
        case .begun, .committed: true
        case .done, nil: false
        }
    }

    /// Throws what would prevent a rotation of all journals from finishing; called before the vault's key is changed.
    package func requireRotatable() throws {
        try keys.refresh()
        guard !headsAreMissing else { throw EngineError.headsMissing }
        guard try lostOperations == 0 && store.missingOperations() == 0 else { throw KeysError.needsRepair }
        for own in try journalsWithOwnKeys() { try requireNoHistoryKept(in: own) }
    }

    /// The vault has a new key, and its journals do not have theirs yet: `rotateKeys` continues. A rotation that began for
    /// another reason does not count: the vault has no new key for it.
    package func areJournalKeysDue() throws -> Bool {
        try keys.refresh()
        return switch keys.body.keyChange?.journals {
        case .due: true
        case .begun: try !rotations().isEmpty
        case .done, nil: false
        }
    }

    /// All journals have begun the rotations that the vault's change of key required.
    func noteJournalKeys() throws {
        guard keys.body.keyChange?.journals == .due else { return }
        try keys.update { (body) throws(VaultError) in body.keyChange?.journals = .begun }
    }

    /// Clears the mark once no rotation is under way any more: another device's key replaced the last one, or its journal was
    /// deleted. Later rotations do not belong to the change.
    func endKeyChange() throws {
        guard OpenVault.areJournalKeysOver(in: keys.body) else { return }
        try keys.update { (body) throws(VaultError) in OpenVault.endKeyChange(in: &body) }
    }

    /// The same as part of another change of the vault file.
    static func endKeyChange(in body: inout VaultBody) {
        if areJournalKeysOver(in: body) { body.keyChange?.journals = .done }
    }

    private static func areJournalKeysOver(in body: borrowing VaultBody) -> Bool {
        body.keyChange?.journals == .begun && body.settings(beginningWith: rotationPrefix).isEmpty
    }

    /// The types of the slots that were removed with the vault's former key and not added again, with repetitions.
    package func removedSlots() -> [KeyslotType] { keys.body.keyChange?.removed ?? [] }

    /// The names of these types, for interfaces that do not know the vault's types.
    package func removedSlotNames() -> [String] { removedSlots().map(\.name) }

    /// Stores the key in the desktop's keychain again, if it was there before the vault's key was changed.
    package func restoreKeychain() throws {
        if removedSlots().contains(.keychain) { try addKeychain() }
    }
}
