import Ledger
import SQLite

package struct WaitingOperation: Hashable, Sendable {
    package let row: Int
    /// The bytes to send.
    package let bytes: [UInt8]
    package let device: DeviceID
    /// When a relay received it that has lost it since, in milliseconds since 1970; `nil` if none had it.
    package let received: Int64?
    /// Whether a relay had it and has lost it.
    package var wasRelayed: Bool { received != nil }
}

/// Which of a device's waiting operations are taken back.
package enum WaitingPart: Hashable, Sendable {
    /// Those never offered to a relay. An offered one stays: a relay may have accepted it without the answer arriving, and
    /// another device may have it by now.
    case neverOffered
    /// All, including those that a relay had before it lost its log: something came first that does not allow them unchanged.
    case all
    /// Those that no relay ever had, from a row on: one that the relay refuses, and those that depend on it.
    case from(row: Int)
}

extension Store {
    /// A journal's operations that no relay's log has yet, in order of creation, within `limit` and `bytes` but at least one if
    /// there is any. Excludes parts of a snapshot, and what the sender may not send.
    package func outbox(
        of journal: JournalID, by sender: Sender, after row: Int = 0, limit: Int = .max, bytes: Int = .max
    ) throws -> [WaitingOperation] {
        let start = max(row, try RelayedLog(database: database, journal: journal).waitingStart())
        var waiting: [WaitingOperation] = []
        var size = 0
        try database.each(
            "SELECT o.id, o.bytes, o.received, c.device \(Sender.waiting) AND NOT \(Sender.isKept) ORDER BY o.id",
            [.int(start), .blob(journal.bytes), .blob(sender.device.bytes), .int(sender.forbiddenLanes)]
        ) { row in
            guard let device = DeviceID(row.blob(3)) else { throw StoreError.damagedRow(table: "chain") }
            let operation = WaitingOperation(
                row: row.int(0), bytes: row.blob(1), device: device, received: row.isNull(2) ? nil : row.int64(2))
            size += operation.bytes.count + 4
            guard waiting.isEmpty || (size <= bytes && waiting.count < limit) else { return false }
            waiting.append(operation)
            return true
        }
        return waiting
    }

    /// A journal's re-encrypted operations that a relay's log has, after a row: about `bytes` bytes of them, and the row of the
    /// last; `nil` if there are none.
    package func resealedOperations(
        of journal: JournalID, after row: Int, bytes: Int
    ) throws -> (operations: [[UInt8]], last: Int)? {
        var (list, size, last): ([[UInt8]], Int, Int) = ([], 0, row)
        try database.each(
            """
            SELECT id, bytes FROM operation WHERE id > ? AND seq IS NOT NULL AND substr(bytes, 1, 1) = x'81'
            AND chain IN (SELECT id FROM chain WHERE journal = ?) ORDER BY id
            """, [.int(row), .blob(journal.bytes)]
        ) { row in
            let operation = row.blob(1)
            guard list.isEmpty || size + operation.count + 4 <= bytes else { return false }
            size += operation.count + 4
            list.append(operation)
            last = row.int(0)
            return true
        }
        return list.isEmpty ? nil : (list, last)
    }

    /// Whether a waiting operation of a device, never offered to a relay, records another state of the relay's log: it was made
    /// before the relay lost its log, or while its history was in conflict.
    package func hasOtherView(of journal: JournalID, device: DeviceID) throws -> Bool {
        let log = RelayedLog(database: database, journal: journal)
        return try log.hasOtherView(device: device, behind: max(log.standing().sent, log.offered()))
    }

    /// How many operations of a journal wait to be seen in a relay's log, and how many may not be sent.
    package func waitingCount(of journal: JournalID, by sender: Sender) throws(SQLiteError) -> WaitingCount {
        let start = try RelayedLog(database: database, journal: journal).waitingStart()
        return try database.first(
            """
            WITH waiting AS (
              SELECT o.id, c.device = ? AS own, \(Sender.isKept) AS kept \(Sender.waiting))
            SELECT coalesce(sum(own AND NOT kept), 0), coalesce(sum(NOT own), 0), coalesce(sum(kept), 0),
              min(CASE WHEN kept THEN id END), coalesce(max(CASE WHEN own AND NOT kept THEN id END), 0) FROM waiting
            """, .blob(sender.device.bytes), .blob(sender.device.bytes), .int(sender.forbiddenLanes), .int(start),
            .blob(journal.bytes)
        ) { row in
            let first = row.isNull(3) ? nil : row.int(3)
            return WaitingCount(
                own: row.int(0), others: row.int(1), kept: row.int(2), firstKept: first,
                isBlocked: first.map { $0 < row.int(4) } ?? false)
        } ?? .none
    }
}

extension StoreWriter {
    /// Removes a device's waiting operations, to be rebased after what came first at the relay; returns them in order. Their
    /// writes remain: they are named by stamp and device, and the new operations repeat them.
    ///
    /// `part`: which of them.
    package func takeBack(of journal: JournalID, device: DeviceID, _ part: WaitingPart) throws -> [WaitingOperation] {
        let log = RelayedLog(database: database, journal: journal)
        let (isAll, behind) =
            switch part {
            case .all: (1, 0)
            case .neverOffered: (0, try log.offered())
            case .from(let row): (0, row - 1)
            }
        let rows = try database.all(
            """
            SELECT id, bytes, received FROM operation WHERE seq IS NULL AND (? OR (received IS NULL AND id > ?))
            AND chain = (SELECT id FROM chain WHERE journal = ? AND device = ?) ORDER BY place
            """, [.int(isAll), .int(behind), .blob(journal.bytes), .blob(device.bytes)]
        ) {
            WaitingOperation(
                row: $0.int(0), bytes: $0.blob(1), device: device, received: $0.isNull(2) ? nil : $0.int64(2))
        }
        for row in rows { try database.run("DELETE FROM operation WHERE id = ?", .int(row.row)) }
        // Operations that are put back may reuse rows of the removed ones.
        let before = (rows.map(\.row).min() ?? .max) - 1
        var standing = try log.standing()
        standing.sent = min(standing.sent, before)
        try log.keep(standing)
        if try log.offered() > before { try log.keep(offered: before) }
        try recountControls(of: journal, device: device)
        return rows
    }

    /// Appends an operation whose writes are applied already. `received`: when a relay received the operation that it replaces,
    /// which bounds its writes until it arrives itself.
    package func putBack(_ operation: Operation, received: Int64?) throws {
        try insert(operation, receipt: received.map { RelayReceipt(position: nil, received: $0) })
        try noteControl(operation, received: received)
    }

    /// Records in advance that a device's waiting operations up to a row are offered to a relay. If one of them records another
    /// state of the log, the relay has lost its log since: see `beginRecovery`.
    package func offer(of journal: JournalID, device: DeviceID, upTo row: Int) throws {
        let log = RelayedLog(database: database, journal: journal)
        let before = try log.offered()
        if row > before { try log.keep(offered: row) }
        let sent = try log.standing().sent
        if before > sent, try log.hasOtherView(device: device, behind: sent, upTo: before) { try beginRecovery(of: journal) }
    }

    /// Notes that this device recovers operations of another log at a relay: until it confirms the new log, readers see what
    /// their authors had seen of the old one.
    package func beginRecovery(of journal: JournalID) throws(SQLiteError) {
        let log = RelayedLog(database: database, journal: journal)
        var standing = try log.standing()
        guard !standing.isRecovering else { return }
        standing.isRecovering = true
        try log.keep(standing)
    }

    /// Drops what is known of the relay's log: everything waits to be seen in it again, and the next pull reads from the
    /// beginning. Times of receipt are kept: they bound the writes.
    ///
    /// `recovering`: whether this device recovers the log at a relay; if not, that flag is unchanged.
    package func forgetRelay(of journal: JournalID, recovering: Bool = false) throws(SQLiteError) {
        let log = RelayedLog(database: database, journal: journal)
        var standing = RelayStanding.none
        standing.isRecovering = try log.standing().isRecovering || recovering
        try log.forgetPlaces()
        try log.keep(standing)
        try forgetCheckpoint(of: journal)
        // A log that lost operations may have lost files too, and another relay has none of them.
        try forgetHeldFiles(of: journal)
        try database.run(
            "UPDATE operation SET seq = NULL WHERE seq IS NOT NULL AND +chain IN (SELECT id FROM chain WHERE journal = ?)",
            .blob(journal.bytes))
    }
}
