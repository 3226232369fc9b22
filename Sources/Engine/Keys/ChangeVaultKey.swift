import Base
import Store
import Vault

/// Another key for the vault itself: an earlier vault file with its passphrase opens nothing of this folder afterwards. Killed anywhere, the
/// next opening finishes it or takes it back: docs/decisions/0047.
extension OpenVault {
    /// Gives a vault another key, and opens it: the database goes to the new key, and slots are made for the passphrase and for the
    /// recovery code. Other slots are gone; `removedSlots` names them.
    ///
    /// No other program may have the vault open. If this throws, the vault is unchanged, or it has its new key and opens with the new
    /// passphrase.
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
            progress.report("copying the database", 0, 0)
            let confirmedHeads = try change.prepare(successor, from: unlocked, now: now)
            try unlocked.become(successor, confirmedHeads: confirmedHeads)
        } catch {
            // Only where the old key is still the vault's is anything removed; otherwise the next opening finishes the change.
            try unlocked.refresh()
            try takeBack(&unlocked, change)
            throw error
        }
        progress.report("overwriting the old database", 0, 0)
        try finishKeyChange(&unlocked, at: location)
        lock.share()
        return try OpenVault(unlocked, at: location, database: location.database, lock: lock, surroundings: surroundings)
    }

    /// Finishes a change of the vault's key that was broken off, or takes it back where the old key is still the vault's. The lock is held
    /// alone.
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
            // On a full disk the vault can be read all the same, and the next opening tries again.
            guard case .file = error else { throw error }
        }
    }

    /// Whether an opening has to finish a change of key, or take it back, before anything else.
    static func hasKeyChange(_ keys: borrowing UnlockedVault) -> Bool {
        switch keys.body.keyChange?.stage {
        case .begun, .committed: true
        case .done, nil: false
        }
    }

    /// Throws what keeps a rotation of all journals from being finished: to be asked before the vault's key is changed.
    package func requireRotatable() throws {
        try keys.refresh()
        guard !headsAreMissing else { throw EngineError.headsMissing }
        guard try lostOperations == 0 && store.missingOperations() == 0 else { throw KeysError.needsRepair }
        for own in try journalsWithOwnKeys() { try requireNoHistoryKept(in: own) }
    }

    /// The vault has a new key, and its journals are still to get theirs: `rotateKeys` goes on with that. A rotation that began otherwise
    /// does not count: the vault has no new key for it.
    package func areJournalKeysDue() throws -> Bool {
        try keys.refresh()
        return switch keys.body.keyChange?.journals {
        case .due: true
        case .begun: try !rotations().isEmpty
        case .done, nil: false
        }
    }

    /// All journals have begun to get their keys, which the vault's change of key had asked for.
    func noteJournalKeys() throws {
        guard keys.body.keyChange?.journals == .due else { return }
        try keys.update { (body) throws(VaultError) in body.keyChange?.journals = .begun }
    }

    /// Ends what the change asked of the journals, where no rotation is under way any more: another device's key replaced the last one, or
    /// its journal was deleted. A rotation that begins later does not belong to the change.
    func settleJournalKeys() throws {
        guard OpenVault.areJournalKeysOver(in: keys.body) else { return }
        try keys.update { (body) throws(VaultError) in OpenVault.settleJournalKeys(in: &body) }
    }

    /// The same as a part of another change of the vault file.
    static func settleJournalKeys(in body: inout VaultBody) {
        if areJournalKeysOver(in: body) { body.keyChange?.journals = .done }
    }

    private static func areJournalKeysOver(in body: borrowing VaultBody) -> Bool {
        body.keyChange?.journals == .begun && body.settings(beginningWith: rotationPrefix).isEmpty
    }

    /// The types of the slots that went with the vault's former key and were not added again, each as often as there was one.
    package func removedSlots() -> [KeyslotType] { keys.body.keyChange?.removed ?? [] }

    /// The names of these types, for faces that do not know the vault's own.
    package func removedSlotNames() -> [String] { removedSlots().map(\.name) }

    /// Lets the desktop's keychain open the vault again, where it did before the vault's key was changed.
    package func restoreKeychain() throws {
        if removedSlots().contains(.keychain) { try addKeychain() }
    }
}
