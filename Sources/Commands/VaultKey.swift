import Engine
import Vault

/// The right to open a vault later in the same command without asking again.
struct VaultKey: ~Copyable {
    private let secret: Secret
    private let options: GlobalOptions

    init(secret: consuming Secret, options: GlobalOptions) {
        self.secret = secret
        self.options = options
    }

    /// Opens the vault as `Unlocking.open` does.
    borrowing func open() throws -> OpenVault {
        let unlocked = try VaultOpening.read(options.location).unlock(vaultKey: secret)
        return try Unlocking.open(unlocked, at: options.location)
    }
}
