import Basics
import Foundation
import Journal

/// The meaning of a table's columns: those that the owner named, and the others by their usual names.
struct TableColumns {
    private var places: [ColumnMap.Role: Int] = [:]
    /// All columns with a usual name of dates, the most usual first.
    let dates: [Int]

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

    /// Throws `noColumn` for a column that the owner named and the table does not have, and if there is no text or date column.
    init(_ names: [String], _ map: ColumnMap, isCoreData: Bool = false) throws(ImportError) {
        let keys = names.map { TableColumns.key($0, isCoreData: isCoreData) }
        let spelled = names.map { TableColumns.folded($0) }
        dates = (TableColumns.usual[.date] ?? []).compactMap { keys.firstIndex(of: $0) }
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
        // One column has one meaning, unless its owner says otherwise.
        for role in [ColumnMap.Role.text, .date] where places[role] == nil { throw .noColumn(role.rawValue, of: names) }
    }

    /// The same columns with another date column.
    func dated(by place: Int) -> TableColumns {
        var columns = self
        columns.places[.date] = place
        return columns
    }

    /// Whether a column has a meaning.
    func holds(_ place: Int) -> Bool { places.values.contains(place) }

    /// The index of a column.
    subscript(role: ColumnMap.Role) -> Int? { places[role] }

    /// In lower case and with composed letters.
    private static func folded(_ name: String) -> String { trimmed(name).lowercased().composed }

    /// Only lower-case letters and digits; Core Data writes a Z before every name.
    private static func key(_ name: String, isCoreData: Bool) -> String {
        let key = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return isCoreData && key.first == "z" ? String(key.dropFirst()) : key
    }
}
