import Base
import Foundation
import Ledger
import Store
import Vault

/// Creates and opens vaults: what happens before there is an `OpenVault`.
package enum VaultOpening {
    /// Creates a vault with its first journal. The caller generates and shows the recovery code, which is stored nowhere.
    ///
    /// Throws if the folder has a database without a vault: its keys may be elsewhere.
    package static func create(
        at location: VaultLocation, passphrase: consuming Secret, recoveryCode code: borrowing RecoveryCode,
        surroundings: Surroundings, deviceName: String, cost: Argon2Cost = .standard
    ) throws -> OpenVault {
        guard !wipeIsBegun(location) else { throw EngineError.wipeBegun(folder: location.folder) }
        let unlocked = try VaultFolder(path: location.folder).create(
            passphrase: passphrase, recoveryCode: code, cost: cost, deviceName: deviceName,
            createdMilliseconds: surroundings.now(),
            mustNotHold: ["journal.db", "journal.heads"])
        return try OpenVault(unlocked, at: location, surroundings: surroundings)
    }

    /// Reads a vault's file; no key is needed. With `salvaging`, copies with a wrong checksum are tried too.
    package static func read(_ location: VaultLocation, salvaging: Bool = false) throws -> LockedVault {
        do throws(VaultError) {
            return try VaultFolder(path: location.folder).read(salvaging: salvaging)
        } catch {
            guard !wipeIsBegun(location) else { throw EngineError.wipeBegun(folder: location.folder) }
            throw error == .missing ? EngineError.noVault(folder: location.folder) : error
        }
    }

    /// Whether a wipe was interrupted here; the vault may still open if no key was destroyed yet.
    package static func wipeIsBegun(_ location: VaultLocation) -> Bool {
        FileManager.default.fileExists(atPath: location.folder + "/" + VaultFiles.mark)
    }

    /// Deletes the stored key of a vault, wherever it is; returns whether there was one. Throws if a holder could not be asked,
    /// after all have been tried.
    package static func lock(_ location: VaultLocation, holders: [KeyHolder]) throws -> Bool {
        // A damaged vault file must not prevent deleting the key.
        let vault = try read(location, salvaging: true).header.vault
        var dropped = false
        var failure: KeyHolderError?
        let mark = AgentMark(at: location)
        for holder in mark.among(holders) {
            do throws(KeyHolderError) {
                if try holder.drop(vault: vault) { dropped = true }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        mark.remove()
        return dropped
    }
}

extension OpenVault {
    /// Opens the database of an unlocked vault; creates database and first journal if the setup was interrupted before them.
    package init(_ unlocked: consuming UnlockedVault, at location: VaultLocation, surroundings: Surroundings) throws {
        let isWiping = unlocked.body[setting: OpenVault.wiping] != nil
        let isUnfinished = isWiping || OpenVault.hasKeyChange(unlocked)
        let lock = try DatabaseLock(isUnfinished ? .exclusive : .shared, at: location, orOnlyRead: !isWiping)
        if isUnfinished, !lock.isOnReadOnlyDisk {
            try unlocked.refresh()
            try OpenVault.finishKeyChange(&unlocked, at: location)
            try OpenVault.finishWipe(&unlocked, at: location)
            lock.share()
        }
        let database = VaultKeyFiles(location).database(of: unlocked)
        try self.init(unlocked, at: location, database: database, lock: lock, surroundings: surroundings)
    }

    /// Finishes or undoes what was interrupted in the database.
    static func finishInterrupted(
        _ keys: inout UnlockedVault, store: Store, device: DeviceID, heads: inout ConfirmedHeads, at location: VaultLocation,
        surroundings: Surroundings
    ) throws {
        // This only tidies up: a full disk, or a running import, must not prevent reading.
        try? finishCreating(&keys, store: store, device: device, heads: heads)
        try finishRemovals(&keys, store: store, device: device, heads: &heads, at: location, surroundings: surroundings)
        try makeUpRotations(keys, store: store, device: device, heads: &heads, surroundings: surroundings)
    }
}
