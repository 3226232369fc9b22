import Ledger
import Sync

extension OpenVault {
    /// Starts from the sealed snapshot of a journal whose beginning the relay has forgotten.
    func join(_ journal: JournalID, checkpoint: UInt64, from client: RelayClient) async throws {
        throw SyncError.refused(.gone(floor: checkpoint, checkpoint: checkpoint))
    }
}
