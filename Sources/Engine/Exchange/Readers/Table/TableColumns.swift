import Journal
import Ledger

/// Which column of a table is what: those that the owner named, and the others by what such columns are usually called.
struct TableColumns {
    private var places: [ColumnMap.Role: Int] = [:]

    private static let usual: [ColumnMap.Role: [String]] = [
        .text: [
            "text", "entrytext", "journaltext", "body", "content", "contents", "entrycontent", "journalcontent", "note", "notes",
            "entry",
            "message", "words", "markdown", "plaintext", "textcontent", "description", "reflection", "thoughts", "journal",
        ],
        .date: [
            "date", "entrydate", "journalentrydate", "datetime", "timestamp", "createdat", "datecreated", "creationdate",
            "created",
            "createddate", "createdon", "time", "when", "day", "startdate", "writtenat", "recordedat", "loggedat", "instant",
        ],
        .mood: ["mood", "moodname", "feeling", "emotion", "moodrating", "moodscore", "sentiment"],
        .tags: ["tags", "tag", "labels", "keywords", "categories", "category"],
        .starred: ["starred", "isstarred", "star", "favorite", "isfavorite", "favourite", "isfavourite", "bookmarked"],
        .id: ["uuid", "id", "entryid", "identifier", "guid", "pk"],
        .title: ["title", "heading", "headline", "subject"],
    ]

    /// Throws `noColumn` for a name that the owner gave and the table does not have, and where nothing can be the text or the date.
    init(_ names: [String], _ map: ColumnMap, isCoreData: Bool = false) throws(ImportError) {
        let keys = names.map { TableColumns.key($0, isCoreData: isCoreData) }
        for role in ColumnMap.Role.allCases {
            if let wanted = map.names[role] {
                let own = names.firstIndex { trimmed($0).lowercased() == trimmed(wanted).lowercased() }
                guard let place = own ?? keys.firstIndex(of: TableColumns.key(wanted, isCoreData: false)) else {
                    throw .noColumn(role.rawValue)
                }
                places[role] = place
            } else if let place = TableColumns.usual[role]?.lazy.compactMap({ keys.firstIndex(of: $0) }).first {
                places[role] = place
            }
        }
        // One column is not two things unless its owner says so.
        for role in [ColumnMap.Role.text, .date] where places[role] == nil { throw .noColumn(role.rawValue) }
    }

    /// Whether a column is something that has a place.
    func holds(_ place: Int) -> Bool { places.values.contains(place) }

    /// The place of a column.
    subscript(role: ColumnMap.Role) -> Int? { places[role] }

    /// Small letters and figures only; Core Data writes a Z before every name.
    private static func key(_ name: String, isCoreData: Bool) -> String {
        let key = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return isCoreData && key.first == "z" ? String(key.dropFirst()) : key
    }
}

/// Makes records of the rows of a foreign table.
struct TableRecords {
    let columns: TableColumns
    let clock: TableClock
    let surroundings: Surroundings
    /// Before the id of every row, so that two tables of a database do not mix theirs up.
    let prefix: String
    /// The names of all columns.
    let names: [String]

    /// The record of a row: its further columns are kept beside it.
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
        try record.take(text: text)
        // Ids of rows begin anew in every table: with its words a row is the same one only where it says the same.
        record.sourceID = cell(.id).identity.map { prefix + $0 + "\0" + hex(digest(Array(text.utf8)).prefix(16)) }
        let rest = cells.indices.compactMap { place -> (String, JSON)? in
            guard !columns.holds(place), names.indices.contains(place), let words = cells[place].words, !trimmed(words).isEmpty
            else { return nil }
            return (names[place], .string(words))
        }
        if !rest.isEmpty { record.more["row"] = .object(Dictionary(rest) { first, _ in first }) }
        return record
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

    /// A word that is a mood here is one; any other word, and a number, is a rating by that name: only its owner knows what it says.
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
}
