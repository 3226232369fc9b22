import Basics
import Journal
import Ledger
import Records
import SQLite

/// Maintains the tables for queries about entries: by day, tag, mood, star and word.
struct EntryProjection {
    let database: Connection
    /// Holds texts back from the word index.
    let words: WordBuffer

    /// Adds a record of kind `entry`. An incomplete entry (made by a newer version) is only in `record`.
    func insert(_ state: RecordState, position: Int64, journal: Int) throws(SQLiteError) {
        guard let entry = Entry(fields: state.values) else { return }
        if let since = state.goneSince {
            try database.run(
                "INSERT INTO deleted(position, journal, since) VALUES(?, ?, ?)", .int(position), .int(journal),
                .int(Int64(since.milliseconds)))
            return
        }
        try database.run(
            "INSERT INTO entry(position, journal, day, month_day, mood, score, starred, files) VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
            .int(position),
            .int(journal), .int(entry.day.number), .int(EntryProjection.monthDay(of: entry.day)), .text(entry.mood?.name),
            entry.moodScore.map { .int($0) } ?? .null,
            .int(entry.starred ? 1 : 0), .int(state["attachments"]?.array?.count ?? 0))
        for tag in entry.tags {
            try database.run("INSERT OR IGNORE INTO tag(name, position) VALUES(?, ?)", .text(tag.key.composed), .int(position))
        }
        try words.take(entry.text, at: position)
    }

    /// Removes a record from all of them.
    func remove(position: Int64) throws(SQLiteError) {
        if try database.run("DELETE FROM entry WHERE position = ?", .int(position)) > 0 {
            try database.run("DELETE FROM tag WHERE position = ?", .int(position))
            if !words.forget(position) { try database.run("DELETE FROM words WHERE rowid = ?", .int(position)) }
        }
        try database.run("DELETE FROM deleted WHERE position = ?", .int(position))
    }

    /// 314 for March 14.
    static func monthDay(of day: LocalDay) -> Int {
        let parts = day.parts
        return parts.month * 100 + parts.day
    }
}
