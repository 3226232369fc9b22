import Base
import Foundation
import Ledger
import Vault

extension OpenVault {
    /// Name of the vault setting that says that the folder's journal data is to be deleted.
    static let wiping = "wiping"

    /// Deletes the vault's journal and creates an empty one in its place: its keys first, from both copies of the vault file,
    /// then the database with its drafts, and the encrypted files. Slots, identity and device stay.
    ///
    /// No other program may have the vault open. If interrupted after the first step, the next opening finishes it. Throws
    /// `WipeError.severalJournals` for a vault with several journals.
    package static func wipeJournal(
        _ unlocked: consuming UnlockedVault, at location: VaultLocation, surroundings: Surroundings, patience: Int = 2_000
    ) throws -> OpenVault {
        let lock = try DatabaseLock(.exclusive, at: location, patience: patience)
        try unlocked.refresh()
        try finishKeyChange(&unlocked, at: location)
        let old = unlocked.body.journalsWithKeys()
        guard old.count <= 1 else { throw WipeError.severalJournals }
        let genesis = newGenesis(unlocked, surroundings: surroundings)
        try unlocked.revoke { (body) throws(VaultError) in
            for journal in old {
                for epoch in body.epochs(of: journal) { body.removeJournalKey(journal, epoch: epoch) }
            }
            for name in body.settings(beginningWith: "rotation:") { body[setting: name] = nil }
            body[setting: "genesis"] = genesis.body
            body[setting: OpenVault.genesisOperation] = nil
            _ = body.addJournalKey(.random(count: 32), journal: genesis.journal.bytes, epoch: 1)
            body.defaultJournal = genesis.journal.bytes
            body[setting: founded] = nil
            body[setting: wiping] = [1]
            body.confirmedHeads = []
        }
        try finishWipe(&unlocked, at: location)
        lock.share()
        return try OpenVault(
            unlocked, at: location, database: location.database, lock: lock, surroundings: surroundings)
    }

    /// Removes what a deleted journal left in the folder, if the vault says so; the caller holds the lock exclusively.
    static func finishWipe(_ keys: inout UnlockedVault, at location: VaultLocation) throws {
        guard keys.body[setting: wiping] != nil else { return }
        let content = WipePlan.files(in: location.folder).map(\.name).filter(VaultFiles.isContent)
        let sealed = WipePlan.files(in: location.attachments).map(\.name).filter(VaultFiles.isAttachment)
        // The vault's key stays and decrypts the database's pages, so they are overwritten, not only unlinked.
        for name in content + WipePlan.scratchFiles(in: location).map(\.name) {
            try ClearFile(path: location.folder + "/" + name).destroy()
        }
        for name in sealed {
            let path = location.attachments + "/" + name
            guard unsafe unlink(path) == 0 || errno == ENOENT else { throw EngineError.file(path: path, code: errno) }
        }
        try syncFolder(location.folder)
        try keys.update { (body) throws(VaultError) in body[setting: wiping] = nil }
    }
}
