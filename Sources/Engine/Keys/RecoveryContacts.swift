import Base
import Vault

/// What is given to one of the people who together open a vault.
package struct ContactShare: Sendable {
    /// Counted from 1.
    package let number: Int
    /// Who is to keep it, where the owner has said so.
    package let name: String?
    /// 33 words with a blank between (docs/formats/recovery-shares.md): to be shown once and kept nowhere.
    package let words: String
}

extension VaultOpening {
    /// Cuts the recovery code into shares for `count` people (2 to 16), any `needed` (2 to `count`) of whom open the vault together.
    /// `names` has nobody, or one for each share.
    ///
    /// The code is the proof of who asks: nothing else of the vault is needed, and that it was shown is noted. No share is kept, and
    /// none can be taken back: they open the vault until another recovery code is put in the place of this one. Throws `VaultError.wrongRecoveryCode` for another
    /// vault's code and `ShareError.plan` for impossible numbers.
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
