import Ledger
import SQLite

/// What this device keeps for itself, once each, in the table `device`: in no operation, not synced, and kept by a rebuild.
package enum DeviceRow: String, Sendable {
    /// The last quote fetched, and the result of the last attempt.
    case quote
    /// Whether reminders may be shown on this device.
    case remindersAllowed = "reminders"
    /// Which reminders were shown, and which are due again.
    case reminderMarks = "reminder marks"
    /// The secret part of the calendar's address.
    case calendarToken = "calendar"
    /// Unencrypted exports that were made and not wiped since.
    case exports
    /// The labels of known browsers, and when each last unlocked the vault.
    case browsers
    /// The result of the last round of sync.
    case sync
    /// The relay's vault copy, and the state of the keys in it.
    case vaultCopy = "vault copy"
    /// The latest stamp of this device.
    case clock
    /// How many missing operations a repair has settled.
    case settledLosses = "settled losses"
    /// The rules by which the word index was made (`SearchText.version`).
    case words
    /// The vault is only there to look around in.
    case demo
}

extension Store {
    /// The bytes of a row; `nil` if there is none.
    package func bytes(of row: DeviceRow) throws(SQLiteError) -> [UInt8]? {
        try database.first("SELECT value FROM device WHERE name = ?", .text(row.rawValue)) { $0.blob(0) }
    }

    /// The last backups into a folder; `nil` if there are none.
    package func backup(inFolder folder: String) throws(SQLiteError) -> [UInt8]? {
        try database.first("SELECT content FROM backup WHERE folder = ?", .text(folder)) { $0.blob(0) }
    }

    /// The folders with a backup, in order.
    package func backupFolders() throws(SQLiteError) -> [String] {
        try database.all("SELECT folder FROM backup ORDER BY folder") { $0.text(0) }
    }

    /// The log and relay that a journal's known files belong to; `nil` if nothing is known.
    package func holdingRow(of journal: JournalID) throws(SQLiteError) -> [UInt8]? {
        try database.state("holding", of: journal) { $0.isNull(0) ? nil : $0.blob(0) }
    }

    /// The stored knowledge of a journal's files at its relay, by SHA-256 of the sealed file.
    package func heldFiles(of journal: JournalID) throws(SQLiteError) -> [[UInt8]: [UInt8]] {
        let rows = try database.all("SELECT hash, content FROM held_file WHERE journal = ?", [.blob(journal.bytes)]) {
            ($0.blob(0), $0.blob(1))
        }
        return Dictionary(rows, uniquingKeysWith: { $1 })
    }
}

extension StoreWriter {
    /// Writes a row, replacing its content.
    package func keep(_ bytes: [UInt8], in row: DeviceRow) throws(SQLiteError) { try database.keep(.blob(bytes), in: row) }

    /// Deletes a row; returns whether there was one.
    @discardableResult
    package func drop(_ row: DeviceRow) throws(SQLiteError) -> Bool {
        try database.run("DELETE FROM device WHERE name = ?", .text(row.rawValue)) > 0
    }

    /// Replaces what is known of the last backups into a folder.
    package func keep(backup content: [UInt8], inFolder folder: String) throws(SQLiteError) {
        try database.run(
            "INSERT INTO backup VALUES(?, ?) ON CONFLICT DO UPDATE SET content = excluded.content", .text(folder), .blob(content))
    }

    /// Replaces the log and relay that a journal's known files belong to.
    package func keep(holding: [UInt8], of journal: JournalID) throws(SQLiteError) {
        try database.set(["holding": .blob(holding)], of: journal)
    }

    /// Replaces what is known of one file, by SHA-256 of the sealed file; `nil` for nothing.
    package func keep(held content: [UInt8]?, _ hash: [UInt8], of journal: JournalID) throws(SQLiteError) {
        let name: [Value] = [.blob(journal.bytes), .blob(hash)]
        if let content {
            try database.run("INSERT OR REPLACE INTO held_file VALUES(?, ?, ?)", name + [.blob(content)])
        } else {
            try database.run("DELETE FROM held_file WHERE journal = ? AND hash = ?", name)
        }
    }

    /// Deletes what is known of a journal's files at its relay.
    package func forgetHeldFiles(of journal: JournalID) throws(SQLiteError) {
        try database.clear(["holding"], of: journal)
        try database.run("DELETE FROM held_file WHERE journal = ?", .blob(journal.bytes))
    }
}

extension Connection {
    /// A number in the table `device`; `nil` if there is none.
    func number(_ row: DeviceRow) throws(SQLiteError) -> Int64? {
        try first("SELECT value FROM device WHERE name = ?", .text(row.rawValue)) { $0.int64(0) }
    }

    /// Writes a row of the table `device`, replacing its content.
    func keep(_ value: Value, in row: DeviceRow) throws(SQLiteError) {
        try run(
            "INSERT INTO device VALUES(?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", .text(row.rawValue), value)
    }

    /// The closure's result for these columns of a journal's row in `journal_state`; `nil` if it has none.
    func state<T>(_ columns: String, of journal: JournalID, row: (Row) -> T?) throws(SQLiteError) -> T? {
        try first("SELECT \(columns) FROM journal_state WHERE journal = ?", .blob(journal.bytes), row: row) ?? nil
    }

    /// Sets columns of a journal's row in `journal_state`, and leaves the others.
    func set(_ columns: KeyValuePairs<String, Value>, of journal: JournalID) throws(SQLiteError) {
        let names = columns.map(\.key)
        try run(
            """
            INSERT INTO journal_state(journal, \(names.joined(separator: ", "))) VALUES(?\(String(repeating: ", ?", count: names.count)))
            ON CONFLICT DO UPDATE SET \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """, [.blob(journal.bytes)] + columns.map(\.value))
    }

    /// Empties columns of a journal's row in `journal_state`, if it has one.
    func clear(_ columns: [String], of journal: JournalID) throws(SQLiteError) {
        try run(
            "UPDATE journal_state SET \(columns.map { $0 + " = NULL" }.joined(separator: ", ")) WHERE journal = ?",
            .blob(journal.bytes))
    }
}
