import Base
import Records
import Store
import Vault

/// What a rehearsal of the recovery code has shown.
package struct RecoveryDrill: Hashable, Sendable {
    /// When it was, in milliseconds since 1970: it stands in the vault's status.
    package let date: Int64
    /// Entries that the freshly opened vault showed.
    package let entries: Int
    /// The text of the newest entry was read.
    package let hasReadNewest: Bool
}

extension VaultOpening {
    /// Rehearses the loss of everything but the paper: reads the vault's file anew from the disk, opens it by the code as it was
    /// typed and by nothing else, opens the database, and reads from it. Notes the date.
    ///
    /// Throws what would go wrong on the day: a code that is none or another vault's, a damaged file or database.
    package static func rehearseRecovery(
        _ location: VaultLocation, typed: String, surroundings: Surroundings
    ) async throws -> RecoveryDrill {
        let unlocked = try read(location).unlock(recoveryCode: RecoveryCode(typed: typed))
        let vault = try OpenVault(unlocked, at: location, surroundings: surroundings)
        return try await vault.noteRehearsal()
    }
}

extension OpenVault {
    func noteRehearsal() throws -> RecoveryDrill {
        var newest = Selection()
        newest.limit = 1
        let read = try entries(newest)
        let now = surroundings.now()
        try keys.update { (body) throws(VaultError) in body.recoveryProven = now }
        return RecoveryDrill(date: now, entries: try store.entryCount(), hasReadNewest: !read.list.isEmpty)
    }
}
