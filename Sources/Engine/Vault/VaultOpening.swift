import Base
import Foundation
import Vault

/// Makes and opens vaults: what happens before there is an `OpenVault`.
package enum VaultOpening {
    /// Makes a vault with its first journal. The recovery code is the caller's to make and to show: it stands nowhere afterwards.
    ///
    /// Refuses a folder in which a database lies without a vault: its keys may be elsewhere.
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

    /// Reads a vault's file; no key is needed. With `salvaging`, copies with a wrong checksum are tried as well.
    package static func read(_ location: VaultLocation, salvaging: Bool = false) throws -> LockedVault {
        do throws(VaultError) {
            return try VaultFolder(path: location.folder).read(salvaging: salvaging)
        } catch {
            guard !wipeIsBegun(location) else { throw EngineError.wipeBegun(folder: location.folder) }
            throw error == .missing ? EngineError.noVault(folder: location.folder) : error
        }
    }

    /// Whether a wipe was begun here and broken off; the vault may open all the same, where no key had gone yet.
    package static func wipeIsBegun(_ location: VaultLocation) -> Bool {
        FileManager.default.fileExists(atPath: location.folder + "/" + VaultFiles.mark)
    }

    /// Forgets the key that was kept for a vault, wherever it is; says whether there was one.
    /// Throws when one of the holders could not be asked, after all have been tried.
    package static func lock(_ location: VaultLocation, holders: [KeyHolder]) throws -> Bool {
        // A damaged vault file must not keep the key from being forgotten.
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
