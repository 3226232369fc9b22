import Journal
import Ledger
import Records
import SQLite

/// Keeps the tables that answer questions about entries: by day, tag, mood, star and word.
struct EntryProjection {
    let database: Connection
    /// Where texts wait for the word index.
    let words: WordRoom

    /// Enters a record of kind `entry`. A record that is not a whole entry (made by a newer version) only stays in `record`.
    func insert(_ state: RecordState, position: Int64, journal: Int) throws(SQLiteError) {
        guard let entry = Entry(fields: state.values) else { return }
        if let since = state.goneSince {
            try database.run(
                "INSERT INTO deleted(position, journal, since) VALUES(?, ?, ?)", .int(position), .int(journal),
                .int(Int64(since.milliseconds)))
            return
        }
        try database.run(
            "INSERT INTO entry(position, journal, day, month_day, mood, starred) VALUES(?, ?, ?, ?, ?, ?)", .int(position),
            .int(journal), .int(entry.day.number), .int(EntryProjection.monthDay(of: entry.day)), .text(entry.mood?.name),
            .int(entry.starred ? 1 : 0))
        for tag in entry.tags {
            try database.run("INSERT INTO tag(name, position) VALUES(?, ?)", .text(tag.key), .int(position))
        }
        try words.take(entry.text, at: position)
    }

    /// Takes a record out of all of them.
    func remove(position: Int64) throws(SQLiteError) {
        if try database.run("DELETE FROM entry WHERE position = ?", .int(position)) > 0 {
            try database.run("DELETE FROM tag WHERE position = ?", .int(position))
            if !words.forget(position) { try database.run("DELETE FROM words WHERE rowid = ?", .int(position)) }
        }
        try database.run("DELETE FROM deleted WHERE position = ?", .int(position))
    }

    /// 314 for the 14th of March.
    static func monthDay(of day: LocalDay) -> Int {
        let parts = day.parts
        return parts.month * 100 + parts.day
    }
}
