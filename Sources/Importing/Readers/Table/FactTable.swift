import Base
import Journal
import Ledger

/// A table without a text column: its rows say how strong something was on a day, or what was done and measured, as in research
/// data and symptom notebooks.
///
/// A day is one column, or three for year, month and day. If those three cells are empty, or the cell with a row's subject or its
/// level, they are as on the row above: people leave out what does not change. A row with a subject and a level of 0 to 10
/// becomes a symptom, one with a unit or a usual measure as its subject a measurement, any other a text. Columns that are usual
/// measures become measurements.
struct FactTable {
    private let bytes: [UInt8]
    /// Lines to skip, including the names.
    private let skipped: Int
    private let names: [String]
    private let days: [Int]
    private let about: Int?
    private let level: Int?
    private let clock: Int?
    private let unit: Int?
    /// Columns that are measurements, in a table without a column for the subject of a row.
    private let measures: MeasureColumns

    private static let dayNames = ["date", "day", "datum", "start", "timestamp", "datetime", "full_date", "when"]
    private static let aboutNames = ["symptom", "name", "metric", "region", "activity"]
    private static let levelNames = ["intensity", "severity", "level", "value"]
    private static let clockNames = ["time", "start time", "starttime"]

    /// `nil` if the bytes have no such table. The names are in one of the first lines: comments may be above them.
    ///
    /// - `date`: the column of the days, if the owner names it.
    init?(_ bytes: [UInt8], date: String? = nil) {
        let date = date.map { trimmed($0).lowercased() }
        var reader = TableReader(bytes)
        for place in 1...10 {
            guard let line = reader.next() else { return nil }
            let names = line.cells.map { trimmed($0).lowercased() }
            let parts = ["year", "month", "day"].map { part in names.firstIndex { $0 == part || $0 == "start" + part } }
            let three = date == nil ? parts.compactMap(\.self) : []
            let days =
                three.count == 3
                ? three : (date.map { [$0] } ?? FactTable.dayNames).lazy.compactMap(names.firstIndex).prefix(1).map(\.self)
            guard !days.isEmpty else { continue }
            let column = { (wanted: [String]) in wanted.lazy.compactMap(names.firstIndex).first { !days.contains($0) } }
            (about, level, clock) = (column(FactTable.aboutNames), column(FactTable.levelNames), column(FactTable.clockNames))
            unit = column(["unit", "units"])
            measures = MeasureColumns(about != nil && level != nil ? [] : line.cells.map { trimmed($0) })
            guard
                three.count == 3 || (about != nil && level != nil) || !measures.isEmpty
                    || FactTable.areNumbers(reader, names.count)
            else { return nil }
            (self.bytes, skipped, self.names, self.days) = (bytes, place, line.cells.map { trimmed($0) }, days)
            return
        }
        return nil
    }

    /// Whether most cells of the next rows are numbers: at least three columns.
    private static func areNumbers(_ reader: TableReader, _ width: Int) -> Bool {
        var reader = reader
        var (filled, numbers) = (0, 0)
        for _ in 0..<20 {
            guard let line = reader.next() else { break }
            for column in line.cells.indices where !trimmed(line[column]).isEmpty {
                filled += 1
                if line.number(column) != nil { numbers += 1 }
            }
        }
        return width >= 4 && numbers > 0 && numbers * 3 >= filled * 2
    }

    /// Hands out every row.
    func handOut(_ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        let choice = order(options)
        if let finding = choice.finding { try take(.finding(finding)) }
        var reader = rows
        var above: [Int: String] = [:]
        var ordinal = 0
        while let line = reader.next() {
            if line.isEmpty { continue }
            ordinal += 1
            let position = SourcePosition(line: line.line, ordinal: ordinal)
            do {
                try take(.record(try record(line, position, choice.order, &above)))
            } catch let problem as ImportProblem {
                try take(.problem(problem))
            }
        }
    }

    private var rows: TableReader {
        var reader = TableReader(bytes)
        for _ in 0..<skipped { _ = reader.next() }
        return reader
    }

    /// The order of dates such as 09/06/2013.
    private func order(_ options: ImportOptions) -> DateOrderChoice {
        guard days.count == 1 else { return DateOrderChoice([]) }
        var reader = rows
        var stamps: [CivilStamp] = []
        while stamps.count < TableClock.mostDates, let line = reader.next() {
            if let stamp = stamp(line) { stamps.append(stamp) }
        }
        return DateOrderChoice(stamps, asked: options.dateOrder, today: options.surroundings.wall.day)
    }

    private func stamp(_ line: TableLine) -> CivilStamp? {
        CivilStamp(Array(trimmed(line[days[0]]).utf8.prefix(60))[...], shortYears: true)
    }

    private func record(
        _ line: TableLine, _ position: SourcePosition, _ order: DateOrder, _ above: inout [Int: String]
    ) throws(ImportProblem) -> ImportedRecord {
        var cells = line.cells.map { trimmed($0) }
        while cells.count < names.count { cells.append("") }
        let kept = (days.count == 3 ? days : []) + (level == nil ? [] : [about, level].compactMap(\.self))
        for column in kept {
            if cells[column].isEmpty { cells[column] = above[column] ?? "" }
            above[column] = String(cells[column].prefix(1000))
        }
        let moment = try moment(line, cells, order, position)
        var record = ImportedRecord(position: position, day: moment.day, time: moment.time, offset: moment.offset, text: "")
        if !line.isSound { record.changes.append(.rowMended) }
        if let part = measure(cells) ?? symptom(cells, facts(cells)) {
            record.parts = [part]
            return record
        }
        let (parts, columns) = measures.parts(cells)
        record.parts = parts
        for column in columns { cells[column] = "" }
        let rest = facts(cells)
        if !parts.isEmpty, rest.isEmpty { return record }
        let words = rest.map { $0.name + " " + $0.value }.joined(separator: ", ")
        let name = about.map { cells[$0] } ?? ""
        let number = level.map { cells[$0] } ?? ""
        let head = [name, number].filter { !$0.isEmpty }.joined(separator: " ")
        record.text = head.isEmpty || words.isEmpty ? head + words : head + ": " + words
        guard !record.text.isEmpty else { throw ImportProblem(position: position, reason: .empty) }
        guard record.text.utf8.count <= Limits.textBytes else {
            throw ImportProblem(position: position, reason: .tooLong(bytes: record.text.utf8.count))
        }
        record.changes.append(.wordsFromFacts)
        record.tags = TagChoice([name]).taken(&record.changes)
        record.more["row"] = .object(Dictionary(rest.map { ($0.name, .string($0.value)) }) { first, _ in first })
        return record
    }

    private func moment(
        _ line: TableLine, _ cells: [String], _ order: DateOrder, _ position: SourcePosition
    ) throws(ImportProblem) -> (day: LocalDay, time: TimeOfDay?, offset: Int?) {
        let time = clock.flatMap { DateWords.time(cells[$0]) }
        if days.count == 3 {
            let numbers = days.map { Int(cells[$0]) }
            guard days.contains(where: { !cells[$0].isEmpty }) else { throw ImportProblem(position: position, reason: .noDate) }
            guard let year = numbers[0], let month = numbers[1], let day = numbers[2],
                let day = LocalDay(year: year, month: month, day: day)
            else { throw ImportProblem(position: position, reason: .impossibleDate) }
            return (day, time, nil)
        }
        guard !cells[days[0]].isEmpty else { throw ImportProblem(position: position, reason: .noDate) }
        guard let stamp = stamp(line), let day = stamp.day(order) else {
            throw ImportProblem(position: position, reason: .impossibleDate)
        }
        return (day, stamp.time ?? time, stamp.offset)
    }

    /// The row's other values, by the names of their columns.
    private func facts(_ cells: [String]) -> [(name: String, value: String)] {
        let known = Set(days + [about, level].compactMap(\.self))
        return cells.indices.compactMap { column in
            guard !known.contains(column), !cells[column].isEmpty else { return nil }
            let name = names.indices.contains(column) ? names[column] : ""
            return (name.isEmpty ? "column " + String(column + 1) : name, cells[column])
        }
    }

    /// A value with a unit, or of a usual measure; without a unit, only one that is no strength from 0 to 10.
    private func measure(_ cells: [String]) -> ImportedPart? {
        guard let about, let level, !cells[about].isEmpty else { return nil }
        let written = unit.map { cells[$0] } ?? ""
        if written.isEmpty, typedNumber(cells[level]).map({ (0...10).contains($0) }) ?? false { return nil }
        let usual = MeasureColumns.measure(cells[about], written)
        guard !written.isEmpty || usual != nil else { return nil }
        return ImportedPart(
            measure: usual ?? Measure(cells[about], Measure.form(of: cells[level]) ?? .number, unit: written), cells[level])
    }

    /// A whole number on our scale; the number itself, which may have a fraction, is stored as a metric by the name of its
    /// column.
    private func symptom(_ cells: [String], _ rest: [(name: String, value: String)]) -> ImportedPart? {
        guard let about, let level, !cells[about].isEmpty, let number = Double(cells[level]), (0...10).contains(number) else {
            return nil
        }
        let note = rest.map { $0.name + " " + $0.value }.joined(separator: ", ")
        return .symptom(cells[about], severity: Int(number.rounded()), metrics: [names[level].lowercased(): number], note: note)
    }
}
