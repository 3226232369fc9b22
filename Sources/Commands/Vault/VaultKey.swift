import Engine
import Vault

/// The right to open a vault later in the same command without asking again.
enum VaultKey: ~Copyable {
    /// No text is waited for.
    case opened(OpenVault)
    case closed(ClosedVault)

    /// Opens the vault as `Unlocking.open` does, if it is not open.
    borrowing func open() throws -> OpenVault {
        switch self {
        case .opened(let vault): return vault
        case .closed(let vault): return try vault.open()
        }
    }
}

/// A vault that is closed while a text is waited for: no other program must wait for a person who writes, and another one may change
/// the vault's file meanwhile, which is read again.
struct ClosedVault: ~Copyable {
    let key: Secret
    let location: VaultLocation

    borrowing func open() throws -> OpenVault {
        try Unlocking.open(try VaultOpening.read(location).unlock(vaultKey: key), at: location)
    }
}
