import Base
import Foundation
import Ledger
import Vault

extension OpenVault {
    /// Name of the vault's setting that says that what the folder holds of a journal is to be destroyed.
    static let wiping = "wiping"

    /// Destroys the vault's journal and founds an empty one in its place: its keys go first, out of both copies of the vault
    /// file, then the database, the drafts in it, and the sealed files. Slots, identity and device stay.
    ///
    /// Nobody else can have the vault open. Broken off after its first step, the next opening finishes it. Refuses a vault with
    /// several journals (`WipeError.severalJournals`).
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

    /// Removes what a destroyed journal left in the folder, if a vault says that there was one; the lock is held alone.
    static func finishWipe(_ keys: inout UnlockedVault, at location: VaultLocation) throws {
        guard keys.body[setting: wiping] != nil else { return }
        let content = WipePlan.files(in: location.folder).map(\.name).filter(VaultFiles.isContent)
        let sealed = WipePlan.files(in: location.attachments).map(\.name).filter(VaultFiles.isAttachment)
        // The vault's key, which stays, opens the pages of the database: they are overwritten and not only unlinked.
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
