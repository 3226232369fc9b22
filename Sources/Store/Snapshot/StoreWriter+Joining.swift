import Ledger
import SQLite

/// A snapshot that replaces the beginning of a relay's log: merged into the local data, which it does not replace.
package struct ArrivingSnapshot {
    package var head: SnapshotHead
    /// The control operations up to there with their positions: these are never deleted.
    package var controls: [(operation: Operation, receipt: RelayReceipt)]
    /// Passes its records to the closure, some at a time.
    package var records: (_ take: ([SnapshotRecord]) throws -> Void) throws -> Void
    /// Encrypts a part for the local log, at a place of the chain of its parts.
    package var seal: (Payload, StoreWriter.Place) throws -> Operation

    package init(
        head: SnapshotHead, controls: [(operation: Operation, receipt: RelayReceipt)],
        records: @escaping (_ take: ([SnapshotRecord]) throws -> Void) throws -> Void,
        seal: @escaping (Payload, StoreWriter.Place) throws -> Operation
    ) {
        (self.head, self.controls, self.records, self.seal) = (head, controls, records, seal)
    }
}

extension StoreWriter {
    /// Joins a snapshot: applies its records and the control operations up to its end, which becomes the end of the log as read.
    /// Operations that wait to be sent still wait, except those in the snapshot. `open` decrypts a local operation.
    ///
    /// `behind`: the head up to which the log was read; if it has changed, nothing is done and the result is `false`. `sender`:
    /// this device; `confirmed`: its last position that it knows of. Throws `StoreError.otherOperation` if the snapshot has
    /// operations of this device that it has not written, and `outOfOrder` if it does not continue what was read.
    package func join(
        _ snapshot: ArrivingSnapshot, behind: LogHead, by sender: Sender, confirmed: UInt64,
        open: (Operation) throws -> Payload?
    ) throws -> Bool {
        let (head, journal, device) = (snapshot.head, snapshot.head.journal, sender.device)
        let log = RelayedLog(database: database, journal: journal)
        var standing = try log.standing()
        guard standing.head == behind else { return false }
        guard head.end.position > behind.position, head.end.received >= behind.received else { throw StoreError.outOfOrder }
        try check(head, log: log, device: device, confirmed: confirmed)
        for control in snapshot.controls { try take(control.operation, control.receipt, device: device) }
        let ceilings = try take(snapshot)
        try markSeen(head, ceilings: ceilings, open: open)
        let last = try database.first("SELECT max(id) FROM operation") { $0.int(0) } ?? 0
        try log.append([(row: last, head: head.end)])
        (standing.head, standing.floor) = (head.end, head.end.position)
        standing.sent = try sent(journal, from: standing.sent)
        if standing.isRecovering, standing.conflictPosition == 0, try !waits(journal, by: sender, behind: standing.sent) {
            standing.isRecovering = false
        }
        try log.keep(standing)
        return true
    }

    /// Checks that the snapshot continues what this device has read and written.
    private func check(_ head: SnapshotHead, log: RelayedLog, device: DeviceID, confirmed: UInt64) throws {
        for (author, here) in try log.ends() {
            guard let end = head.ends[author], end.position >= here.position,
                end.position > here.position || end.hash == here.hash
            else { throw StoreError.outOfOrder }
        }
        for (author, end) in head.ends {
            let here = try log.hash(ofPlace: end.position, device: author)
            if author == device {
                let own = max(confirmed, try nextPlace(journal: head.journal, device: device).position - 1)
                guard end.position <= own, here == nil || here == end.hash else { throw StoreError.otherOperation }
            } else if let here, here != end.hash {
                // That device has rebased it after the log was lost; the snapshot has its content.
                try database.run(
                    """
                    DELETE FROM operation WHERE chain = (SELECT id FROM chain WHERE journal = ? AND device = ?) AND place = ?
                    AND seq IS NULL
                    """, .blob(head.journal.bytes), .blob(author.bytes), .int(Int64(end.position)))
            }
        }
    }

    /// Stores the records, as parts in the log and in the tables; returns their ceilings. A device that has every operation, or
    /// has joined this snapshot before, needs no parts.
    private func take(_ snapshot: ArrivingSnapshot) throws -> [WriteName: Stamp] {
        let head = snapshot.head
        let isNew = try !holdsParts(of: head) && !holdsAll(head)
        var place = Place.first
        var (ceilings, latest): ([WriteName: Stamp], Stamp) = ([:], .zero)
        func append(_ part: SnapshotPart) throws {
            let payload = Payload(part)
            let operation = try snapshot.seal(payload, place)
            try self.append(operation, payload: payload)
            place = Place(position: place.position + 1, previous: operation.hash)
        }
        try snapshot.records { records in
            for record in records {
                guard try !contradicts(record, in: head.journal) else { throw StoreError.outOfOrder }
                latest = max(latest, record.latest)
                for write in record.writes.values.joined() { write.ceiling.map { ceilings[write.name] = $0 } }
            }
            if isNew { try append(.records(records)) }
        }
        if isNew { try append(.head(head)) }
        var clock = try clock()
        clock.receive(latest)
        try keep(clock)
        return ceilings
    }

    /// Whether a snapshot's record has another value for a write than this device, which has the author's signed operation.
    private func contradicts(_ record: SnapshotRecord, in journal: JournalID) throws -> Bool {
        let row = try database.first("SELECT id FROM journal WHERE name = ?", .blob(journal.bytes)) { $0.int(0) }
        guard let row else { return false }
        var here: [String: [WriteName: JSON]] = [:]
        for (field, write) in try state(of: record.record, kind: record.kind, journal: journal).fields {
            here[field, default: [:]][write.name] = write.value
        }
        for (field, write) in try revisions(of: record.record, kind: record.kind, journal: row) {
            here[field, default: [:]][write.name] = write.value
        }
        return record.writes.contains { field, writes in
            writes.contains { write in here[field]?[write.name].map { $0 != write.value } ?? false }
        }
    }

    /// Whether all parts of this snapshot are here already. After a rescue some may be missing: then the rest is deleted, and all
    /// are stored again.
    private func holdsParts(of head: SnapshotHead) throws -> Bool {
        let chain = "FROM operation WHERE chain = (SELECT id FROM chain WHERE journal = ? AND device = ?)"
        let gap = try database.first(
            "SELECT max(place) - count(*) \(chain)", .blob(head.journal.bytes), .blob(head.chain.bytes)
        ) { $0.isNull(0) ? nil : $0.int(0) }
        let noted = try RelayedLog(database: database, journal: head.journal).snapshotEnds()
        // The last part records the ends.
        if gap == 0, head.ends.allSatisfy({ noted[$0.key]?.position ?? 0 >= $0.value.position }) { return true }
        if gap != nil { try database.run("DELETE \(chain)", .blob(head.journal.bytes), .blob(head.chain.bytes)) }
        return false
    }

    /// Whether every operation that a snapshot covers is here.
    private func holdsAll(_ head: SnapshotHead) throws -> Bool {
        let log = RelayedLog(database: database, journal: head.journal)
        for (author, end) in head.ends {
            let count = try database.first(
                "SELECT count(*) FROM operation WHERE chain = (SELECT id FROM chain WHERE journal = ? AND device = ?) AND place <= ?",
                .blob(head.journal.bytes), .blob(author.bytes), .int(Int64(end.position))
            ) { UInt64(clamping: $0.int64(0)) }
            guard count == end.position, try log.hash(ofPlace: end.position, device: author) == end.hash
            else { return false }
        }
        return true
    }

    func take(_ control: Operation, _ receipt: RelayReceipt, device: DeviceID) throws {
        _ = try giveWay(to: control, device: device)
        try noteCheckpoint(in: control)
        if let known = try known(control) {
            try database.run(
                "UPDATE operation SET seq = ?, received = ? WHERE id = ?", receipt.position.map { .int(Int64($0)) } ?? .null,
                .int(receipt.received), .int(known.row))
            try noteControl(control, received: receipt.received)
        } else {
            try append(control, payload: nil, receipt: receipt)
        }
    }

    /// Marks local operations that the relay's log had and has deleted as seen there, with the snapshot's ceiling.
    private func markSeen(_ head: SnapshotHead, ceilings: [WriteName: Stamp], open: (Operation) throws -> Payload?) throws {
        for (author, end) in head.ends {
            let rows = try database.all(
                """
                SELECT id, bytes, received FROM operation WHERE chain = (SELECT id FROM chain WHERE journal = ? AND device = ?)
                AND place <= ? AND seq IS NULL
                """, [.blob(head.journal.bytes), .blob(author.bytes), .int(Int64(end.position))]
            ) { ($0.int(0), $0.blob(1), $0.isNull(2) ? nil : $0.int64(2)) }
            for (row, bytes, received) in rows {
                let operation = try Operation(reading: bytes)
                let payload = try open(operation)
                let told = payload.flatMap { ceilings[WriteName(stamp: $0.stamp, device: author)] }
                let moment = told.map(Stamp.received) ?? head.end.received
                try database.run(
                    "UPDATE operation SET seq = ?, received = ? WHERE id = ?", .int(Int64(head.end.position)), .int(moment),
                    .int(row))
                guard let payload else { continue }
                let earlier = received.map { Stamp.ceiling(received: $0) }
                try recount(payload, of: operation, ceiling: Stamp.ceiling(received: moment), earlier: earlier)
            }
        }
    }
}
