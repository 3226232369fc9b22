import Base
import Engine
import Importing
import Vault

/// The password of an encrypted source, overwritten when the import releases it.
package final class ImportPassword: Sendable {
    private let secret: Secret

    package init(_ secret: consuming Secret) { self.secret = secret }

    /// From a typed text.
    package convenience init(typed: String) { self.init(Secret(copying: Array(typed.utf8))) }

    /// Decrypts what jrnl encrypted with it (`ImportOptions.decryptJrnl`).
    package func decryptJrnl(_ bytes: [UInt8]) throws(ImportError) -> [UInt8] {
        do {
            return try JrnlCipher.open(bytes, password: secret)
        } catch {
            throw error == .unknownVersion ? .encryptedJrnl : .wrongPassword
        }
    }

    /// The key for our own encrypted export: from a passphrase, or from a recovery code.
    fileprivate func identity(isPassphrase: Bool) throws -> AgeIdentity {
        if isPassphrase { return .passphrase(secret.duplicate()) }
        let typed = unsafe secret.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
        do { return AgeIdentity(try RecoveryCode(typed: typed)) } catch { throw ExportError.wrongKey }
    }
}

extension OpenVault {
    /// Imports our own export, encrypted or not: `password` is its passphrase, or the recovery code it was made for. Throws
    /// `ExportError.wrongKey` if that is missing or wrong.
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
