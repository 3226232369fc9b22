import Base
import Ledger
import Store
import Vault

/// Rotation of a journal's key: a new key for everything new, then the old content is re-encrypted, and the old key is destroyed
/// only at the end. If the process is killed at any point, it continues from there: docs/decisions/0022.
extension OpenVault {
    /// Begins a rotation of a journal's key (`nil`: of each own journal, one after the other), or continues the one under way.
    ///
    /// The vault can be used meanwhile: others have their turn between two batches. Throws `KeysError.needsRepair` if operations
    /// are missing: the old key may be needed to decrypt them when they are found.
    @discardableResult
    package func rotateKeys(of journal: JournalID? = nil, progress: ProgressReport = .silent) async throws -> RotationReport {
        guard let journal else {
            if try areJournalKeysDue(), keys.body.keyChange?.journals == .begun,
                let report = try await resumeRotation(progress: progress)
            {
                return report
            }
            let first = try firstJournal()
            let all = [first] + (try journalsWithOwnKeys().sorted().filter { $0 != first })
            for own in all { try requireNoHistoryKept(in: own) }
            // All begin before one is finished, so that what is left to do is known.
            for own in all where try rotation(of: own) == nil { try beginRotation(of: own) }
            try noteJournalKeys()
            guard let report = try await carryOn(all, progress: progress) else { throw CancellationError() }
            return report
        }
        try keys.refresh()
        try endKeyChange()
        try requireNoHistoryKept(in: journal)
        if try rotation(of: journal) == nil { try beginRotation(of: journal) }
        guard let rotation = try rotation(of: journal) else { throw CancellationError() }
        return try await carryOn(rotation, of: journal, progress: progress)
    }

    /// A member without access to the past would get it through re-encryption.
    func requireNoHistoryKept(in journal: JournalID) throws {
        guard try ownedControl(of: journal).givesAllHistory else { throw SharingError.historyKept }
    }

    /// Continues the rotations under way.
    /// - Returns: what was done; `nil` if there was none.
    @discardableResult
    package func resumeRotation(progress: ProgressReport = .silent) async throws -> RotationReport? {
        try await carryOn(try OpenVault.rotationsBegun(keys).map(\.journal), progress: progress)
    }

    /// Continues the rotations of these journals, one after the other.
    private func carryOn(_ journals: [JournalID], progress: ProgressReport) async throws -> RotationReport? {
        var report: RotationReport?
        for journal in journals {
            guard let rotation = try rotation(of: journal) else { continue }
            let one = try await carryOn(rotation, of: journal, progress: progress)
            report?.add(one)
            report = report ?? one
        }
        return report
    }

    private func rotation(of journal: JournalID) throws -> Rotation? {
        try keys.body[setting: OpenVault.rotationSetting(journal)].map { try Rotation(reading: $0) }
    }

    private func carryOn(
        _ rotation: Rotation, of journal: JournalID, progress: ProgressReport
    ) async throws -> RotationReport {
        var report = RotationReport(epoch: rotation.epoch)
        guard try isFinal(rotation, of: journal) else {
            report.waitsForSync = true
            return report
        }
        let resealing = try resealingState(rotation, of: journal)
        while let cursor = try resealBatch(of: journal, into: &report) {
            progress.report(say("encrypting again"), cursor, resealing.end)
            try await giveWay()
        }
        try await resealAttachments(of: journal, resealing, into: &report, progress: progress)
        progress.report("checking", 0, 0)
        report.unopened = try resealRest(of: journal, epoch: rotation.epoch)
        report.oldFilesLeft = try removeOldFiles(of: journal)
        try destroyKeys(of: journal, before: rotation.epoch)
        return report
    }

    /// Whether this key can no longer be superseded: the relay's log has the operation, or there is no relay. Until then nothing
    /// is re-encrypted and no key is destroyed.
    private func isFinal(_ rotation: Rotation, of journal: JournalID) throws -> Bool {
        guard try relayAddress() != nil else { return true }
        return try store.controlOperations(of: journal).contains { bytes, position in
            // It may have been rebuilt after another control operation: the key is the same.
            position != nil
                && (try? Rotation(reading: Operation(reading: bytes).body))?.commitment == rotation.commitment
        }
    }

    /// The progress. A rescued database has lost it: then it is read from its beginning.
    private func resealingState(_ rotation: Rotation, of journal: JournalID) throws -> Resealing {
        if let found = try store.resealing(of: journal), found.epoch == rotation.epoch { return found }
        return try store.write { writer in
            let begun = try writer.tick(wallMilliseconds: surroundings.now())
            let fresh = Resealing(epoch: rotation.epoch, begun: begun, cursor: 0, end: try store.logPosition())
            try writer.keep(fresh, of: journal)
            return fresh
        }
    }

    /// Operations in one transaction: few enough that others do not wait noticeably, many enough that the disk is not the
    /// bottleneck.
    private static let batch = 1024

    /// Re-encrypts the next operations.
    /// - Returns: the row up to which all is done; `nil` if nothing was left.
    private func resealBatch(of journal: JournalID, into report: inout RotationReport) throws -> Int? {
        let (cursor, count) = try store.write { writer -> (Int?, Int) in
            guard var state = try store.resealing(of: journal) else { return (nil, 0) }
            let rows = try writer.sealedOperations(
                of: journal, after: state.cursor, upTo: state.end, limit: OpenVault.batch)
            let sealed = try resealed(rows.map(\.bytes), epoch: state.epoch)
            for (row, operation) in zip(rows, sealed) {
                if let operation { try writer.replace(row.id, with: operation) }
            }
            state.cursor = rows.last?.id ?? state.end
            try writer.keep(state, of: journal)
            return (rows.isEmpty ? nil : state.cursor, sealed.count { $0 != nil })
        }
        report.operations += count
        return cursor
    }

    /// The rows re-encrypted, in their order; `nil` for one that needs nothing, or cannot be decrypted.
    private func resealed(_ rows: [[UInt8]], epoch: UInt32) throws -> [Ledger.Operation?] {
        let operations = rows.map { try? Ledger.Operation(reading: $0) }
        var pairs: [OperationKey.Name: OperationKey] = [:]
        for operation in operations {
            guard let operation, operation.sealedEpoch < epoch else { continue }
            for epoch in [operation.sealedEpoch, epoch] {
                let name = OperationKey.Name(journal: operation.header.journal, epoch: epoch)
                if pairs[name] == nil { pairs[name] = try? operationKey(journal: name.journal, epoch: epoch) }
            }
        }
        return Resealer(keys: pairs, epoch: epoch).reseal(operations)
    }

    /// Scans the whole log again and re-encrypts what is still under an earlier key: nothing, unless rows came from elsewhere.
    /// - Returns: how many cannot be decrypted; they stay as they are.
    private func resealRest(of journal: JournalID, epoch: UInt32) throws -> Int {
        guard try store.read({ try $0.operations(of: journal, sealedBefore: epoch) }) > 0 else { return 0 }
        var (cursor, unopened) = (0, 0)
        let end = try store.logPosition()
        while true {
            let (next, failed) = try store.write { writer -> (Int?, Int) in
                let rows = try writer.sealedOperations(of: journal, after: cursor, upTo: end, limit: OpenVault.batch)
                let sealed = try resealed(rows.map(\.bytes), epoch: epoch)
                var failed = 0
                for (row, operation) in zip(rows, sealed) {
                    if let operation {
                        try writer.replace(row.id, with: operation)
                    } else if (try? Ledger.Operation(reading: row.bytes))?.sealedEpoch != epoch {
                        failed += 1
                    }
                }
                return (rows.last?.id, failed)
            }
            unopened += failed
            guard let next else { return unopened }
            cursor = next
        }
    }

    /// The last step: removes the old keys from every copy of the vault, and from the database the bytes that they decrypted.
    private func destroyKeys(of journal: JournalID, before epoch: UInt32) throws {
        let setting = OpenVault.rotationSetting(journal)
        try keys.revoke { (body) throws(VaultError) in
            for old in body.epochs(of: journal.bytes) where old < epoch {
                body.removeJournalKey(journal.bytes, epoch: old)
            }
        }
        // The mark is removed when no copy has the old keys any more; a newer rotation's stays.
        try keys.update { (body) throws(VaultError) in
            guard let mark = body[setting: setting], (try? Rotation(reading: mark))?.epoch == epoch else { return }
            body[setting: setting] = nil
            OpenVault.endKeyChange(in: &body)
        }
        operationKeys = operationKeys.filter { $0.key.journal != journal || $0.key.epoch >= epoch }
        try store.write { try $0.endResealing(of: journal) }
        try store.walCheckpoint()
    }
}

/// Lets other callers use the vault, and stops if the task was cancelled. In a browser, whose requests come in only while nothing
/// is ready to run, a task that merely yields would keep them out.
package func giveWay() async throws { try await Task.sleep(for: .nanoseconds(1)) }
