import Vault

/// A vault whose owner has just typed the passphrase or the recovery code.
struct KeyProof: ~Copyable {
    let unlocked: UnlockedVault
    /// The passphrase, if that was typed; `nil` for the recovery code.
    let passphrase: Secret?

    init(unlocked: consuming UnlockedVault, passphrase: consuming Secret? = nil) {
        self.unlocked = unlocked
        self.passphrase = passphrase
    }
}
