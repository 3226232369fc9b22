import Base
import Engine
import Foundation
import Importing
import Journal
import Records
import Store
import Vault

package struct ExportSeal: Sendable {
    /// Wraps an output so that everything written to it is encrypted.
    let sealing: @Sendable (any ExportOutput) throws -> SealedOutput

    /// Encrypts for these recipients, any of whom can decrypt it.
    package init(for recipients: [AgeRecipient]) { sealing = { try SealedOutput($0, for: recipients) } }

    /// Encrypts with the passphrase, which is overwritten when the last copy of this is released.
    package init(passphrase: [UInt8]) {
        let held = HeldSecret(Secret(copying: passphrase))
        sealing = { try SealedOutput($0, passphrase: held.secret) }
    }
}

private final class HeldSecret: Sendable {
    let secret: Secret

    init(_ secret: consuming Secret) { self.secret = secret }
}

extension OpenVault {
    package func recoverySeal() throws -> ExportSeal { ExportSeal(for: [try recoveryRecipient()]) }

    /// Writes an export of any format as one stream; a folder becomes a zip archive. Nothing touches a disk.
    ///
    /// Unencrypted (without `sealed`) only after the owner has agreed. Ends `output`, or abandons it.
    /// - Parameter order: only for `jrnl`.
    /// - Returns: what it contains, and what was left out.
    package func stream(
        _ request: ExportRequest, sealed: ExportSeal? = nil, order: ExportOrder = .date,
        into output: any ExportOutput & Sendable, progress: ProgressReport = .silent
    ) async throws -> ExportResult {
        try await export(request, sealed: sealed, order: order, into: output, progress: progress)
    }

    /// The same for an output of this vault's own.
    func export(
        _ request: ExportRequest, sealed: ExportSeal? = nil, order: ExportOrder = .date, into output: any ExportOutput,
        progress: ProgressReport
    ) async throws -> ExportResult {
        var request = request
        if sealed != nil, request.format == .json { request.keepsPlaces = true }
        do {
            let output: any ExportOutput = try sealed?.sealing(output) ?? output
            let result = try await write(request, order, to: output, progress: progress)
            try output.finish()
            return result
        } catch {
            output.abandon()
            throw error
        }
    }

    private func write(
        _ request: ExportRequest, _ order: ExportOrder, to output: any ExportOutput, progress: ProgressReport
    ) async throws -> ExportResult {
        if request.format == .jrnl {
            let (bytes, export) = try await jrnlText(order: order, journal: request.journal, progress: progress)
            for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
                try output.write(Array(bytes[start..<min(start + 1 << 16, bytes.count)]))
            }
            let leftOut = [("mood", export.moods), ("tag", export.tags), (AttachmentRecord.kind, export.attachments)]
            return ExportResult(
                format: .jrnl, counts: [Entry.kind: export.entries], bytes: Int64(bytes.count), unreadable: export.unreadable,
                lostFiles: [], absentFiles: [],
                leftOut: leftOut.filter { $0.1 > 0 }.map { ExportPlan.Kind(name: $0.0, count: $0.1) })
        }
        let source = try exportSource(request, progress: progress)
        let counted = CountingOutput(output)
        if request.format.isOneFile {
            try await request.write(source, to: counted)
        } else {
            let zip = ZipExport(counted)
            try await request.write(source, to: zip)
            try zip.end()
        }
        return try await result(request, source, bytes: counted.count)
    }
}
