import Base
import Journal
import Ledger

/// Makes records of the rows of another program's table, after examining all of it.
struct TableRecords {
    /// What the owner should check.
    private(set) var findings: [ImportFinding] = []
    private let columns: TableColumns
    private let clock: TableClock
    private let surroundings: Surroundings
    /// The prefix of every row's id, so that ids of two tables in a database differ.
    private let prefix: String
    /// The names of all columns, made unique.
    private let names: [String]
    /// Columns without a field that contain phrases: they go below the text.
    private let phrases: Set<Int>

    /// Passes every row to the closure.
    typealias Rows = (_ row: ([TableCell]) -> Void) throws -> Void

    init(
        _ names: [String], _ columns: TableColumns, prefix: String = "", isCoreData: Bool = false, _ options: ImportOptions,
        rows: Rows
    ) throws {
        let names = TableRecords.distinct(names)
        self.names = names
        (self.prefix, surroundings) = (prefix, options.surroundings)
        var columns = columns
        var survey = try TableSurvey(columns, rows)
        if !survey.holdsDates, let place = try TableSurvey.dateColumn(columns, filled: survey.filled, rows) {
            findings.append(.datesElsewhere(empty: names[columns[.date] ?? 0], took: names[place]))
            columns = columns.dated(by: place)
            survey = try TableSurvey(columns, rows)
        }
        self.columns = columns
        clock = TableClock(largest: survey.largest, isCoreData: isCoreData, written: survey.written, options)
        if let finding = clock.finding { findings.append(finding) }
        phrases = survey.phrases
        let kept = survey.filled.subtracting(survey.phrases).sorted()
        if !kept.isEmpty { findings.append(.columnsKept(kept.map { TableRecords.name(of: $0, names) })) }
    }

    /// The record of a row: values without a field go below its text or are stored with it.
    func record(_ cells: [TableCell], _ position: SourcePosition) throws(ImportProblem) -> ImportedRecord {
        let cell = { (role: ColumnMap.Role) -> TableCell in
            columns[role].flatMap { cells.indices.contains($0) ? cells[$0] : nil } ?? .null
        }
        var record: ImportedRecord
        do throws(TableClock.Refusal) {
            record = try dated(clock.moment(of: cell(.date)), position)
        } catch {
            throw ImportProblem(position: position, reason: error.reason)
        }
        record.starred = cell(.starred).truth
        if let tags = cell(.tags).words {
            let marks: Set<Character> = [",", ";", "|"]
            record.tags = TagChoice(tags.split { marks.contains($0) }.map { $0.drop { $0 == "#" || $0 == " " } }).taken(
                &record.changes)
        }
        rate(cell(.mood), &record)
        if case .blob = cell(.text), cell(.text).words == nil {
            throw ImportProblem(position: position, reason: .refused(.notText))
        }
        var text = cell(.text).words ?? ""
        if let title = cell(.title).words, title.contains(where: { !$0.isWhitespace }), !NoteTitle.begins(text, with: title) {
            text = NoteTitle.above(text, title)
            record.changes.append(.titlePutAbove)
        }
        // Row ids repeat in every table: together with the text, only a row with the same content is the same.
        record.sourceID = cell(.id).identity.map { prefix + $0 + "\0" + hex(digest(Array(text.utf8)).prefix(16)) }
        record.key = cell(.id).identity.map { prefix + $0 }
        try put(text, rest(of: cells), cell(.mood).words, into: &record)
        return record
    }

    /// A row's values in columns without a field.
    private func rest(of cells: [TableCell]) -> [(place: Int, name: String, words: String)] {
        cells.indices.compactMap { place in
            guard !columns.holds(place), let words = cells[place].words, !trimmed(words).isEmpty else { return nil }
            return (place, TableRecords.name(of: place, names), words)
        }
    }

    private func put(
        _ text: String, _ rest: [(place: Int, name: String, words: String)], _ mood: String?, into record: inout ImportedRecord
    ) throws(ImportProblem) {
        if !rest.isEmpty {
            record.more["row"] = .object(Dictionary(rest.map { ($0.name, .string($0.words)) }) { first, _ in first })
        }
        let isEmpty = trimmed(text).isEmpty
        // A row without a text consists of all its values.
        var below = rest.filter { isEmpty || phrases.contains($0.place) }.map { $0.name + ": " + trimmed($0.words) }
        if isEmpty, let mood, !trimmed(mood).isEmpty { below.insert(names[columns[.mood] ?? 0] + ": " + trimmed(mood), at: 0) }
        let whole = ((isEmpty ? [] : [text]) + below).joined(separator: "\n\n")
        guard !below.isEmpty, whole.utf8.count <= Limits.textBytes else { return try record.take(text: text) }
        try record.take(text: whole)
        if !isEmpty { record.words = text }
        record.changes.append(isEmpty ? .wordsFromFacts : .columnsPutBelow)
    }

    private func dated(_ moment: TableClock.Moment, _ position: SourcePosition) throws(TableClock.Refusal) -> ImportedRecord {
        switch moment {
        case .instant(let moment):
            guard let wall = moment.wall(in: nil, surroundings) else { throw .init(reason: .impossibleDate) }
            return ImportedRecord(
                position: position, day: wall.day, time: wall.time, offset: wall.offset, text: "", created: moment.milliseconds)
        case .civil(let day, let stamp):
            let changes: [ImportChange] = stamp.timeIsImpossible ? [.impossibleTime] : []
            return ImportedRecord(
                position: position, day: day, time: stamp.time, offset: stamp.offset, zone: stamp.zone, text: "", changes: changes
            )
        }
    }

    /// A word that is a mood here becomes one; any other word, and a number, is a rating by that name: only its owner knows its
    /// meaning.
    private func rate(_ cell: TableCell, _ record: inout ImportedRecord) {
        guard let word = cell.words.map({ trimmed($0) }), !word.isEmpty,
            !["null", "nil", "none", "unknown"].contains(word.lowercased())
        else { return }
        if let mood = Mood(word), Mood.known.contains(mood) {
            record.mood = mood
        } else {
            record.rating = ImportedRating(name: word)
        }
    }

    private static func name(of place: Int, _ names: [String]) -> String {
        names.indices.contains(place) && !names[place].isEmpty ? names[place] : "column " + String(place + 1)
    }

    /// Names of columns, none empty and each unique.
    private static func distinct(_ names: [String]) -> [String] {
        let names = names.map { trimmed($0) }
        var taken: [String: Int] = [:]
        return names.indices.map { place in
            let name = name(of: place, names)
            let count = taken[name, default: 0] + 1
            taken[name] = count
            return count == 1 ? name : name + " (" + String(count) + ")"
        }
    }
}
