import Foundation
import Vault

/// Makes and opens vaults: what happens before there is an `OpenVault`.
package enum VaultOpening {
    /// Makes a vault with its first journal. The recovery code is in the answer and nowhere else.
    package static func create(
        at location: VaultLocation, passphrase: consuming Secret, surroundings: Surroundings,
        deviceName: String, cost: Argon2Cost = .standard
    ) throws -> (vault: OpenVault, recoveryCode: String) {
        let code = RecoveryCode.random()
        let unlocked = try VaultFolder(path: location.folder).create(
            passphrase: passphrase, recoveryCode: code, cost: cost, deviceName: deviceName,
            createdMilliseconds: surroundings.now())
        let vault = try OpenVault(unlocked, at: location, surroundings: surroundings)
        return (vault, code.text())
    }

    /// Reads a vault's file; no key is needed. With `salvaging`, copies with a wrong checksum are tried as well.
    package static func read(_ location: VaultLocation, salvaging: Bool = false) throws -> LockedVault {
        do throws(VaultError) {
            return try VaultFolder(path: location.folder).read(salvaging: salvaging)
        } catch {
            throw error == .missing ? EngineError.noVault(folder: location.folder) : error
        }
    }

    /// Forgets the key that was kept for a vault, wherever it is; says whether there was one.
    package static func lock(_ location: VaultLocation, holders: [KeyHolder]) throws -> Bool {
        let vault = try read(location).header.vault
        var dropped = false
        for holder in holders where (try? holder.drop(vault: vault)) == true { dropped = true }
        return dropped
    }
}
