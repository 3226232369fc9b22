import Base
import Insights
import Journal

/// Reads a table: lines of cells separated by commas, semicolons or tabs, with a line of names above. It knows two forms: a
/// column for each series of numbers; or one column for the subject of a line and one for its number. A line with a subject and
/// no number is an event, which counts as a tag of that day.
///
/// A day is one column, or three for year, month and day; if the cells of those are empty, they are as on the line before. The
/// time is with the day or in a column of its own, and used as written; without one it is noon.
struct LoggedFileTable {
    /// In the order in which the series first appear.
    private(set) var series: [Outcome] = []
    /// The day and the tag of each event.
    private(set) var events: [(day: LocalDay, tags: [String])] = []
    /// The number of numbers and events.
    private(set) var count = 0

    private var readings: [(name: String, values: [Reading])] = []
    private var places: [String: Int] = [:]

    private static let dayNames = [
        "full_date", "fulldate", "timestamp", "datetime", "instant", "date", "day", "datum", "start", "when", "time",
    ]
    private static let counterNames: Set = ["id", "_id", "index", "row", "nr", "no", "#", "year", "month"]
    private static let nameNames = TableFacts.symptomNames + ["name", "metric", "region", "activity", "tag", "category", "cat1"]
    private static let valueNames = TableFacts.strengthNames + ["number"]

    /// `zone`: the owner's, for times that end in `Z`.
    init(_ bytes: [UInt8], in zone: CivilTime) throws(LoggedFileError) {
        let lines = try TableLine.lines(of: bytes)
        guard let (header, dates) = LoggedFileTable.header(of: lines) else { throw .noDateColumn }
        let names = lines[header].cells.map { trimmed($0).lowercased() }
        let rows = lines[(header + 1)...]
        let clock = LoggedFileTable.clock(names, dates, rows)
        let heading = (clock ?? (dates.count == 1 ? dates[0] : nil)).map { TableColumns.clock(of: names[$0]) }
        let stamps = try LoggedFileDates(
            columns: dates, clock: clock, heading: heading ?? (nil, false), zone: zone, lines: rows
        ).stamps
        if let about = LoggedFileTable.about(names, rows) {
            let value = LoggedFileTable.valueNames.lazy.compactMap(names.firstIndex).first
            for (row, stamp) in zip(rows, stamps) { if let stamp { add(row[about], try number(row, value), stamp) } }
        } else {
            for column in LoggedFileTable.columns(names, dates + (clock.map { [$0] } ?? []), rows) {
                for (row, stamp) in zip(rows, stamps) {
                    if let stamp, let number = try number(row, column) { add(names[column], number, stamp) }
                }
            }
        }
        series = readings.map { Outcome(LoggedFileTable.name($0.name), $0.values) }
    }

    /// The column with the subject of a line: of those with a suitable name, the first in which most cells are filled.
    private static func about(_ names: [String], _ rows: ArraySlice<TableLine>) -> Int? {
        nameNames.lazy.compactMap(names.firstIndex).first { column in
            rows.count { !trimmed($0[column]).isEmpty } * 2 > rows.count { !$0.isEmpty }
        }
    }

    /// The number in a cell; throws if it has two readings.
    private func number(_ row: TableLine, _ column: Int?) throws(LoggedFileError) -> Double? {
        if let both = row.readings(column), both.count == 2 {
            throw .unclearNumber(line: row.line, numberText(both[0]), numberText(both[1]))
        }
        return row.number(column)
    }

    private mutating func add(_ name: String, _ value: Double?, _ stamp: LoggedFileDates.Stamp) {
        let key = SymptomEntry.key(of: String(name.prefix(HealthLimits.name)))
        guard !key.isEmpty else { return }
        count += 1
        guard let value else { return events.append((stamp.day, [key])) }
        if places[key] == nil {
            places[key] = readings.count
            readings.append((key, []))
        }
        let reading = Reading(instant: stamp.instant, day: stamp.day.number, minute: stamp.minute, value: value)
        if let place = places[key] { readings[place].values.append(reading) }
    }

    private static func name(_ key: String) -> Outcome.Name { Outcome.Name(text: key) ?? .symptom(key) }

    /// The first of the first lines that names a date, and the date's columns: one, or year, month and day.
    private static func header(of lines: [TableLine]) -> (line: Int, dates: [Int])? {
        for (place, line) in lines.prefix(10).enumerated() {
            let names = line.cells.map { trimmed($0).lowercased() }
            let parts = ["year", "month", "day"].map { part in names.firstIndex { $0 == part || $0 == "start" + part } }
            if case let three = parts.compactMap(\.self), three.count == 3 { return (place, three) }
            if let day = dayNames.lazy.compactMap(names.firstIndex).first { return (place, [day]) }
            // `Date (UTC)`, `timestamp_utc`.
            let bare = names.map { $0.contains("utc") || $0.contains("gmt") ? TableColumns.withoutClock($0) : $0 }
            if bare != names, let day = dayNames.lazy.compactMap(bare.firstIndex).first { return (place, [day]) }
        }
        return nil
    }

    /// The column with the times of day: it is called so, and most of its cells are one.
    private static func clock(_ names: [String], _ dates: [Int], _ lines: ArraySlice<TableLine>) -> Int? {
        names.indices.first { column in
            guard !dates.contains(column), TableColumns.isTime(names[column]) else { return false }
            let cells = lines.map { trimmed($0[column]) }.filter { !$0.isEmpty }
            return !cells.isEmpty && cells.count { TableClock.time($0) != nil } * 2 > cells.count
        }
    }

    /// The columns that are levels: most of their cells are numbers, and they are no counters, which only ever increase.
    private static func columns(_ names: [String], _ dates: [Int], _ lines: ArraySlice<TableLine>) -> [Int] {
        names.indices.filter { column in
            guard !dates.contains(column), !names[column].isEmpty, !counterNames.contains(names[column]) else { return false }
            let filled = lines.count { !trimmed($0[column]).isEmpty }
            let numbers = lines.compactMap { $0.number(column) }
            guard numbers.count * 2 > filled else { return false }
            return numbers.count < 8 || Set(numbers).count == 1 || !zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
        }
    }
}
