import Ledger
import SQLite

package struct ReceivedOperation: Sendable {
    /// The operation; its signature, its chain and its author's membership were checked.
    package let operation: Operation
    /// Its decrypted payload; `nil` on the control lane, for one that this program cannot read, and for one that is here already.
    package let payload: Payload?
    /// The computed head of the relay's log after it.
    package let head: LogHead

    package init(_ operation: Operation, payload: Payload?, head: LogHead) {
        (self.operation, self.payload, self.head) = (operation, payload, head)
    }
}

extension Store {
    /// How far this device has read the relay's log of a journal.
    package func relayStanding(of journal: JournalID) throws(SQLiteError) -> RelayStanding {
        try RelayedLog(database: database, journal: journal).standing()
    }

    /// For each device of a journal, its last operation in the relay's log as read so far.
    package func relayedEnds(of journal: JournalID) throws(SQLiteError) -> [DeviceID: ChainEnd] {
        try RelayedLog(database: database, journal: journal).ends()
    }

    /// The head of the relay's log after a position, as computed here earlier; `nil` if it was never read that far.
    package func relayHeadValue(of journal: JournalID, at position: UInt64) throws(SQLiteError) -> [UInt8]? {
        try RelayedLog(database: database, journal: journal).place(at: position)?.value
    }

    /// The head of the relay's log after its first operation; `nil` if nothing was read.
    package func firstHead(of journal: JournalID) throws -> [UInt8]? {
        if let value = try relayHeadValue(of: journal, at: 1) { return value }
        // A device that joined a snapshot never read that position, but has the control operations before it.
        guard let first = try controlReceipts(of: journal).first, first.position == 1, let received = first.received
        else { return nil }
        return LogHead.empty.following(hash: try Operation(reading: first.bytes).hash, received: received)?.value
    }

    /// The hash of the operation at a position of a device's chain; `nil` for none.
    package func hash(
        ofPlace position: UInt64, device: DeviceID, journal: JournalID
    ) throws(SQLiteError) -> [UInt8]? {
        try RelayedLog(database: database, journal: journal).hash(ofPlace: position, device: device)
    }

    /// A journal's control operations in the order of the relay's log, then those that wait to be sent.
    package func controlOperations(of journal: JournalID) throws(SQLiteError) -> [(bytes: [UInt8], position: UInt64?)] {
        try controlReceipts(of: journal).map { (bytes: $0.bytes, position: $0.position) }
    }

    package static let controlsSQL = """
        SELECT bytes, seq, received FROM operation WHERE lane = 0 AND chain IN (SELECT id FROM chain WHERE journal = ?)
        ORDER BY seq IS NULL, seq, id
        """

    /// The same, each with the time when a relay received it; `nil` if none has.
    package func controlReceipts(
        of journal: JournalID
    ) throws(SQLiteError) -> [(bytes: [UInt8], position: UInt64?, received: Int64?)] {
        let rows = try database.all(
            Store.controlsSQL, [.blob(journal.bytes)]
        ) {
            (
                bytes: $0.blob(0), position: RelayReceipt(row: $0, from: 1)?.position,
                received: $0.isNull(2) ? nil : $0.int64(2)
            )
        }
        return rows
    }

    /// For each device of a journal: when the relay received its last operation; `nil` if it has none of it.
    package func lastReceived(of journal: JournalID) throws(SQLiteError) -> [DeviceID: Int64] {
        let rows = try database.all(
            """
            SELECT c.device, o.received FROM chain c JOIN operation o ON o.id =
              (SELECT id FROM operation WHERE chain = c.id AND seq IS NOT NULL ORDER BY place DESC LIMIT 1)
            WHERE c.journal = ?
            """, [.blob(journal.bytes)]
        ) { (DeviceID($0.blob(0)), $0.int64(1)) }
        return rows.reduce(into: [:]) { if let device = $1.0 { $0[device] = $1.1 } }
    }
}

extension StoreWriter {
    /// Stores operations of one journal from a relay's log, in order and without a gap: those of other devices, and the
    /// confirmation that it has this device's. `open` decrypts an operation that is here already; it is called only if its writes
    /// have stamps so far ahead that their effective stamp is now earlier.
    ///
    /// Throws `StoreError.otherOperation` if a different one is here at the same place: its device has written two. A known one
    /// is unchanged.
    ///
    /// Another device's operation that differs and is not in the relay's log is replaced: that device has rebased it after the
    /// relay lost its log. `sender`: this device.
    ///
    /// `behind`: the head that they follow; if the log was read further in the meantime, or dropped, nothing is done and the
    /// result is `nil`. `conflictPosition`: up to where the history is in conflict with them; `isOwnConflict`: only with this
    /// device's view; `conflictAuthor`: only with this person's view.
    /// - Returns: how many were new here.
    package func receive(
        _ operations: [ReceivedOperation], of journal: JournalID, by sender: Sender? = nil, behind: LogHead,
        conflictPosition: UInt64 = 0, isOwnConflict: Bool = false, conflictAuthor: [UInt8]? = nil,
        open: (Operation) throws -> Payload?
    ) throws -> Int? {
        let log = RelayedLog(database: database, journal: journal)
        var end = try log.standing()
        guard end.head == behind else { return nil }
        (end.conflictPosition, end.isOwnConflict, end.conflictAuthor) = (conflictPosition, isOwnConflict, conflictAuthor)
        var clock = try clock()
        var (latest, new) = (Stamp.zero, 0)
        var places: [(row: Int, head: LogHead)] = []
        for received in operations {
            let header = received.operation.header
            if header.lane == .control { try noteCheckpoint(in: received.operation) }
            guard header.journal == journal, received.head.position == end.head.position + 1,
                received.head.received >= end.head.received
            else { throw StoreError.outOfOrder }
            end.head = received.head
            let receipt = RelayReceipt(position: received.head.position, received: received.head.received)
            let ceiling = Stamp.ceiling(received: receipt.received)
            let replaced = try giveWay(to: received.operation, device: sender?.device)
            if let known = try known(received.operation) {
                try database.run(
                    "UPDATE operation SET seq = ?, received = ? WHERE id = ?", .int(Int64(received.head.position)),
                    .int(receipt.received), .int(known.row))
                let earlier = known.received.map { Stamp.ceiling(received: $0) }
                // Every stamp issued here is at most the clock's. The ceiling of an operation received before may be later.
                if earlier.map({ $0 != ceiling }) ?? (clock.last > ceiling),
                    let payload = try received.payload ?? open(received.operation)
                {
                    try recount(payload, of: received.operation, ceiling: ceiling, earlier: earlier)
                }
                places.append((known.row, received.head))
            } else {
                let row = try append(received.operation, payload: received.payload, receipt: receipt)
                places.append((row, received.head))
                if received.payload == nil, header.lane != .control { try noteUnopened(in: journal) }
                if let replaced, let payload = received.payload {
                    try recount(
                        payload, of: received.operation, ceiling: ceiling, earlier: Stamp.ceiling(received: replaced))
                }
                if let payload = received.payload { latest = max(latest, min(payload.stamp, ceiling)) }
                new += 1
            }
        }
        // Once for all of them: updating the clock for each would advance it by their number.
        clock.receive(latest)
        try keep(clock)
        try log.append(places)
        end.sent = try sent(journal, from: end.sent)
        // Recovering the log is complete once all of it is at the relay and was seen there.
        if end.isRecovering, end.conflictPosition == 0, try !waits(journal, by: sender, behind: end.sent) {
            end.isRecovering = false
        }
        try log.keep(end)
        return new
    }

    /// Deletes another version of another device's operation, which a relay had and lost; returns when it had received it.
    func giveWay(to operation: Operation, device: DeviceID?) throws -> Int64? {
        let header = operation.header
        guard header.device != device else { return nil }
        let row = try database.first(
            """
            SELECT id, received FROM operation WHERE chain = (SELECT id FROM chain WHERE journal = ? AND device = ?) AND place = ?
            AND hash <> ? AND seq IS NULL AND received IS NOT NULL
            """, .blob(header.journal.bytes), .blob(header.device.bytes), .int(Int64(header.position)), .blob(operation.hash)
        ) { ($0.int(0), $0.int64(1)) }
        guard let row else { return nil }
        try database.run("DELETE FROM operation WHERE id = ?", .int(row.0))
        return row.1
    }

    /// The row of an operation that is here, and when a relay received it; `nil` if its position is free.
    func known(_ operation: Operation) throws -> (row: Int, received: Int64?)? {
        let header = operation.header
        let row = try database.first(
            "SELECT id, hash, received FROM operation WHERE chain = (SELECT id FROM chain WHERE journal = ? AND device = ?) AND place = ?",
            .blob(header.journal.bytes), .blob(header.device.bytes), .int(Int64(header.position))
        ) { ($0.int(0), $0.blob(1), $0.isNull(2) ? nil : $0.int64(2)) }
        guard let row else { return nil }
        guard row.1 == operation.hash else { throw StoreError.otherOperation }
        return (row.0, row.2)
    }

    /// Updates the effective stamp of an operation's writes, now that a relay has received it.
    ///
    /// `earlier`: the previous upper bound.
    func recount(_ payload: Payload, of operation: Operation, ceiling: Stamp, earlier: Stamp?) throws {
        guard payload.stamp > min(ceiling, earlier ?? ceiling),
            let journal = try row(ofJournal: operation.header.journal, create: true)
        else { return }
        let name = WriteName(stamp: payload.stamp, device: operation.header.device)
        try keep(ceiling < payload.stamp ? ceiling : nil, of: name)
        for mutation in payload.mutations {
            try change(mutation, journal: journal) { state in
                for field in mutation.fields.keys {
                    let known = try revisions(of: mutation, field: field, journal: journal)
                    let losers = state.recount(name, of: field, ceiling: ceiling, known: known)
                    try database.run(
                        "DELETE FROM revision WHERE id = ? AND kind = ? AND journal = ? AND field = ?",
                        .blob(mutation.record.bytes), .text(mutation.kind), .int(journal), .text(field))
                    for write in losers { try keep(write, of: mutation, field: field, journal: journal) }
                }
            }
        }
    }

    func revisions(of mutation: Mutation, field: String, journal: Int) throws -> [Write] {
        var writes: [Write] = []
        try database.each(
            "SELECT stamp, device, content FROM revision WHERE id = ? AND kind = ? AND journal = ? AND field = ?",
            [.blob(mutation.record.bytes), .text(mutation.kind), .int(journal), .text(field)]
        ) { row in
            writes.append(try StoreWriter.revision(row, from: 0))
            return true
        }
        return writes
    }

    /// The row after which the first operation waits to be sent; the last row if none does.
    func sent(_ journal: JournalID, from row: Int) throws(SQLiteError) -> Int {
        if let first = try firstWaiting(journal, by: nil, behind: row) { return first - 1 }
        return try database.first("SELECT max(id) FROM operation") { $0.int(0) } ?? 0
    }

    /// Whether an operation after a row waits that the sender may send, or that is another device's.
    func waits(_ journal: JournalID, by sender: Sender?, behind row: Int) throws(SQLiteError) -> Bool {
        try firstWaiting(journal, by: sender, behind: row) != nil
    }

    private func firstWaiting(_ journal: JournalID, by sender: Sender?, behind row: Int) throws(SQLiteError) -> Int? {
        let start = max(row, try RelayedLog(database: database, journal: journal).waitingStart())
        return try database.first(
            "SELECT o.id \(Sender.waiting) AND NOT \(Sender.isKept) ORDER BY o.id LIMIT 1",
            .int(start), .blob(journal.bytes), .blob(sender?.device.bytes ?? []), .int(sender?.forbiddenLanes ?? 0)
        ) { $0.int(0) }
    }

    /// The end of the relay's log that was read and is not in conflict: what the next operation records as seen.
    package func seenHead(of journal: JournalID) throws(SQLiteError) -> LogHead {
        let standing = try RelayedLog(database: database, journal: journal).standing()
        return standing.conflictPosition == 0 ? standing.head : .empty
    }
}
