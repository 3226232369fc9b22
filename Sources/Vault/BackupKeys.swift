import Crypto
import Foundation

/// What backups are sealed for and vouched for with, derived from an open vault's key.
package struct BackupKeys: ~Copyable, Sendable {
    private let identity: Secret
    private let manifest: Secret

    /// HKDF(vault key, `L("backup")`) and HKDF(vault key, `L("backup-manifest")`).
    package init(vaultKey: borrowing Secret) {
        identity = vaultKey.derive("backup")
        manifest = vaultKey.derive("backup-manifest")
    }

    /// Opens the backups of this vault while it is open.
    package borrowing func ageIdentity() -> AgeIdentity { .key(identity.duplicate()) }

    /// Whom this vault's backups are sealed for besides the recovery code.
    package var recipient: AgeRecipient { AgeRecipient(ofSecret: identity) }

    /// HMAC-SHA256 of a manifest, 32 bytes: only who had the vault open can make it.
    package borrowing func code(of bytes: [UInt8]) -> [UInt8] {
        let key = unsafe manifest.withBytes { unsafe SymmetricKey(data: $0) }
        return Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }

    /// Whether this is the code of these bytes, in constant time.
    package borrowing func isCode(_ code: [UInt8], of bytes: [UInt8]) -> Bool { Octets.areEqual(code, self.code(of: bytes)) }
}
