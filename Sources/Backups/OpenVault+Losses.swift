import Base
import Engine
import Ledger
import Store
import Vault

/// Detects from backups that an older copy has replaced the vault.
extension OpenVault {
    /// Throws if this vault lacks operations that it had saved: its backup would become the newest, and in time those with more
    /// would be removed. It checks the files made after the last one that is remembered.
    func refuseLosses(beside shelf: BackupShelf, after known: BackupName?, progress: ProgressReport) throws {
        guard !heads.isMissing else { throw EngineError.headsMissing }
        try noteHeads(of: shelf, after: known, progress: progress)
        let lost = try OpenVault.sum(heads, store: store, device: device) { $0.lost(databaseEnd: $1) }
        guard lost == 0 else { throw BackupFault.vaultLacks(operations: lost) }
    }

    /// The newest readable one of those files has everything that the others have. An unreadable one is ignored: `verify` reports
    /// it.
    private func noteHeads(of shelf: BackupShelf, after known: BackupName?, progress: ProgressReport) throws {
        let opening = BackupOpening.vault(keys.backupKeys())
        for name in shelf.names.reversed().prefix(Self.filesAsked) where known.map({ name > $0 }) ?? true {
            do {
                let chain = try BackupChain(name, in: shelf.folder, opening: opening)
                guard chain.isAuthentic == true else { continue }
                _ = try noteHeads(of: chain, opening: opening, progress: progress)
                return
            } catch let cancellation as CancellationError {
                throw cancellation
            } catch {
                continue
            }
        }
    }

    /// How many operations of this device a backup has that the vault lacks. They are noted, so that no position on a chain is
    /// used twice.
    func noteHeads(of chain: BackupChain, opening: borrowing BackupOpening, progress: ProgressReport) throws -> Int {
        guard try !store.holds(chain.manifest.through) else { return 0 }
        let last = try OwnChains.last(of: device, in: chain, opening: opening, progress: progress)
        let ends = try store.read { writer in
            try last.keys.reduce(into: [:]) { $0[$1] = try writer.nextPlace(journal: $1, device: device).position - 1 }
        }
        var lacking = 0
        for (journal, operation) in last {
            let (end, position) = (ends[journal] ?? 0, operation.header.position)
            // A journal that was removed here is no loss.
            guard position > end, try store.holds(journal) else { continue }
            lacking += Int(clamping: position - end)
            if position > heads.heads[journal]?.position ?? 0 { heads.note(operation) }
        }
        if lacking > 0 { writeHeads() }
        return lacking
    }

    /// How many of the newest files are checked.
    private static let filesAsked = 8
}
