import Base
import Insights
import Journal

/// Reads the numbers of a table: lines of cells separated by commas, semicolons or tabs, with a line of names above. It knows two
/// forms: a column for each series of numbers; or one column for the subject of a line and one for its number. A line with a
/// subject and no number is an event, which counts as a tag of that day.
///
/// Dates and times are read as in an import (`TableRecords`); a line without a time is at noon.
struct LoggedFileTable {
    /// The numbers; a series' place is that of its first.
    private(set) var numbers: [(place: Int, name: Outcome.Name, reading: Reading)] = []
    private(set) var events: [(day: LocalDay, tags: [String])] = []
    private var places: [Outcome.Name: Int] = [:]

    private typealias Moment = (day: LocalDay, minute: Int, instant: Instant)

    private static let counterNames: Set = ["id", "_id", "index", "row", "nr", "no", "#", "year", "month", "day"]
    private static let nameNames = TableFacts.symptomNames + ["name", "metric", "region", "activity", "tag", "category", "cat1"]
    private static let valueNames = TableFacts.strengthNames + ["number"]

    init(_ bytes: [UInt8], _ options: ImportOptions) throws {
        let lines = try TableLine.lines(of: bytes)
        guard let (header, columns) = LoggedFileTable.header(of: lines) else { throw LoggedFileError.noDateColumn }
        let names = columns.names.map { trimmed($0).lowercased() }
        let rows = lines[(header + 1)...].filter { !$0.isEmpty }
        let (moments, used) = try LoggedFileTable.moments(rows, columns, options)
        if let about = LoggedFileTable.about(names, rows) {
            let value = LoggedFileTable.valueNames.lazy.compactMap(names.firstIndex).first
            for (row, moment) in zip(rows, moments) { add(row[about], try number(row, value), moment) }
        } else {
            for column in LoggedFileTable.levels(names, besides: used, rows) {
                for (row, moment) in zip(rows, moments) {
                    if let number = try number(row, column) { add(names[column], number, moment) }
                }
            }
        }
    }

    /// The first of the first lines that names a date, and the columns of the table.
    private static func header(of lines: [TableLine]) -> (line: Int, columns: TableColumns)? {
        for (place, line) in lines.prefix(10).enumerated() {
            if let columns = try? TableColumns(line.cells, ColumnMap()) { return (place, columns) }
        }
        return nil
    }

    /// The moment of each row, and the columns that say it. Throws `notADate` for a row whose date or time cannot be read.
    private static func moments(
        _ rows: [TableLine], _ found: TableColumns, _ options: ImportOptions
    ) throws -> (moments: [Moment], columns: Set<Int>) {
        func cells(_ row: TableLine) -> [TableCell] { row.cells.map { .text($0) } }
        var records = try TableRecords(found, options) { take in for row in rows { take(cells(row)) } }
        // Of several columns with dates, it has chosen one.
        let columns = records.columns
        var (moments, refused) = ([Moment](), [Int]())
        for row in rows {
            // A small number is a level or a count, and no day of a spreadsheet.
            let whole = columns.dayParts.isEmpty ? columns[.date].flatMap { TableCell.text(row[$0]).number } : nil
            guard whole.map({ $0 >= 20_000 }) ?? true,
                // Only why it is no date is lost.
                let record = try? records.dated(cells(row), SourcePosition(line: row.line, ordinal: 1)),
                case let time = record.time ?? .noon,
                case let local = Int64(record.day.number) * Instant.dayMilliseconds + Int64(time.milliseconds),
                let instant = Instant(milliseconds: local - Int64(record.offset ?? 0) * 1000)
            else { throw LoggedFileError.notADate(line: row.line) }
            moments.append((record.day, time.hour * 60 + time.minute, instant))
            if record.changes.contains(.impossibleTime) { refused.append(row.line) }
        }
        // A column that is called time may be minutes of something.
        let times = columns[.time].map { column in rows.count { !trimmed($0[column]).isEmpty } } ?? 0
        let isClock = refused.count * 2 < times
        if isClock, let line = refused.first { throw LoggedFileError.notADate(line: line) }
        let used = [columns[.date], columns[.zone], isClock ? columns[.time] : nil].compactMap(\.self)
        return (moments, Set(used + columns.dayParts))
    }

    /// The column with the subject of a line: of those with a suitable name, the first in which most cells are filled.
    private static func about(_ names: [String], _ rows: [TableLine]) -> Int? {
        nameNames.lazy.compactMap(names.firstIndex).first { column in
            rows.count { !trimmed($0[column]).isEmpty } * 2 > rows.count
        }
    }

    /// The number in a cell; throws if it has two readings.
    private func number(_ row: TableLine, _ column: Int?) throws(LoggedFileError) -> Double? {
        if let both = row.readings(column), both.count == 2 {
            throw .unclearNumber(line: row.line, numberText(both[0]), numberText(both[1]))
        }
        return row.number(column)
    }

    private mutating func add(_ name: String, _ value: Double?, _ moment: Moment) {
        let key = SymptomEntry.key(of: String(name.prefix(HealthLimits.name)))
        guard !key.isEmpty else { return }
        guard let value else { return events.append((moment.day, [key])) }
        let name = Outcome.Name(text: key) ?? .symptom(key)
        let place = places[name] ?? places.count
        places[name] = place
        let reading = Reading(instant: moment.instant, day: moment.day.number, minute: moment.minute, value: value)
        numbers.append((place, name, reading))
    }

    /// The columns that are levels: most of their cells are numbers, and they are no counters, which only ever increase.
    private static func levels(_ names: [String], besides used: Set<Int>, _ lines: [TableLine]) -> [Int] {
        names.indices.filter { column in
            guard !used.contains(column), !names[column].isEmpty, !counterNames.contains(names[column]) else { return false }
            let filled = lines.count { !trimmed($0[column]).isEmpty }
            let numbers = lines.compactMap { $0.number(column) }
            guard numbers.count * 2 > filled else { return false }
            return numbers.count < 8 || Set(numbers).count == 1 || !zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
        }
    }
}
