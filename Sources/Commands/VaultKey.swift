import Engine
import Vault

/// The right to open a vault later in the same command without asking again.
///
/// While the command waits for a text, the vault is closed: no other program must wait for a person who writes, and another one may
/// change the vault's file meanwhile, which is read again.
enum VaultKey: ~Copyable {
    case opened(OpenVault)
    case closed(Secret, VaultLocation)

    /// Opens the vault as `Unlocking.open` does, if it is not open.
    borrowing func open() throws -> OpenVault {
        switch self {
        case .opened(let vault): return vault
        case .closed(let secret, let location):
            return try Unlocking.open(try VaultOpening.read(location).unlock(vaultKey: secret), at: location)
        }
    }
}
