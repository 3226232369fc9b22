import Ledger
import SQLite

/// What this device keeps for itself in the table `meta`: it stands in no operation, is not synced, and outlives a rebuild.
package enum DeviceRow: Hashable, Sendable {
    /// The quote that was fetched last, and how the last try ended.
    case quote
    /// What is being typed and not saved yet, under a name.
    case draft(String)
    /// Whether reminders may be shown on this device.
    case remindersAllowed
    /// Which reminders were shown, and which are to come again.
    case reminderMarks
    /// The secret part of the calendar's address.
    case calendarToken
    /// How far the re-sealing of a journal is.
    case resealing(JournalID)
    /// The exports in clear that were made and not wiped since.
    case exports
    /// What was backed up last into a folder, by its path.
    case backup(String)
    /// The labels of known browsers, and when each last unlocked the vault.
    case browsers
    /// How the last round of sync ended.
    case sync
    /// Which copy of the vault the relay has, and of which state of the keys.
    case vaultCopy
    /// The hashes of the sealed files that a relay has, as older programs kept them: of which relay was not kept.
    case sentFiles
    /// Beside which log of which relay the files of a journal are known to lie.
    case holding(JournalID)
    /// What is known of one file of a journal at its relay: SHA-256 of the sealed file.
    case held(JournalID, [UInt8])
    /// Up to where the re-sealed forms of a journal's operations were sent to the relay.
    case resealedSent(JournalID)
    /// How far a journal's log at the relay was read.
    case relay(JournalID)
    /// Up to where this device has offered its own operations of a journal to a relay.
    case offered(JournalID)
    /// The latest checkpoint of a journal's log at the relay.
    case checkpoint(JournalID)
    /// How long the snapshot of a checkpoint is that this device has made or joined: u64 position ‖ u64 bytes.
    case snapshotSize(JournalID)
    /// That something in a journal's log does not open here.
    case unopened(JournalID)
    /// Up to where snapshots stand for the chains of a journal's devices.
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
    /// The first name behind all of them: the character after the colon.
    static func heldEnd(_ journal: JournalID) -> String { "held:" + journal.description + ";" }

    static let draftPrefix = "draft:"
    /// The first name behind all of them: the character after the colon.
    static let draftEnd = "draft;"
    static let backupPrefix = "backup:"
    /// The first name behind all of them: the character after the colon.
    static let backupEnd = "backup;"
}

extension Store {
    /// The bytes of a row; `nil` where there is none.
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

    /// What is kept of the files of a journal at its relay, by SHA-256 of the sealed file.
    package func heldFiles(of journal: JournalID) throws(SQLiteError) -> [[UInt8]: [UInt8]] {
        let prefix = DeviceRow.heldPrefix(journal)
        let rows = try database.all(
            "SELECT name, value FROM meta WHERE name >= ? AND name < ?", [.text(prefix), .text(DeviceRow.heldEnd(journal))]
        ) { (Ledger.bytes(fromHex: $0.text(0).dropFirst(prefix.count)), $0.blob(1)) }
        var held: [[UInt8]: [UInt8]] = [:]
        for (hash, bytes) in rows { if let hash { held[hash] = bytes } }
        return held
    }

    /// The folders into which something was backed up, in order.
    package func backupFolders() throws(SQLiteError) -> [String] {
        try database.all(
            "SELECT name FROM meta WHERE name >= ? AND name < ? ORDER BY name",
            [.text(DeviceRow.backupPrefix), .text(DeviceRow.backupEnd)]
        ) { String($0.text(0).dropFirst(DeviceRow.backupPrefix.count)) }
    }

    /// Takes over from a damaged database, which this one replaces, what can be read of the drafts; one that is here
    /// already stays.
    /// - Returns: how many were taken over.
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

    /// The drafts as far as they can be read. The table is walked from both ends, without a search: a search compares with
    /// rows on its way, and would fail at a damaged one that is not even wanted.
    private func readableDrafts() throws -> [String: [UInt8]] {
        var drafts: [String: [UInt8]] = [:]
        for order in ["name", "name DESC"] {
            // A row counts when the next one comes, or the end: only then is it certain that its pages held.
            var pending: (name: String, bytes: [UInt8])?
            func settle() {
                guard let row = pending, row.name.hasPrefix(DeviceRow.draftPrefix) else { return }
                drafts[String(row.name.dropFirst(DeviceRow.draftPrefix.count))] = row.bytes
            }
            do {
                try database.each("SELECT name, value FROM meta ORDER BY \(order)", []) { row in
                    settle()
                    pending = (row.text(0), row.blob(1))
                    return true
                }
                settle()
                break
            } catch is SQLiteError {}
        }
        return drafts
    }
}

extension StoreWriter {
    /// Puts bytes into a row, in place of what was there.
    package func keep(_ bytes: [UInt8], in row: DeviceRow) throws(SQLiteError) {
        try database.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", .text(row.name), .blob(bytes))
    }

    /// Forgets what is known of the files of a journal at its relay.
    package func forgetHeldFiles(of journal: JournalID) throws(SQLiteError) {
        try drop(.holding(journal))
        try database.run(
            "DELETE FROM meta WHERE name >= ? AND name < ?", .text(DeviceRow.heldPrefix(journal)),
            .text(DeviceRow.heldEnd(journal)))
    }

    /// Empties a row; says whether there was one.
    @discardableResult
    package func drop(_ row: DeviceRow) throws(SQLiteError) -> Bool {
        try database.run("DELETE FROM meta WHERE name = ?", .text(row.name)) > 0
    }
}
