import Base
import Journal
import Ledger

/// Makes records of the rows of another program's table, after examining all of it.
struct TableRecords {
    let findings: [ImportFinding]
    let columns: TableColumns
    private let clock: TableClock
    /// The prefix of every row's id, so that ids of two tables in a database differ.
    private let prefix: String
    /// The names of all columns, made unique.
    private let names: [String]
    /// Columns without a field that contain phrases: they go below the text.
    private let phrases: Set<Int>
    /// In a sparse table, the cells above.
    private var above: [Int: TableCell] = [:]

    /// Passes every row to the closure.
    typealias Rows = (_ row: ([TableCell]) -> Void) throws -> Void

    init(_ columns: TableColumns, prefix: String = "", isCoreData: Bool = false, _ options: ImportOptions, rows: Rows) throws {
        let names = TableRecords.distinct(columns.names)
        self.names = names
        self.prefix = prefix
        var (columns, findings) = try columns.settled(rows)
        var survey = try TableSurvey(columns, rows)
        if columns.dayParts.isEmpty, !survey.holdsDates,
            let place = try TableSurvey.dateColumn(columns, filled: survey.filled, rows)
        {
            findings.append(.datesElsewhere(empty: names[columns[.date] ?? 0], took: names[place]))
            columns = columns.dated(by: place)
            survey = try TableSurvey(columns, rows)
        }
        self.columns = columns
        let written = columns.dayParts.isEmpty ? survey.written : []
        clock = TableClock(numbers: survey.numbers, isCoreData: isCoreData, written: written, options)
        if let finding = clock.finding { findings.append(finding) }
        phrases = survey.phrases
        let kept = survey.filled.subtracting(survey.phrases).sorted()
        // A row without a text of its own consists of all its values.
        if !kept.isEmpty, columns.hasEntries, !columns.showsNumbers {
            findings.append(.columnsKept(kept.map { TableRecords.name(of: $0, names) }))
        }
        self.findings = findings
    }

    /// The record of a row, in the order of the rows: values without a field go below its text, into the note of a measurement, or
    /// are stored with it.
    mutating func record(_ row: [TableCell], _ position: SourcePosition) throws(ImportProblem) -> ImportedRecord {
        var row = row
        fill(&row)
        let cell = { [columns] (role: ColumnMap.Role) -> TableCell in
            columns[role].flatMap { row.indices.contains($0) ? row[$0] : nil } ?? .null
        }
        var used: Set<Int> = []
        var record = try dated(row, position, &used)
        record.starred = cell(.starred).truth
        if let tags = cell(.tags).words {
            let marks: Set<Character> = [",", ";", "|"]
            record.tags = TagChoice(tags.split { marks.contains($0) }.map { $0.drop { $0 == "#" || $0 == " " } }).taken(
                &record.changes)
        }
        rate(cell(.mood), &record)
        // Our own tables have the number in a column of its own.
        if let place = names.firstIndex(of: "mood_score"), place != columns[.mood], row.indices.contains(place),
            let score = row[place].words.flatMap({ Int(trimmed($0)) }), CheckIn.moodRange.contains(score)
        {
            record.moodScore = score
            used.insert(place)
        }
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
        let cells = self.columns.facts.isEmpty && self.columns.hasText ? [] : self.columns.facts.cells(row)
        var (parts, notes, columns, left) = self.columns.facts.parts(cells)
        record.parts = parts
        record.changes += left.map(ImportChange.valueLeft)
        let rest = rest(of: row).filter { !used.contains($0.place) && !columns.contains($0.place) }
        let hasWords = !trimmed(text).isEmpty
        let isBare = record.mood == nil && record.rating == nil && record.tags.isEmpty && !record.starred && !hasWords
        if let first = parts.first, isBare || hasWords {
            let words = (notes + (isBare ? rest.map { $0.name + " " + trimmed($0.words) } : [])).joined(separator: "\n")
            if words.utf8.count <= HealthLimits.note {
                if !words.isEmpty { record.parts[0] = first.noted(words) }
                if isBare { return record }
                notes = []
            }
        }
        if self.columns.hasText || !isBare {
            let marks = [ColumnMap.Role.mood, .tags, .starred].compactMap { role -> String? in
                guard let place = self.columns[role], let words = cell(role).words, !trimmed(words).isEmpty else { return nil }
                return role == .starred && !record.starred ? nil : names[place] + ": " + trimmed(words)
            }
            try put(([text] + notes).filter { !trimmed($0).isEmpty }.joined(separator: "\n\n"), rest, marks, into: &record)
        } else {
            try putFacts(cells, rest, notes, into: &record)
        }
        return record
    }

    /// The record at the moment of a row, without anything else of it, in the order of the rows.
    mutating func dated(_ row: [TableCell], _ position: SourcePosition) throws(ImportProblem) -> ImportedRecord {
        var (row, used) = (row, Set<Int>())
        fill(&row)
        return try dated(row, position, &used)
    }

    /// Fills cells that a sparse table leaves empty because they are as on the row above.
    private mutating func fill(_ row: inout [TableCell]) {
        guard !columns.dayParts.isEmpty else { return }
        for column in columns.dayParts + columns.facts.subject where row.indices.contains(column) {
            if trimmed(row[column].words ?? "").isEmpty, let cell = above[column] { row[column] = cell }
            above[column] = (row[column].words?.utf8.count ?? 0) > 1000 ? nil : row[column]
        }
    }

    /// A row's values in columns without a field.
    private func rest(of cells: [TableCell]) -> [(place: Int, name: String, words: String)] {
        cells.indices.compactMap { place in
            let hasField =
                columns.holds(place) && !columns.facts.holds(place) && columns[.time] != place && columns[.zone] != place
            guard !hasField, let words = cells[place].words, !TableFacts.words(.text(words)).isEmpty else { return nil }
            return (place, TableRecords.name(of: place, names), words)
        }
    }

    private func put(
        _ text: String, _ rest: [(place: Int, name: String, words: String)], _ marks: [String], into record: inout ImportedRecord
    ) throws(ImportProblem) {
        if !rest.isEmpty {
            record.more["row"] = .object(Dictionary(rest.map { ($0.name, .string($0.words)) }) { first, _ in first })
        }
        let isEmpty = trimmed(text).isEmpty
        // A row without a text consists of all its values.
        var below = rest.filter { isEmpty || columns.showsNumbers || phrases.contains($0.place) || columns.facts.holds($0.place) }
            .map {
                $0.name + ": " + trimmed($0.words)
            }
        if isEmpty { below = marks + below }
        let whole = ((isEmpty ? [] : [text]) + below).joined(separator: "\n\n")
        guard !below.isEmpty, whole.utf8.count <= Limits.textBytes else { return try record.take(text: text) }
        try record.take(text: whole)
        if !isEmpty { record.words = text }
        record.changes.append(isEmpty ? .wordsFromFacts : .columnsPutBelow)
    }

    /// The text of a row in a table without texts: `Walk: start time 16:30, km 12.5`.
    private func putFacts(
        _ cells: [String], _ rest: [(place: Int, name: String, words: String)], _ notes: [String],
        into record: inout ImportedRecord
    ) throws(ImportProblem) {
        let (heading, subject, columns) = self.columns.facts.heading(cells)
        let rest = rest.filter { !columns.contains($0.place) }
        let words = rest.map { $0.name + " " + trimmed($0.words) }.joined(separator: ", ")
        let facts = heading.isEmpty || words.isEmpty ? heading + words : heading + ": " + words
        try record.take(text: ([facts] + notes).filter { !$0.isEmpty }.joined(separator: "\n\n"))
        if !facts.isEmpty { record.changes.append(.wordsFromFacts) }
        record.tags = TagChoice([subject]).taken(&record.changes)
        record.more["row"] = .object(Dictionary(rest.map { ($0.name, .string(trimmed($0.words))) }) { first, _ in first })
    }

    /// The record at the row's moment; `used` are the columns of its time and zone, if they said something.
    private func dated(
        _ row: [TableCell], _ position: SourcePosition, _ used: inout Set<Int>
    ) throws(ImportProblem) -> ImportedRecord {
        func words(_ role: ColumnMap.Role) -> (place: Int, words: String)? {
            guard let place = columns[role], row.indices.contains(place), case let words = TableFacts.words(row[place]),
                !words.isEmpty
            else { return nil }
            return (place, words)
        }
        var offset: Int?
        var zone: String?
        if let (place, words) = words(.zone) {
            var cursor = StampCursor(Array(words.utf8.prefix(64))[...])
            (offset, zone, _) = cursor.offsetOrZone()
            if !cursor.isAtEnd { (offset, zone) = (nil, nil) }
            if offset != nil || zone != nil { used.insert(place) }
        }
        var (local, instant) = try moment(row, zone, position)
        if let (place, words) = words(.time), instant == nil, local.time.map({ $0 == .midnight && local.offset == nil }) ?? true {
            if let own = TableClock.time(words)?.on(local.day, in: local.zone, clock.surroundings) {
                local = own
                used.insert(place)
            } else {
                local.timeIsImpossible = true
            }
        }
        // A heading such as "Timestamp (UTC)" speaks for the cells that do not say it themselves.
        if instant == nil, local.offset == nil, local.zone == zone, !local.timeIsImpossible, let time = local.time {
            let (offset, isInstant) = columns.clock
            let said = WrittenTime(time: time, offset: offset, isInstant: isInstant)
            local = said.on(local.day, in: zone, clock.surroundings) ?? local
        }
        if local.offset == nil, zone == nil { local.offset = offset }
        var record = local.record(position)
        record.created = instant?.milliseconds
        return record
    }

    private func moment(
        _ row: [TableCell], _ zone: String?, _ position: SourcePosition
    ) throws(ImportProblem) -> (local: LocalStamp, instant: SourceMoment?) {
        guard columns.dayParts.isEmpty else {
            let words = columns.dayParts.map { row.indices.contains($0) ? trimmed(row[$0].words ?? "") : "" }
            let numbers = words.compactMap { Int($0) }
            guard words.contains(where: { !$0.isEmpty }) else { throw ImportProblem(position: position, reason: .noDate) }
            guard numbers.count == 3, let day = LocalDay(year: numbers[0], month: numbers[1], day: numbers[2]) else {
                throw ImportProblem(position: position, reason: .impossibleDate)
            }
            return (LocalStamp(day: day, time: nil, offset: nil, zone: zone), nil)
        }
        let place = columns[.date] ?? 0
        do throws(TableClock.Refusal) {
            return try clock.date(of: row.indices.contains(place) ? row[place] : .null, in: zone)
        } catch {
            throw ImportProblem(position: position, reason: error.reason)
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
