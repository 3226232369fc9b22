import Records

/// One table of the CSV export (docs/formats/export.md): RFC 4180, UTF-8, a header, lines that end in CR LF.
///
/// A text that a spreadsheet would take for a formula gets an apostrophe before it, so that the spreadsheet shows it unchanged.
package struct ExportTable {
    package let name: String
    package let kinds: [String]
    /// Members of the JSON export, in order.
    package let columns: [String]

    package static let all: [ExportTable] = {
        var tables: [ExportTable] = []
        for kind in RecordKind.all {
            guard let name = kind.table else { continue }
            let others = tables.last?.name == name ? tables.removeLast().kinds : []
            var columns = kind.columns
            if !others.isEmpty { columns.insert("kind", at: 1) }
            tables.append(ExportTable(name: name, kinds: others + [kind.name], columns: columns))
        }
        return tables
    }()

    /// The table with this header; `nil` for another program's header.
    static func having(_ columns: [String]) -> ExportTable? { all.first { $0.columns == columns } }

    package static let kinds = Set(all.flatMap(\.kinds))

    /// The text from which `guarded` made a cell.
    static func unguarded(_ cell: String) -> String {
        looksGuarded(cell, after: 1) ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    /// Whether, after at least `count` apostrophes, there is one of the characters with which spreadsheet formulas begin (OWASP,
    /// "CSV Injection").
    package static func looksGuarded(_ text: String, after count: Int) -> Bool {
        let rest = text.unicodeScalars.drop { $0 == "'" }
        guard let first = rest.first, text.unicodeScalars.count - rest.count >= count else { return false }
        return "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first)
    }
}
