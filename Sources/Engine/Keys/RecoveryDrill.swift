import Base
import Records
import Store
import Vault

package struct RecoveryDrill: Hashable, Sendable {
    /// When it was, in milliseconds since 1970; shown in the vault's status.
    package let date: Int64
    package let entries: Int
    package let hasReadNewest: Bool
}

extension VaultOpening {
    /// Tests recovery with nothing but the recovery code: reads the vault's file from the disk again, unlocks it with the code as
    /// typed, opens the database, and reads from it. Records the date.
    ///
    /// Throws what would go wrong in a real recovery: an invalid code or another vault's, a damaged file or database.
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
