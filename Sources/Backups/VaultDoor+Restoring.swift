import Base
import Engine
import Vault

extension VaultDoor {
    /// Makes a vault from a backup if there is none, and opens it; see `OpenVault.restoreBackup`. `code` is the recovery code as
    /// typed.
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
