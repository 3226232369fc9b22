import Ledger
import SQLite
import Sync

extension RelayTables {
    /// Inserts the row of a new journal; leaves an existing one.
    func addJournal(_ journal: JournalID, owner: [UInt8], uploader: [UInt8]) throws(RelayStorageError) {
        try connection.run(
            RelayStatements.addJournal, [.blob(journal.bytes), .blob(JournalRow.noHash), .blob(owner), .blob(uploader)])
    }

    /// A journal's row; `nil` if it is not here. `isLocked`: locks it against other writers.
    package func journal(_ journal: JournalID, isLocked: Bool = false) throws(RelayStorageError) -> JournalRow? {
        let statement = isLocked ? RelayStatements.lockedJournal : RelayStatements.journal
        guard let row = try connection.rows(statement, [.blob(journal.bytes)]).first else { return nil }
        return try JournalRow(row)
    }

    func put(_ row: JournalRow, of journal: JournalID) throws(RelayStorageError) {
        try connection.run(RelayStatements.putJournal, [.blob(journal.bytes)] + row.values)
    }

    /// The positions of the log's end and of the latest control operation; `nil` for a journal that is not here.
    func headPosition(of journal: JournalID) throws(RelayStorageError) -> (position: UInt64, control: UInt64)? {
        try connection.rows(RelayStatements.journalHead, [.blob(journal.bytes)]).first.map { ($0.count(0), $0.count(1)) }
    }

    // MARK: operations

    func add(_ operations: [PlacedOperation], to journal: JournalID) throws(RelayStorageError) {
        var rest = operations[...]
        while !rest.isEmpty {
            let isMany = rest.count >= RelayStatements.manyOperations
            let some = rest.prefix(isMany ? RelayStatements.manyOperations : 1)
            try connection.run(
                isMany ? RelayStatements.addOperations : RelayStatements.addOperation,
                [.blob(journal.bytes)] + some.flatMap(\.values))
            rest = rest.dropFirst(some.count)
        }
    }

    /// Where the operation at a place of a device's chain is; `nil` if it is not here.
    func find(
        _ place: UInt64, of device: DeviceID, in journal: JournalID
    ) throws(RelayStorageError) -> (accepted: PushReceipt.Accepted, hash: [UInt8])? {
        let values: [Value] = [.blob(journal.bytes), .blob(device.bytes), .int(Int64(clamping: place))]
        guard let row = try connection.rows(RelayStatements.findOperation, values).first else { return nil }
        return (PushReceipt.Accepted(place: place, position: row.count(0), received: row.int(1)), row.bytes(2))
    }

    func operation(at position: UInt64, of journal: JournalID) throws(RelayStorageError) -> [UInt8]? {
        try connection.rows(RelayStatements.operation, [.blob(journal.bytes), .int(Int64(clamping: position))]).first?.bytes(0)
    }

    /// The chain's value at a position; `nil` if no operation is stored there.
    func headValue(at position: UInt64, of journal: JournalID) throws(RelayStorageError) -> [UInt8]? {
        try connection.rows(RelayStatements.headAt, [.blob(journal.bytes), .int(Int64(clamping: position))]).first?.bytes(0)
    }

    /// The operations after a position, in order, up to `bytes` bytes but at least one. `controlOnly`: only the control lane.
    package func operations(
        of journal: JournalID, after position: UInt64, bytes limit: Int, controlOnly: Bool = false
    ) throws(RelayStorageError) -> [RelayedOperation] {
        let sizes = controlOnly ? RelayStatements.controlSizes : RelayStatements.sizes
        let after = Value.int(Int64(clamping: position))
        var (total, last) = (0, UInt64(0))
        for row in try connection.rows(sizes, [.blob(journal.bytes), after, .int(4096)]) {
            // The frame: position, time, length.
            total += Int(clamping: row.int(1)) + 20
            guard last == 0 || total <= limit else { break }
            last = row.count(0)
        }
        guard last > 0 else { return [] }
        let statement = controlOnly ? RelayStatements.controlOperations : RelayStatements.operations
        return try connection.rows(statement, [.blob(journal.bytes), after, .int(Int64(last))]).map { row in
            RelayedOperation(position: row.count(0), received: row.int(1), bytes: row.bytes(2))
        }
    }

    /// Replaces the bytes of a stored operation by another form.
    func replace(_ bytes: [UInt8], at position: UInt64, of journal: JournalID) throws(RelayStorageError) {
        try connection.run(
            RelayStatements.replaceOperation,
            [.blob(journal.bytes), .int(Int64(position)), .int(bytes.count), .blob(bytes)])
    }

    /// Deletes the encrypted operations up to a position; returns their bytes for each device.
    func purge(upTo position: UInt64, of journal: JournalID) throws(RelayStorageError) -> [DeviceID: Int64] {
        let values: [Value] = [.blob(journal.bytes), .int(Int64(clamping: position))]
        let rows = try connection.rows(RelayStatements.sizesOfPurged, values)
        try connection.run(RelayStatements.purge, values)
        return Dictionary(
            rows.compactMap { row in DeviceID(row.bytes(0)).map { ($0, row.int(1)) } }, uniquingKeysWith: { $1 })
    }

    // MARK: devices

    /// A device's row in a journal; `nil` for an unknown one.
    package func device(_ device: DeviceID, in journal: JournalID) throws(RelayStorageError) -> DeviceRow? {
        guard let row = try connection.rows(RelayStatements.device, [.blob(journal.bytes), .blob(device.bytes)]).first
        else { return nil }
        return try DeviceRow(row)
    }

    package func devices(of journal: JournalID) throws(RelayStorageError) -> [DeviceRow] {
        var devices: [DeviceRow] = []
        for row in try connection.rows(RelayStatements.devices, [.blob(journal.bytes)]) { devices.append(try DeviceRow(row)) }
        return devices
    }

    func put(_ device: DeviceRow, in journal: JournalID) throws(RelayStorageError) {
        try connection.run(RelayStatements.putDevice, [.blob(journal.bytes)] + device.values)
    }

    /// Records that a device has pulled everything up to a position.
    func hasPulled(_ device: DeviceID, upTo position: UInt64, of journal: JournalID, now: Int64) throws(RelayStorageError) {
        try connection.run(
            RelayStatements.deviceHasPulled,
            [.blob(journal.bytes), .blob(device.bytes), .int(Int64(clamping: position)), .int(now)])
    }
}
