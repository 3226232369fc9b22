import Ledger
import SQLite

/// Journals that are deleted for everyone.
extension Store {
    /// When a journal's owner deleted it for everyone: milliseconds since 1970 at the relay, 0 if no relay has received that yet;
    /// `nil` if it was not deleted.
    package func end(of journal: JournalID) throws(SQLiteError) -> Int64? {
        try database.state("ended", of: journal) { $0.isNull(0) ? nil : $0.int64(0) }
    }

    package func holds(_ journal: JournalID) throws(SQLiteError) -> Bool {
        try database.first("SELECT 1 FROM journal WHERE name = ?", .blob(journal.bytes)) { _ in true } ?? false
    }

    /// Whether anything written on a device in a journal was never seen in a relay's log, not counting control operations.
    package func hasUnsentWords(of journal: JournalID, device: DeviceID) throws(SQLiteError) -> Bool {
        try database.first(
            """
            SELECT 1 FROM operation WHERE seq IS NULL AND received IS NULL AND lane IN (1, 2)
            AND chain = (SELECT id FROM chain WHERE journal = ? AND device = ?) LIMIT 1
            """, .blob(journal.bytes), .blob(device.bytes)
        ) { _ in true } ?? false
    }
}

extension StoreWriter {
    /// Records that a journal was deleted for everyone. `received`: when a relay received that, in milliseconds since 1970; any
    /// time takes precedence over none.
    package func keep(end received: Int64?, of journal: JournalID) throws(SQLiteError) {
        try database.run(
            "INSERT INTO journal_state(journal, ended) VALUES(?1, ?2) ON CONFLICT DO UPDATE SET ended = max(ifnull(ended, 0), ?2)",
            .blob(journal.bytes), .int(received ?? 0))
    }

    /// Appends the last control operations of a journal deleted for everyone. The relay has deleted the encrypted operations
    /// between them. The caller has checked all of them. `device`: this one.
    package func takeEnd(_ controls: [(operation: Operation, receipt: RelayReceipt)], device: DeviceID) throws {
        for control in controls { try take(control.operation, control.receipt, device: device) }
    }

    /// Deletes a journal from the database: its operations, records, histories and words, drafts of changes to its entries, and
    /// what is known of its log at the relay. Freed pages are overwritten.
    ///
    /// Row numbers are never reused: the log's last operation must be another journal's. Returns whether the journal was here.
    @discardableResult
    package func remove(_ journal: JournalID) throws -> Bool {
        for draft in try draftsOfChanges(in: journal) { try dropDraft(draft) }
        for table in ["journal_state", "relay_place", "snapshot_end", "held_file"] {
            try database.run("DELETE FROM \(table) WHERE journal = ?", .blob(journal.bytes))
        }
        try database.run(
            "DELETE FROM operation WHERE chain IN (SELECT id FROM chain WHERE journal = ?)", .blob(journal.bytes))
        try database.run("DELETE FROM chain WHERE journal = ?", .blob(journal.bytes))
        guard let row = try row(ofJournal: journal, create: false) else { return false }
        try words.enter()
        let entries = "(SELECT position FROM entry WHERE journal = ?)"
        try database.run("DELETE FROM words WHERE rowid IN \(entries)", .int(row))
        try database.run("DELETE FROM tag WHERE position IN \(entries)", .int(row))
        for table in ["entry", "deleted", "revision", "record"] {
            try database.run("DELETE FROM \(table) WHERE journal = ?", .int(row))
        }
        try database.run("DELETE FROM journal WHERE id = ?", .int(row))
        // A deleted word remains in the index until its pieces are merged.
        try mergeWords()
        return true
    }

    package func mergeWords() throws { try database.run("INSERT INTO words(words) VALUES('optimize')") }

    private func draftsOfChanges(in journal: JournalID) throws -> [String] {
        try database.all("SELECT name FROM draft") { $0.text(0) }.filter { name in
            guard let record = RecordID(text: name), let row = try row(ofJournal: journal, create: false) else { return false }
            return try database.first(
                "SELECT 1 FROM record WHERE id = ? AND journal = ? LIMIT 1", .blob(record.bytes), .int(row)
            ) { _ in true } ?? false
        }
    }
}
