import Base
import Engine
import Ledger
import Store
import Vault

/// What backups know of a vault that an older copy of itself has replaced.
extension OpenVault {
    /// Refuses to go on where this vault lacks what it had saved: a backup of it would become the newest, and in time the ones that hold
    /// more would be removed. Files that were made after the last one that is remembered are asked for it.
    func refuseLosses(beside shelf: BackupShelf, after known: BackupName?, progress: ProgressReport) throws {
        guard !heads.isMissing else { throw EngineError.headsMissing }
        try noteHeads(of: shelf, after: known, progress: progress)
        let lost = try OpenVault.sum(heads, store: store, device: device) { $0.lost(databaseEnd: $1) }
        guard lost == 0 else { throw BackupFault.vaultLacks(operations: lost) }
    }

    /// The newest of those files that can be read holds all that the others do. One that cannot be read says nothing here: `verify` is
    /// there for that.
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

    /// How many operations of this device a backup holds that the vault lacks; they are noted, so that no place on a chain is used twice.
    func noteHeads(of chain: BackupChain, opening: borrowing BackupOpening, progress: ProgressReport) throws -> Int {
        guard try !store.holds(chain.manifest.through) else { return 0 }
        let last = try OwnChains.last(of: device, in: chain, opening: opening, progress: progress)
        let ends = try store.read { writer in
            try last.keys.reduce(into: [:]) { $0[$1] = try writer.nextPlace(journal: $1, device: device).position - 1 }
        }
        var lacking = 0
        for (journal, operation) in last {
            let (end, position) = (ends[journal] ?? 0, operation.header.position)
            // One that was removed here is no loss.
            guard position > end, try store.holds(journal) else { continue }
            lacking += Int(clamping: position - end)
            if position > heads.heads[journal]?.position ?? 0 { heads.note(operation) }
        }
        if lacking > 0 { writeHeads() }
        return lacking
    }

    /// How many of the newest files are tried.
    private static let filesAsked = 8
}
