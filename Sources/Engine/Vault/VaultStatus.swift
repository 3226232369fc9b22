import Journal
import Ledger
import Store
import Vault

package struct VaultStatus: Sendable {
    /// Entries that are not deleted.
    package let entries: Int
    /// Entries that can still be restored.
    package let deleted: Int
    package let operations: Int
    /// The first and last day with an entry.
    package let days: ClosedRange<LocalDay>?
    /// The journals of this vault, the first one first.
    package let journals: [JournalID]
    /// When the owner last checked the recovery code, in milliseconds since 1970; `nil` for never.
    package let recoveryProven: Int64?
    package let rotations: [RotationState]
    /// The vault has a new key, and its journals still need new ones.
    package let areJournalKeysDue: Bool
    /// The types of the slots that were removed with the vault's former key and not added again.
    package let removedSlots: [KeyslotType]
}

extension OpenVault {
    package func status() throws -> VaultStatus {
        VaultStatus(
            entries: try store.entryCount(), deleted: try recentlyDeleted().count, operations: try store.operationCount(),
            days: try store.days(), journals: try journalNames().map(\.id), recoveryProven: keys.body.recoveryProven,
            rotations: try rotations(), areJournalKeysDue: keys.body.keyChange?.journals == .due,
            removedSlots: removedSlots())
    }

    /// When the owner last checked the recovery code, in milliseconds since 1970; `nil` for never.
    package func recoveryProven() -> Int64? { keys.body.recoveryProven }

    /// Tags in use with their number of entries, the most used first.
    package func tags() throws -> [(name: String, count: Int)] {
        try cached(Cached.tags) { try store.tags() }
    }
}
