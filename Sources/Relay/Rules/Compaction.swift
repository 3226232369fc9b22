import Ledger

/// When a relay may delete the encrypted operations that a checkpoint replaces.
enum Compaction {
    /// A month: a device that was away for less still finds the operations.
    static let delay: Int64 = 30 * 86_400_000
    /// Half a year: how long the past is kept here for a device that does not pull.
    static let patience: Int64 = 180 * 86_400_000

    /// Whether the operations up to the journal's checkpoint may be deleted: the snapshot is here, a month has passed, and every
    /// device that still writes has pulled them, or half a year has passed.
    static func isDue(_ row: JournalRow, snapshots: [SnapshotRow], devices: [DeviceRow], now: Int64) -> Bool {
        guard row.checkpoint > row.floor, !row.isDestroyed else { return false }
        let age = now - row.checkpointReceived
        guard age >= delay, snapshots.contains(where: { $0.position == row.checkpoint && $0.hash == row.snapshot && $0.isNamed })
        else { return false }
        return age >= patience || devices.allSatisfy { $0.isDropped || $0.pulled >= row.checkpoint }
    }

    /// Deletes them if due; returns whether it did.
    static func carryOut(on journal: JournalID, in tables: RelayTables, now: Int64) throws -> Bool {
        guard var row = try tables.journal(journal, isLocked: true) else { return false }
        guard
            isDue(
                row, snapshots: try tables.snapshots(of: journal), devices: try tables.devices(of: journal), now: now)
        else { return false }
        row.bytes -= try tables.forget(upTo: row.checkpoint, of: journal)
        row.floor = row.checkpoint
        try tables.put(row, of: journal)
        return true
    }
}
