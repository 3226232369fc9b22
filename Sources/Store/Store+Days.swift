import Journal
import Ledger
import Records
import SQLite

extension Store {
    /// The number of entries on each of these days; days without one are left out. Of some journals or of all.
    package func dayCounts(_ days: ClosedRange<LocalDay>, journals: Set<JournalID>? = nil) throws(SQLiteError) -> [LocalDay: Int]
    {
        var sql = "SELECT day, count(*) FROM entry WHERE day BETWEEN ? AND ?"
        var values: [Value] = [.int(days.lowerBound.number), .int(days.upperBound.number)]
        if let (condition, names) = Store.condition(journals, "journal") {
            sql += " AND " + condition
            values += names
        }
        let rows = try database.all(sql + " GROUP BY day", values) { (LocalDay(number: $0.int(0)), $0.int(1)) }
        return Dictionary(rows.compactMap { day, count in day.map { ($0, count) } }, uniquingKeysWith: +)
    }

    /// Those of these days whose entries carry at least one photo or other file.
    package func daysWithFiles(_ days: ClosedRange<LocalDay>) throws(SQLiteError) -> Set<LocalDay> {
        let days = try database.all(
            "SELECT DISTINCT day FROM entry WHERE day BETWEEN ? AND ? AND files > 0",
            [.int(days.lowerBound.number), .int(days.upperBound.number)]
        ) { LocalDay(number: $0.int(0)) }
        return Set(days.compactMap(\.self))
    }

    /// The civil days of records of some kinds (not `entry`) in a time range, without deleted ones.
    package func days(
        ofKinds kinds: [String], in range: Range<Instant>, journals: Set<JournalID>
    ) throws(SQLiteError) -> Set<LocalDay> {
        guard let (condition, names) = Store.condition(journals, "journal") else { return [] }
        let marks = repeatElement("?", count: kinds.count).joined(separator: ",")
        let days = try database.all(
            """
            SELECT DISTINCT json_extract(CAST(state AS TEXT), '$.f.day[0]') FROM record WHERE kind <> 'entry' AND kind IN (\(marks))
            AND position >= ? AND position < ? AND NOT \(Schema.isGone) AND \(condition)
            """,
            kinds.map { .text($0) } + [.int(Position.first(at: range.lowerBound)), .int(Position.first(at: range.upperBound))]
                + names
        ) { $0.isNull(0) ? nil : LocalDay(iso: $0.text(0)) }
        return Set(days.compactMap(\.self))
    }

    /// The day and the tags of each entry of these days, ordered by time. Of some journals or of all.
    package func tagsByEntry(
        _ days: ClosedRange<LocalDay>, journals: Set<JournalID>? = nil
    ) throws(SQLiteError) -> [(day: LocalDay, tags: [String])] {
        let chosen = Store.condition(journals, "e.journal")
        let rows = try database.all(
            """
            SELECT e.position, e.day, t.name FROM entry e LEFT JOIN tag t ON t.position = e.position
            WHERE e.day BETWEEN ? AND ?\(chosen.map { " AND " + $0.sql } ?? "") ORDER BY e.position, t.name
            """, [.int(days.lowerBound.number), .int(days.upperBound.number)] + (chosen?.values ?? [])
        ) { (position: $0.int64(0), day: $0.int(1), tag: $0.isNull(2) ? nil : $0.text(2)) }
        var list: [(day: LocalDay, tags: [String])] = []
        var last: Int64?
        for row in rows {
            if row.position != last, let day = LocalDay(number: row.day) { list.append((day, [])) }
            last = row.position
            if let tag = row.tag, !list.isEmpty { list[list.count - 1].tags.append(tag) }
        }
        return list
    }

    /// The entries of some days that have a mood in a number, in any order.
    package func scoredEntries(_ days: ClosedRange<LocalDay>, journals: Set<JournalID>) throws -> [StoredEntry] {
        let chosen = Store.condition(journals, "e.journal")
        let positions = try database.all(
            // Those with a number are few, the entries of many days are not.
            "SELECT position FROM entry e INDEXED BY entry_scored WHERE score IS NOT NULL AND day BETWEEN ? AND ?\(chosen.map { " AND " + $0.sql } ?? "")",
            [.int(days.lowerBound.number), .int(days.upperBound.number)] + (chosen?.values ?? [])
        ) { $0.int64(0) }
        return try positions.compactMap { try entry(at: $0) }
    }

    /// The civil day of the oldest entry. Of some journals or of all.
    package func firstEntryDay(journals: Set<JournalID>? = nil) throws(SQLiteError) -> LocalDay? {
        guard let (condition, names) = Store.condition(journals, "journal") else {
            return try database.first("SELECT min(day) FROM entry") { $0.isNull(0) ? nil : LocalDay(number: $0.int(0)) } ?? nil
        }
        return try database.all("SELECT min(day) FROM entry WHERE " + condition, names) {
            $0.isNull(0) ? nil : LocalDay(number: $0.int(0))
        }.first ?? nil
    }

    /// The number of consecutive days with an entry up to and including this one; 0 if it has none.
    package func run(endingAt day: LocalDay) throws(SQLiteError) -> Int {
        try database.first(Store.runSQL, .int(day.number)) { max(0, day.number - $0.int(0) + 1) } ?? 0
    }

    package static let runSQL = "SELECT first FROM run WHERE last >= ? ORDER BY last LIMIT 1"

    /// The months with an entry, newest first.
    package func monthsWithEntries() throws(SQLiteError) -> [LocalMonth] {
        try database.all(Store.monthsSQL) { LocalMonth(iso: $0.text(0)) }.compactMap { $0 }
    }

    package static let monthsSQL = "SELECT name FROM tally WHERE what = 'month' AND count > 0 ORDER BY name DESC"

    /// Moods in use with their number of entries, most used first.
    package func moods() throws(SQLiteError) -> [(mood: Mood, count: Int)] {
        try database.all(Store.moodSQL) { (Mood($0.text(0)), $0.int(1)) }
            .compactMap { mood, count in mood.map { ($0, count) } }
    }

    package static let moodSQL = "SELECT name, count FROM tally WHERE what = 'mood' AND count > 0 ORDER BY 2 DESC, 1"
}
