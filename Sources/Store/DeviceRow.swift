import Ledger
import SQLite

/// This device's own data in the table `meta`: in no operation, not synced, and kept by a rebuild.
package enum DeviceRow: Hashable, Sendable {
    /// The last quote fetched, and the result of the last attempt.
    case quote
    /// Unsaved text, under a name.
    case draft(String)
    /// Whether reminders may be shown on this device.
    case remindersAllowed
    /// Which reminders were shown, and which are due again.
    case reminderMarks
    /// The secret part of the calendar's address.
    case calendarToken
    /// The progress of re-encrypting a journal.
    case resealing(JournalID)
    /// Unencrypted exports that were made and not wiped since.
    case exports
    /// The last backup into a folder, by its path.
    case backup(String)
    /// The labels of known browsers, and when each last unlocked the vault.
    case browsers
    /// The result of the last round of sync.
    case sync
    /// The relay's vault copy, and the state of the keys in it.
    case vaultCopy
    /// The hashes of the sealed files that a relay has, as stored by older programs, which did not record the relay.
    case sentFiles
    /// The log and relay that a journal's known files belong to.
    case holding(JournalID)
    /// What is known of one file of a journal at its relay: SHA-256 of the sealed file.
    case held(JournalID, [UInt8])
    /// Up to where a journal's re-encrypted operations were sent to the relay.
    case resealedSent(JournalID)
    /// How far a journal's log at the relay was read.
    case relay(JournalID)
    /// Up to where this device has offered its own operations of a journal to a relay.
    case offered(JournalID)
    /// The latest checkpoint of a journal's log at the relay.
    case checkpoint(JournalID)
    /// The size of the snapshot of a checkpoint that this device has made or joined: u64 position ‖ u64 bytes.
    case snapshotSize(JournalID)
    /// Set if something in a journal's log cannot be decrypted here.
    case unopened(JournalID)
    /// Up to where snapshots cover the chains of a journal's devices.
    case snapshot(JournalID)

    /// The row's name in the table.
    var name: String {
        switch self {
        case .quote: "quote"
        case .draft(let name): DeviceRow.draftPrefix + name
        case .remindersAllowed: "reminders"
        case .reminderMarks: "reminder marks"
        case .calendarToken: "calendar"
        case .resealing(let journal): "reseal:" + journal.description
        case .exports: "exports"
        case .backup(let folder): DeviceRow.backupPrefix + folder
        case .browsers: "browsers"
        case .sync: "sync"
        case .vaultCopy: "vault copy"
        case .sentFiles: "sent files"
        case .holding(let journal): "holding:" + journal.description
        case .held(let journal, let hash): DeviceRow.heldPrefix(journal) + hex(hash)
        case .resealedSent(let journal): "resealed:" + journal.description
        case .relay(let journal): "relay:" + journal.description
        case .offered(let journal): "offered:" + journal.description
        case .checkpoint(let journal): "checkpoint:" + journal.description
        case .snapshotSize(let journal): "snapshot size:" + journal.description
        case .unopened(let journal): "unopened:" + journal.description
        case .snapshot(let journal): "snapshot:" + journal.description
        }
    }

    static func heldPrefix(_ journal: JournalID) -> String { "held:" + journal.description + ":" }
    /// The first name after all of them, with the character after the colon.
    static func heldEnd(_ journal: JournalID) -> String { "held:" + journal.description + ";" }

    static let draftPrefix = "draft:"
    /// The first name after all of them, with the character after the colon.
    static let draftEnd = "draft;"
    static let backupPrefix = "backup:"
    /// The first name after all of them, with the character after the colon.
    static let backupEnd = "backup;"
}

extension Store {
    /// The bytes of a row; `nil` if there is none.
    package func bytes(of row: DeviceRow) throws(SQLiteError) -> [UInt8]? {
        try database.first("SELECT value FROM meta WHERE name = ?", .text(row.name)) { $0.blob(0) }
    }

    /// The names of all drafts, in order.
    package func draftNames() throws(SQLiteError) -> [String] {
        try database.all(
            "SELECT name FROM meta WHERE name >= ? AND name < ? ORDER BY name",
            [.text(DeviceRow.draftPrefix), .text(DeviceRow.draftEnd)]
        ) { String($0.text(0).dropFirst(DeviceRow.draftPrefix.count)) }
    }

    /// The stored knowledge of a journal's files at its relay, by SHA-256 of the sealed file.
    package func heldFiles(of journal: JournalID) throws(SQLiteError) -> [[UInt8]: [UInt8]] {
        let prefix = DeviceRow.heldPrefix(journal)
        let rows = try database.all(
            "SELECT name, value FROM meta WHERE name >= ? AND name < ?", [.text(prefix), .text(DeviceRow.heldEnd(journal))]
        ) { (Ledger.bytes(fromHex: $0.text(0).dropFirst(prefix.count)), $0.blob(1)) }
        var held: [[UInt8]: [UInt8]] = [:]
        for (hash, bytes) in rows { if let hash { held[hash] = bytes } }
        return held
    }

    /// The folders with a backup, in order.
    package func backupFolders() throws(SQLiteError) -> [String] {
        try database.all(
            "SELECT name FROM meta WHERE name >= ? AND name < ? ORDER BY name",
            [.text(DeviceRow.backupPrefix), .text(DeviceRow.backupEnd)]
        ) { String($0.text(0).dropFirst(DeviceRow.backupPrefix.count)) }
    }

    /// Copies the readable drafts of a damaged database that this one replaces; existing drafts stay.
    /// - Returns: how many were copied.
    package func takeOverDrafts(from old: Store) throws -> Int {
        let drafts = try old.readableDrafts()
        return try write { writer in
            var count = 0
            for (name, bytes) in drafts.sorted(by: { $0.key < $1.key }) where try self.bytes(of: .draft(name)) == nil {
                try writer.keep(bytes, in: .draft(name))
                count += 1
            }
            return count
        }
    }

    /// The drafts, as far as readable. Walks the table from both ends, without its index: what is damaged there hides no row.
    private func readableDrafts() throws -> [String: [UInt8]] {
        var drafts: [String: [UInt8]] = [:]
        for order in ["rowid", "rowid DESC"] {
            // A row counts once the next one, or the end, was read: only then is it certain that its pages were intact.
            var pending: (name: String, bytes: [UInt8])?
            func takePending() {
                guard let row = pending, row.name.hasPrefix(DeviceRow.draftPrefix) else { return }
                drafts[String(row.name.dropFirst(DeviceRow.draftPrefix.count))] = row.bytes
            }
            do {
                try database.each("SELECT name, value FROM meta ORDER BY \(order)", []) { row in
                    takePending()
                    pending = (row.text(0), row.blob(1))
                    return true
                }
                takePending()
                break
            } catch is SQLiteError {}
        }
        return drafts
    }
}

extension StoreWriter {
    /// Writes a row, replacing its content.
    package func keep(_ bytes: [UInt8], in row: DeviceRow) throws(SQLiteError) {
        try database.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", .text(row.name), .blob(bytes))
    }

    /// Deletes what is known of a journal's files at its relay.
    package func forgetHeldFiles(of journal: JournalID) throws(SQLiteError) {
        try drop(.holding(journal))
        try database.run(
            "DELETE FROM meta WHERE name >= ? AND name < ?", .text(DeviceRow.heldPrefix(journal)),
            .text(DeviceRow.heldEnd(journal)))
    }

    /// Deletes a row; returns whether there was one.
    @discardableResult
    package func drop(_ row: DeviceRow) throws(SQLiteError) -> Bool {
        try database.run("DELETE FROM meta WHERE name = ?", .text(row.name)) > 0
    }
}
