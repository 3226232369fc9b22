import Journal
import Ledger
import Records

/// A table of our own CSV export (`ExportTable`): entries keep their own names, so that none is imported twice.
struct OwnTable {
    private let columns: [String]

    /// `nil` for another program's table. Throws `ownTable` for our own tables of other kinds than entries: their rows lack parts
    /// of the records.
    init?(_ head: [String]) throws(ImportError) {
        guard let table = ExportTable.having(head) else { return nil }
        guard table.kinds == [Entry.kind] else { throw .ownTable(table.name) }
        columns = head
    }

    /// The entry of a row. Its files are not in such an export, and are only named.
    func record(_ line: TableLine, _ position: SourcePosition) throws(ImportProblem) -> ImportedRecord {
        var values: [String: JSON] = [:]
        for (name, cell) in zip(columns, line.cells) where !cell.isEmpty {
            let words = ExportTable.unguarded(cell)
            values[name] =
                switch name {
                case "tags", "attachments": .array(words.split(separator: ";").map { .string(trimmed(String($0))) })
                case "starred": .bool(words.lowercased() == "true")
                default: .string(words)
                }
        }
        guard var record = ImportedRecord(own: values, text: "", at: position) else {
            throw ImportProblem(position: position, reason: .impossibleDate)
        }
        try record.take(text: values["text"]?.string ?? "")
        record.files = (values["attachments"]?.array ?? []).compactMap(\.string).map {
            .left(LeftFile(name: $0, reason: .notFound))
        }
        return record
    }
}
