import Ledger
import SQLite

/// One transaction on the store: reads the present state, appends operations, updates the projections.
package struct StoreWriter {
    let database: Connection
    /// Whether the tables for queries about entries are updated too.
    let indexes: Bool
    /// Holds texts back from the word index.
    let words: WordBuffer

    init(database: Connection, indexes: Bool = true, words: WordBuffer? = nil) {
        (self.database, self.indexes, self.words) = (database, indexes, words ?? WordBuffer(database))
    }

    /// A place for the next operation on a device's chain in a journal.
    package struct Place: Hashable, Sendable {
        /// 1 for the first.
        package let position: UInt64
        /// Hash of the previous one; 32 zeros for the first.
        package let previous: [UInt8]

        package init(position: UInt64, previous: [UInt8]) {
            self.position = position
            self.previous = previous
        }

        /// The start of a chain.
        package static let first = Place(position: 1, previous: [UInt8](repeating: 0, count: 32))
    }

    package func nextPlace(journal: JournalID, device: DeviceID) throws(SQLiteError) -> Place {
        let last = try database.first(
            """
            SELECT place, hash FROM operation WHERE chain = (SELECT id FROM chain WHERE journal = ? AND device = ?)
            ORDER BY place DESC LIMIT 1
            """, .blob(journal.bytes), .blob(device.bytes)
        ) { Place(position: UInt64(clamping: $0.int64(0)) + 1, previous: $0.blob(1)) }
        return last ?? .first
    }

    /// The next stamp of this device. `wallMilliseconds`: the wall clock, in milliseconds since 1970.
    package func tick(wallMilliseconds: Int64) throws(SQLiteError) -> Stamp {
        var clock = try clock()
        let stamp = clock.tick(wallMilliseconds: wallMilliseconds)
        try keep(clock)
        return stamp
    }

    func clock() throws(SQLiteError) -> HybridClock {
        HybridClock(last: Stamp(rawValue: UInt64(bitPattern: try database.number(.clock) ?? 0)))
    }

    /// Stores the clock; the upper half of the stamps becomes negative numbers.
    func keep(_ clock: HybridClock) throws(SQLiteError) {
        try database.keep(.int(Int64(bitPattern: clock.last.rawValue)), in: .clock)
    }

    /// The state of a record; empty for an unknown one.
    package func state(of record: RecordID, kind: String, journal: JournalID) throws -> RecordState {
        guard let journal = try row(ofJournal: journal, create: false) else { return RecordState() }
        return try find(record, kind: kind, journal: journal)?.state ?? RecordState()
    }

    /// A mutation that sets these fields of a record in its present state; see `RecordState.mutation`.
    package func mutation(
        of record: RecordID, kind: String, journal: JournalID, setting fields: [String: JSON], all: Bool = false
    ) throws -> Mutation {
        let state = try state(of: record, kind: kind, journal: journal)
        guard let row = try row(ofJournal: journal, create: false) else {
            return state.mutation(kind: kind, record: record, setting: fields, all: all)
        }
        let known = try ListForm.lists(of: kind).filter { fields[$0.key] != nil || ListForm.follows($0.key) }.map { list, form in
            (list, try merged(list, form, of: record, kind: kind, journal: row, state: state))
        }
        return state.mutation(
            kind: kind, record: record, setting: fields, all: all, known: Dictionary(uniqueKeysWithValues: known))
    }

    /// A list of a record, merged from all of its writes.
    func merged(
        _ list: String, _ form: ListForm, of record: RecordID, kind: String, journal: Int, state: RecordState
    ) throws -> MergedList {
        var writes: [String: [Write]] = [:]
        for (field, write) in state.fields where field == list || form.key(inField: field, of: list) != nil {
            writes[field] = [write]
        }
        // Names of elements are the list's name, a space, and the key; ! is the character after the space.
        try database.each(
            "SELECT field, stamp, device, content FROM revision WHERE id = ? AND kind = ? AND journal = ? AND field >= ? AND field < ?",
            [.blob(record.bytes), .text(kind), .int(journal), .text(list), .text(list + "!")]
        ) { row in
            writes[row.text(0), default: []].append(try StoreWriter.revision(row, from: 1))
            return true
        }
        return MergedList(list, form, writes: writes)
    }

    /// A replaced write: stamp, device and content, from `column` on.
    static func revision(_ row: Row, from column: Int32) throws -> Write {
        guard let device = DeviceID(row.blob(column + 1)) else { throw StoreError.damagedRow(table: "revision") }
        let stamp = Stamp(rawValue: UInt64(bitPattern: row.int64(column)))
        return try Write(name: WriteName(stamp: stamp, device: device), storedContent: row.blob(column + 2))
    }

    /// Whether a field has or had this value.
    package func knows(
        _ write: Write, of field: String, record: RecordID, kind: String, journal: JournalID
    ) throws -> Bool {
        guard let row = try row(ofJournal: journal, create: false) else { return false }
        if try find(record, kind: kind, journal: row)?.state[field] == write.value { return true }
        let contents = try database.all(
            "SELECT content FROM revision WHERE id = ? AND kind = ? AND journal = ? AND field = ?",
            [.blob(record.bytes), .text(kind), .int(row), .text(field)]
        ) { $0.blob(0) }
        return try contents.contains { try Write(name: write.name, storedContent: $0).value == write.value }
    }

    /// Appends an operation with its decrypted payload (`nil` on the control lane) and applies it.
    ///
    /// `receipt`: its position in a relay's log and when it was received (`nil`: not yet).
    /// - Returns: its row in the log.
    @discardableResult
    package func append(_ operation: Operation, payload: Payload?, receipt: RelayReceipt? = nil) throws -> Int {
        let row = try insert(operation, receipt: receipt)
        try apply(payload, of: operation, received: receipt?.received)
        return row
    }

    /// Appends an operation to the log; returns its row.
    @discardableResult
    func insert(_ operation: Operation, receipt: RelayReceipt?) throws(SQLiteError) -> Int {
        let header = operation.header
        try database.run(
            "INSERT OR IGNORE INTO chain(journal, device) VALUES(?, ?)", .blob(header.journal.bytes), .blob(header.device.bytes))
        try database.run(
            """
            INSERT INTO operation(chain, place, lane, hash, bytes, seq, received)
            VALUES((SELECT id FROM chain WHERE journal = ? AND device = ?), ?, ?, ?, ?, ?, ?)
            """, .blob(header.journal.bytes), .blob(header.device.bytes), .int(Int64(header.position)),
            .int(Int64(header.lane.rawValue)), .blob(operation.hash), .blob(operation.bytes),
            receipt?.position.map { .int(Int64($0)) } ?? .null, receipt.map { .int($0.received) } ?? .null)
        return database.lastRowID
    }

    /// Applies an operation in the log to the projections; `received`: when a relay received it.
    func apply(_ payload: Payload?, of operation: Operation, received: Int64? = nil) throws {
        let header = operation.header
        try noteControl(operation, received: received)
        guard let journal = try row(ofJournal: header.journal, create: true), let payload else { return }
        if let part = payload.snapshot { return try apply(part, of: header.journal, row: journal) }
        let ceiling = received.map { Stamp.ceiling(received: $0) }
        let name = WriteName(stamp: payload.stamp, device: header.device)
        // A joined snapshot may have contained the same writes, with their ceilings.
        let isSaidBefore = try hasSnapshot(of: header.journal)
        let earlier = isSaidBefore ? try self.ceiling(of: name) : nil
        if let ceiling, ceiling < payload.stamp { try keep(ceiling, of: name) }
        for mutation in payload.mutations {
            try change(mutation, journal: journal) { state in
                for (field, write) in payload.writes(of: mutation, by: header.device, ceiling: ceiling) {
                    try merge(write, of: field, into: &state, mutation: mutation, journal: journal)
                }
            }
        }
        if isSaidBefore, let ceiling, earlier != (ceiling < payload.stamp ? ceiling : nil) {
            try recount(payload, of: operation, ceiling: ceiling, earlier: earlier)
        }
    }

    /// Merges one write into a record; a write that does not win goes into the history.
    func merge(_ write: Write, of field: String, into state: inout RecordState, mutation: Mutation, journal: Int) throws {
        switch state.apply(write, to: field) {
        case .won(displaced: let displaced?): try keep(displaced, of: mutation, field: field, journal: journal)
        case .lost: try keep(write, of: mutation, field: field, journal: journal)
        case .won, .known: break
        }
    }

    /// Changes a record's state, and everything that follows from it. The changed fields are the mutation's; `bringsSeveral`: one
    /// of them may get several writes at once.
    func change(_ mutation: Mutation, journal: Int, bringsSeveral: Bool = false, _ edit: (inout RecordState) throws -> Void)
        throws
    {
        let found = try find(mutation.record, kind: mutation.kind, journal: journal)
        var state = found?.state ?? RecordState()
        try edit(&state)
        guard indexes else { return try keep(state, of: mutation, at: found?.position, journal: journal) }
        for (list, form) in ListForm.lists(of: mutation.kind)
        where mutation.fields.keys.contains(where: { $0 == list || form.key(inField: $0, of: list) != nil }) {
            // A new record of one operation has no other writes to merge with.
            if found == nil, !bringsSeveral, let whole = state.fields[list], whole.replaced == nil,
                form.isPlain(whole.value.array ?? []),
                !state.fields.keys.contains(where: { form.key(inField: $0, of: list) != nil })
            {
                continue
            }
            let merged = try merged(list, form, of: mutation.record, kind: mutation.kind, journal: journal, state: state)
            state.merge(merged, of: list)
        }
        if let found { try remove(position: found.position, kind: mutation.kind) }
        let wanted = Position.wanted(for: state, record: mutation.record)
        let position = try Position.free(wanted, in: database)
        try database.run(
            "INSERT INTO record(position, journal, kind, id, state) VALUES(?, ?, ?, ?, ?)", .int(position), .int(journal),
            .text(mutation.kind), .blob(mutation.record.bytes), .blob(state.storedBytes))
        if mutation.kind == "entry" {
            try EntryProjection(database: database, words: words).insert(state, position: position, journal: journal)
        }
    }

    /// Stores a record without a place in time: if only records are kept, they are never queried by time.
    private func keep(_ state: RecordState, of mutation: Mutation, at position: Int64?, journal: Int) throws(SQLiteError) {
        if let position {
            try database.run("UPDATE record SET state = ? WHERE position = ?", .blob(state.storedBytes), .int(position))
        } else {
            try database.run(
                "INSERT INTO record(journal, kind, id, state) VALUES(?, ?, ?, ?)", .int(journal), .text(mutation.kind),
                .blob(mutation.record.bytes), .blob(state.storedBytes))
        }
    }

    private func remove(position: Int64, kind: String) throws(SQLiteError) {
        try database.run("DELETE FROM record WHERE position = ?", .int(position))
        if kind == "entry" { try EntryProjection(database: database, words: words).remove(position: position) }
    }

    func keep(_ write: Write, of mutation: Mutation, field: String, journal: Int) throws(SQLiteError) {
        try database.run(
            "INSERT OR IGNORE INTO revision(id, kind, journal, field, stamp, device, content) VALUES(?, ?, ?, ?, ?, ?, ?)",
            .blob(mutation.record.bytes), .text(mutation.kind), .int(journal), .text(field),
            .int(Int64(bitPattern: write.name.stamp.rawValue)), .blob(write.name.device.bytes), .blob(write.storedContent))
    }

    private func find(
        _ record: RecordID, kind: String, journal: Int
    ) throws -> (position: Int64, state: RecordState)? {
        let row = try database.first(
            "SELECT position, state FROM record WHERE id = ? AND kind = ? AND journal = ?", .blob(record.bytes),
            .text(kind), .int(journal)
        ) { ($0.int64(0), $0.blob(1)) }
        return try row.map { ($0.0, try RecordState(storedBytes: $0.1)) }
    }

    func row(ofJournal journal: JournalID, create: Bool) throws(SQLiteError) -> Int? {
        let row = try database.first("SELECT id FROM journal WHERE name = ?", .blob(journal.bytes)) { $0.int(0) }
        if row != nil || !create { return row }
        try database.run("INSERT INTO journal(name) VALUES(?)", .blob(journal.bytes))
        return database.lastRowID
    }
}

extension Store {
    /// `StoreWriter.state`, also within a transaction.
    package func state(of record: RecordID, kind: String, journal: JournalID) throws -> RecordState {
        try StoreWriter(database: database).state(of: record, kind: kind, journal: journal)
    }

    /// `StoreWriter.mutation`, also within a transaction.
    package func mutation(
        of record: RecordID, kind: String, journal: JournalID, setting fields: [String: JSON]
    ) throws -> Mutation {
        try StoreWriter(database: database).mutation(of: record, kind: kind, journal: journal, setting: fields)
    }
}
