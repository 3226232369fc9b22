import Base
import Engine
import Foundation
import Importing
import Ledger
import Vault

/// Whether an age file is decrypted with a passphrase; `nil` if it is no age file.
package func encryptedExportAsksForPassphrase(path: String) -> Bool? {
    (try? EncryptedInput(path: VaultLocation(folder: path).folder))?.asksForPassphrase
}

extension OpenVault {
    package func recoveryRecipient() throws -> AgeRecipient { try AgeRecipient(key: keys.body.recoveryRecipient) }

    /// Writes everything into a new age file. Nothing readable touches the disk.
    package func export(
        _ request: ExportRequest, to path: String, sealed: ExportSeal, progress: ProgressReport = .silent
    ) async throws -> ExportResult {
        guard request.format == .json || request.format == .html else { throw ExportError.staysClear(request.format) }
        try checkExportTarget(path)
        let file = try ExportFile(path: VaultLocation(folder: path).folder)
        return try await export(request, sealed: sealed, into: file, progress: progress)
    }

    /// Imports an encrypted JSON export; see `importExport(path:into:dryRun:progress:)`.
    package func importEncryptedExport(
        path: String, identity: consuming AgeIdentity, into named: JournalID? = nil, dryRun: Bool = false,
        progress: ProgressReport = .silent
    ) throws -> Receipt {
        let path = VaultLocation(folder: path).folder
        return try importExport(
            opening: {
                let input = try EncryptedInput(path: path)
                try input.unlock(identity, path: path)
                return { try input.next(path: path) }
            }, into: named, dryRun: dryRun
        ) { progress.report("importing", 0, 0) }
    }
}
