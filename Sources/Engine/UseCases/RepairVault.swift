import Foundation
import Journal
import Ledger
import SQLite
import Store
import Vault

/// What `repair` found and did.
package struct RepairReport: Sendable {
    /// Operations from which everything was rebuilt.
    package var applied = 0
    /// Operations that are in the log and do not open.
    package var unopened = 0
    /// Operations that are gone.
    package var missing = 0
    /// Records whose operations are gone and that were saved anew from the tables.
    package var rescued = 0
    /// Where the damaged database was put, if it was damaged.
    package var damagedDatabase: String?
    /// Attachments that open.
    package var soundAttachments = 0
    /// What is wrong with others, one sentence each.
    package var attachmentFaults: [String] = []
    /// Unfinished files that were cleared away.
    package var partials = 0

    /// Everything is there: nothing was wrong, or all of it could be put in order.
    package var isWhole: Bool {
        unopened == 0 && missing <= rescued && attachmentFaults.isEmpty
    }

    package init() {}
}

extension OpenVault {
    /// Brings a vault back into order: rescues a damaged database into a new one, rebuilds all tables from the log,
    /// and checks the attachments. Deletes nothing but unfinished files: a damaged database is kept beside the new one.
    package static func repair(
        _ unlocked: consuming UnlockedVault, at location: VaultLocation, surroundings: Surroundings,
        progress: ProgressReport = .silent
    ) async throws -> (vault: OpenVault, report: RepairReport) {
        let rescue = DatabaseRescue(location: location, stamp: surroundings.now(), progress: progress)
        progress.report("checking the database", 0, 0)
        let damaged = try rescue.replaceIfDamaged(key: unlocked.databaseKey())
        let key = damaged == nil ? nil : OldKey(unlocked.databaseKey())
        let vault = try OpenVault(unlocked, at: location, surroundings: surroundings)
        var report = try await vault.rebuild(progress: progress)
        if let damaged, let key {
            report.damagedDatabase = damaged.kept
            report.rescued = try await vault.rescueRecords(from: damaged.source, key: key)
            rescue.removeScratch()
        }
        try await vault.checkFiles(into: &report, progress: progress)
        try await vault.renewVaultFile()
        return (vault, report)
    }

    /// A key on its way into the actor.
    final class OldKey: Sendable {
        let secret: Secret
        init(_ secret: consuming Secret) { self.secret = secret }
    }

    private func rebuild(progress: ProgressReport) throws -> RepairReport {
        var report = RepairReport()
        let total = try store.operationCount()
        let result = try store.rebuild(open: { try payload(of: $0) }) { done in
            if done % 256 == 0 { progress.report("rebuilding", done, total) }
        }
        report.applied = result.applied
        report.unopened = result.unopened.count
        report.missing = try store.missingOperations()
        return report
    }

    /// Saves anew what stands in the tables of the damaged database and is not in the rebuilt ones: its operations were lost.
    private func rescueRecords(from source: String, key: OldKey) throws -> Int {
        let old = try unsafe key.secret.withBytes { bytes in
            try unsafe Store(.file(source, mustExist: true), key: bytes)
        }
        var rescued = 0
        try store.write { writer in
            try old.eachReadableRecord { journal, kind, record, state in
                let present = try writer.state(of: record, kind: kind, journal: journal)
                let lost = state.fields.filter { field, write in
                    present.fields[field].map { $0.name < write.name } ?? true
                }
                guard !lost.isEmpty else { return }
                try append(
                    [present.mutation(kind: kind, record: record, setting: lost.mapValues(\.value))], to: journal, with: writer)
                rescued += 1
            }
        }
        try store.settleLosses()
        return rescued
    }

    /// Writes both copies of the vault file anew where one of them is not as it should be.
    private func renewVaultFile() throws {
        guard !notices.isEmpty else { return }
        for _ in 0..<2 { try keys.update { (_) throws(VaultError) in } }
    }

    private func checkFiles(into report: inout RepairReport, progress: ProgressReport) throws {
        let (sound, faults) = try checkAttachments(progress: progress)
        report.soundAttachments = sound
        report.attachmentFaults = faults.map { Explanation($0).sentence }
        report.partials = AttachmentFolder(path: location.attachments).removePartials()
    }
}
