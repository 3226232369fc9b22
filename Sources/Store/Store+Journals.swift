import Journal
import Ledger
import Records
import SQLite

extension Store {
    package func journalNames() throws -> [JournalID: JournalName] {
        try records(kind: JournalName.kind).reduce(into: [:]) { names, record in
            guard record.id == JournalName.record(of: record.journal) else { return }
            names[record.journal] = JournalName(fields: record.state.values)
        }
    }

    /// The names used by exports for journals that an import has created or filled, if different from their own.
    package func journalOrigins() throws -> [JournalID: String] {
        try records(kind: JournalName.kind).reduce(into: [:]) { origins, record in
            guard record.id == JournalName.record(of: record.journal) else { return }
            origins[record.journal] = record.state["origin_journal"]?.string
        }
    }

    /// For each journal, the number of entries not deleted and the day of the last one; journals without entries are left out.
    package func entriesByJournal() throws(SQLiteError) -> [JournalID: (count: Int, lastDay: LocalDay?)] {
        let rows = try database.all(
            """
            SELECT j.name, t.count, (SELECT max(day) FROM entry WHERE journal = j.id) FROM tally t JOIN journal j ON j.id = t.name
            WHERE t.what = 'entry' AND t.count > 0
            """
        ) { (JournalID($0.blob(0)), $0.int(1), LocalDay(number: $0.int(2))) }
        var journals: [JournalID: (count: Int, lastDay: LocalDay?)] = [:]
        for (journal, count, day) in rows { if let journal { journals[journal] = (count, day) } }
        return journals
    }

    /// An SQL condition for rows of some journals, and its values; `column` holds the number of the row's journal. `nil`: all.
    static func condition(_ journals: Set<JournalID>?, _ column: String) -> (sql: String, values: [Value])? {
        guard let journals else { return nil }
        let marks = repeatElement("?", count: journals.count).joined(separator: ",")
        return (
            "\(column) IN (SELECT id FROM journal WHERE name IN (\(marks)))", journals.sorted().map { .blob($0.bytes) }
        )
    }
}
