import Base
import Vault

/// The password of an encrypted source, overwritten when the import lets go of it.
package final class ImportPassword: Sendable {
    /// Its bytes, as typed.
    package let secret: Secret

    package init(_ secret: consuming Secret) { self.secret = secret }

    /// The same of a text that was typed.
    package convenience init(typed: String) { self.init(Secret(copying: Array(typed.utf8))) }
}

extension OpenVault {
    /// Brings an export of our own in, encrypted or not: `password` is its passphrase, or the recovery code that it was made for.
    /// Throws `ExportError.wrongKey` where that is missing or does not open it.
    package func importExport(
        path: String, password: ImportPassword?, dryRun: Bool = false, progress: ProgressReport = .silent
    ) throws -> Receipt {
        guard let asksForPassphrase = encryptedExportAsksForPassphrase(path: path) else {
            return try importExport(path: path, dryRun: dryRun, progress: progress)
        }
        guard let password else { throw ExportError.wrongKey }
        return try importEncryptedExport(
            path: path, identity: password.identity(isPassphrase: asksForPassphrase), dryRun: dryRun, progress: progress)
    }
}

extension ImportPassword {
    fileprivate func identity(isPassphrase: Bool) throws -> AgeIdentity {
        if isPassphrase { return .passphrase(secret.duplicate()) }
        let typed = unsafe secret.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
        do { return AgeIdentity(try RecoveryCode(typed: typed)) } catch { throw ExportError.wrongKey }
    }
}
