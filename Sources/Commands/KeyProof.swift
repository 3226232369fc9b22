import Vault

/// A vault that its owner has just shown a key of.
struct KeyProof: ~Copyable {
    /// The vault.
    let unlocked: UnlockedVault
    /// The passphrase, where that was shown; `nil` for the recovery code.
    let passphrase: Secret?

    init(unlocked: consuming UnlockedVault, passphrase: consuming Secret? = nil) {
        self.unlocked = unlocked
        self.passphrase = passphrase
    }
}
