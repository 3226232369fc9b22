import Basics
import Foundation
import Journal

/// The meaning of a table's columns: those that the owner named, and the others by their usual names.
struct TableColumns {
    /// Each column's heading, as it is written.
    let names: [String]
    private var places: [ColumnMap.Role: Int]
    /// All columns with a usual name of dates, the most usual first.
    let dates: [Int]
    /// Columns of year, month and day, if they are the date; their empty cells are as on the row above.
    let dayParts: [Int]
    /// What its rows measure or rate.
    private(set) var facts: TableFacts
    private let isOfNumbers: Bool
    /// Its rows are numbers with a note, such as one column for each symptom: they are shown below the note.
    let showsNumbers: Bool

    private static let usual: [ColumnMap.Role: [String]] = [
        .text: [
            "text", "entrytext", "journaltext", "body", "content", "contents", "entrycontent", "journalcontent", "entry",
            "message", "words", "markdown", "plaintext", "textcontent", "reflection", "thoughts", "journal",
        ] + TableFacts.noteNames,
        .date: [
            "fulldate", "date", "entrydate", "journalentrydate", "datetime", "timestamp", "createdat", "datecreated",
            "creationdate",
            "created", "createddate", "createdon", "measurementdate", "dateofmeasurement", "measuredat",
            "dateandtime",
            "when", "day", "startdate", "writtenat", "recordedat", "loggedat", "instant", "datum", "datumuhrzeit", "datumzeit",
            "datumundzeit", "datumunduhrzeit", "messdatum", "aufnahmedatum", "zeitpunkt",
            "fecha", "start", "time",
        ],
        .time: [
            "time", "timeofday", "clock", "starttime", "entrytime", "measurementtime", "timeofmeasurement", "uhrzeit", "zeit",
            "messzeit", "messuhrzeit", "heure", "hora", "ora", "tijd",
        ],
        .zone: ["timezone", "tz", "zone", "timezoneid"],
        .mood: ["mood", "moodname", "feeling", "emotion", "moodrating", "moodscore", "sentiment"],
        .tags: ["tags", "tag", "labels", "keywords", "categories", "category"],
        .starred: ["starred", "isstarred", "star", "favorite", "isfavorite", "favourite", "isfavourite", "bookmarked"],
        .id: ["uuid", "id", "entryid", "identifier", "guid", "pk"],
        .title: ["title", "heading", "headline", "subject"],
    ]

    /// What the headings of its dates and times say of the clock.
    let clock: (offset: Int?, isInstant: Bool)

    /// The clock that a heading names: `Timestamp (UTC)`, `created_utc`, `Time [GMT]`, `Date (GMT+1)`.
    static func clock(of heading: String) -> (offset: Int?, isInstant: Bool) {
        let heading = heading.uppercased()
        if let offset = LocalisedDate.cut(heading.filter { !"()[] ".contains($0) }).offset { return (offset, false) }
        let words = heading.split { !$0.isLetter }
        return (nil, ["UTC", "GMT"].contains { mark in words.contains { $0.hasPrefix(mark) || $0.hasSuffix(mark) } })
    }

    /// Whether a column of this name has times of day.
    static func isTime(_ name: String) -> Bool { usual[.time]?.contains(key(name, isCoreData: false)) ?? false }

    /// Throws `noColumn` for a column that the owner named and the table does not have, and if there is no date column.
    ///
    /// - `sample`: some of its rows, to tell a table of numbers.
    init(
        _ names: [String], _ map: ColumnMap, isCoreData: Bool = false, sample: [[TableCell]] = []
    ) throws(ImportError) {
        let keys = names.map { TableColumns.key($0, isCoreData: isCoreData) }
        let spelled = names.map { TableColumns.folded($0) }
        var places: [ColumnMap.Role: Int] = [:]
        for role in ColumnMap.Role.allCases {
            if let wanted = map.names[role] {
                let key = TableColumns.key(wanted, isCoreData: false)
                let place = names.firstIndex(of: wanted) ?? spelled.firstIndex(of: TableColumns.folded(wanted))
                guard let place = place ?? (key.isEmpty ? nil : keys.firstIndex(of: key)) else {
                    throw .noColumn(role.rawValue, of: names)
                }
                places[role] = place
            } else if let place = TableColumns.usual[role]?.lazy.compactMap({ keys.firstIndex(of: $0) }).first {
                places[role] = place
            }
        }
        // A time alone is the date.
        if map.names[.time] == nil, places[.time] == places[.date] { places[.time] = nil }
        var dayParts = ["year", "month", "day"].compactMap { part in keys.firstIndex { $0 == part || $0 == "start" + part } }
        if dayParts.count == 3, map.names[.date] == nil,
            places[.date].map({ dayParts.contains($0) || keys[$0] == "start" }) ?? true
        {
            places[.date] = dayParts[0]
        } else {
            dayParts = []
        }
        let named = map.names.keys.compactMap { places[$0] }
        let facts = TableFacts(
            names.map { trimmed($0) }, keys, taken: Set([.date, .time].compactMap { places[$0] } + dayParts + named))
        isOfNumbers = TableFacts.areNumbers(sample, names.count)
        if map.names[.text] == nil, let text = places[.text],
            !facts.isEmpty && TableFacts.noteNames.contains(keys[text])
                || isOfNumbers
                    && TableFacts.areNumbers(
                        sample.map { row in
                            row.indices.contains(text) ? [row[text]] : []
                        })
        {
            places[.text] = nil
        }
        let rest = names.indices.filter { column in !places.values.contains(column) && !dayParts.contains(column) }
        showsNumbers =
            facts.isEmpty && rest.count > 1 && places[.text].map { TableFacts.noteNames.contains(keys[$0]) } ?? false
            && TableFacts.areNumbers(sample.map { row in rest.filter(row.indices.contains).map { row[$0] } })
        guard places[.date] != nil else {
            throw .noColumn((places[.text] == nil && facts.isEmpty ? ColumnMap.Role.text : .date).rawValue, of: names)
        }
        dates = (TableColumns.usual[.date] ?? []).compactMap { keys.firstIndex(of: $0) }
        (self.names, self.places, self.dayParts, self.facts) = (names, places, dayParts, facts)
        let clocks = [places[.date], places[.time]].compactMap(\.self).map { TableColumns.clock(of: names[$0]) }
        clock = clocks.first { $0.offset != nil || $0.isInstant } ?? (nil, false)
    }

    /// Whether its rows have words of their own.
    var hasText: Bool { places[.text] != nil }

    /// Whether it is a table of records: with a text, with facts, or of numbers.
    var isTable: Bool { hasText || !facts.isEmpty || !dayParts.isEmpty && facts.hasSubject || isOfNumbers }
    /// Whether some of its rows may be entries, so that values without a field are kept with them.
    var hasEntries: Bool { hasText || [.mood, .tags, .starred].contains { places[$0] != nil } }

    /// The same columns with another date column.
    func dated(by place: Int) -> TableColumns {
        var columns = self
        columns.places[.date] = place
        return columns
    }

    /// The same columns after all rows were examined, and what the owner should check.
    func settled(_ rows: TableRecords.Rows) throws -> (columns: TableColumns, findings: [ImportFinding]) {
        var columns = self
        let findings = try columns.facts.settle(rows)
        // Nothing was measured after all, so that the notes are the text.
        if !facts.isEmpty, columns.facts.isEmpty, !hasText { columns.places[.text] = facts.firstNote }
        return (columns, findings)
    }

    /// Whether a column has a meaning.
    func holds(_ place: Int) -> Bool { places.values.contains(place) || dayParts.contains(place) || facts.holds(place) }

    /// The index of a column.
    subscript(role: ColumnMap.Role) -> Int? { places[role] }

    /// In lower case and with composed letters.
    private static func folded(_ name: String) -> String { trimmed(name).lowercased().composed }

    /// Whether a cell is the name of a date column: the line is another line of names.
    static func isDateName(_ cell: String) -> Bool {
        guard cell.utf8.count <= 30, cell.first?.isLetter == true else { return false }
        return usual[.date]?.contains(key(cell, isCoreData: false)) ?? false
    }

    /// Only lower-case letters and digits, without what is in brackets and without UTC; Core Data writes a Z before every name.
    private static func key(_ name: String, isCoreData: Bool) -> String {
        let bare = name.prefix { !"([".contains($0) }
        var key = (bare.contains { $0.isLetter } ? bare : name[...]).lowercased().filter { $0.isLetter || $0.isNumber }
        for mark in ["utc", "gmt"] where key.count > mark.count {
            if key.hasSuffix(mark) { key.removeLast(mark.count) } else if key.hasPrefix(mark) { key.removeFirst(mark.count) }
        }
        return isCoreData && key.first == "z" ? String(key.dropFirst()) : key
    }
}
