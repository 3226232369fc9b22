import Base
import Vault

/// One person's share of the recovery code; several people together unlock the vault.
package struct ContactShare: Sendable {
    /// Counted from 1.
    package let number: Int
    /// Who keeps it, if the owner said so.
    package let name: String?
    /// 33 words separated by blanks (docs/formats/recovery-shares.md), shown once and never stored.
    package let words: String
}

extension VaultOpening {
    /// Splits the recovery code into shares for `count` people (2 to 16), of whom any `needed` (2 to `count`) unlock the vault
    /// together. `names` is empty, or has one for each share.
    ///
    /// The code itself is the authorization, and it counts as checked. No share is stored, and none can be revoked: shares work
    /// until the recovery code is replaced. Throws `VaultError.wrongRecoveryCode` for another vault's code and `ShareError.plan`
    /// for impossible numbers.
    package static func share(
        _ code: borrowing RecoveryCode, of location: VaultLocation, needed: Int, among count: Int, names: [String],
        surroundings: Surroundings
    ) throws -> [ContactShare] {
        precondition(names.isEmpty || names.count == count, "each share has a name, or none has")
        var unlocked = try read(location).unlock(recoveryCode: code)
        let shares = try code.shares(needed: needed, of: count)
        let now = surroundings.now()
        try unlocked.update { (body) throws(VaultError) in body.recoveryProven = now }
        return shares.enumerated().map { place, share in
            ContactShare(number: place + 1, name: names.isEmpty ? nil : names[place], words: share.text)
        }
    }
}
