import Base
import Engine
import Vault

extension VaultDoor {
    /// Makes the vault of a backup where there is none, and opens it; see `OpenVault.restoreBackup`. `code` is the recovery code as it
    /// was typed.
    package func restore(from path: String, recoveryCode typed: String, passphrase: [UInt8], progress: ProgressReport = .silent)
        async throws -> BackupRestoration
    {
        let restored = try await makeBeside { location, surroundings, deviceName, cost in
            try OpenVault.restoreBackup(
                from: path, to: location.folder, recoveryCode: RecoveryCode(typed: typed),
                passphrase: Secret(copying: passphrase), surroundings: surroundings, deviceName: deviceName, cost: cost,
                progress: progress)
        }
        try await unlock(passphrase: passphrase)
        return restored
    }
}
