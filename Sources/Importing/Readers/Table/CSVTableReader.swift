import Journal
import Records

/// Any program's CSV table: a line of names, and a row for each entry. `ColumnMap` gives the meaning of columns if their names do
/// not. Of our own export, which is a folder of tables, the entries.
enum CSVTableReader: ImportReader {
    static let format = ImportFormat.csv
    /// The extensions of such files.
    static let endings: Set = ["csv", "tsv"]

    static func recognises(_ tree: SourceTree) throws -> Bool {
        guard let file = table(in: tree), endings.contains(file.ending) else { return false }
        let head = try tree.head(of: file.path, count: 64 << 10)
        guard !head.contains(0), !JSONPiece.looksLike(head) else { return false }
        var reader = TableReader(head)
        guard let line = firstLine(&reader) else { return false }
        if let own = ExportTable.having(line.cells) { return tree.shape == .file || own.kinds == [Entry.kind] }
        guard tree.shape == .file else { return false }
        return (try? TableColumns(line.cells, ColumnMap())) != nil || FactTable(head) != nil
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        guard let file = table(in: tree) else { throw ImportError.notThisFormat }
        let bytes = try text(tree.bytes(of: file.path))
        var reader = TableReader(bytes)
        guard let head = firstLine(&reader) else { throw ImportError.notThisFormat }
        if options.columns == ColumnMap(), let own = try OwnTable(head.cells) {
            return try handOut(&reader, take) { line, position throws(ImportProblem) in try own.record(line, position) }
        }
        let columns: TableColumns
        do throws(ImportError) {
            columns = try TableColumns(head.cells, options.columns)
        } catch {
            // Without a text column it may be a table of facts, unless its owner names that column.
            let named = Set(options.columns.names.keys)
            guard named.isSubset(of: [.date]), let table = FactTable(bytes, date: options.columns.names[.date]) else {
                throw error
            }
            return try table.handOut(options, take)
        }
        let records = try TableRecords(head.cells, columns, options) { row in
            var reader = reader
            while let line = reader.next() { if !line.isEmpty { row(cells(line)) } }
        }
        for finding in records.findings { try take(.finding(finding)) }
        try handOut(&reader, take) { line, position throws(ImportProblem) in try records.record(cells(line), position) }
    }

    private static func table(in tree: SourceTree) -> SourceTree.File? {
        tree.shape == .file ? tree.files.first : tree.files.first { $0.path == "entries.csv" }
    }

    private static func handOut(
        _ reader: inout TableReader, _ take: (ImportItem) throws -> Void,
        as record: (TableLine, SourcePosition) throws(ImportProblem) -> ImportedRecord
    ) throws {
        var ordinal = 0
        while let line = reader.next() {
            if line.isEmpty { continue }
            ordinal += 1
            let position = SourcePosition(line: line.line, ordinal: ordinal)
            try take(
                ImportItem { () throws(ImportProblem) in
                    var record = try record(line, position)
                    if !line.isSound { record.changes.append(.rowMended) }
                    return record
                })
        }
    }

    /// Throws `notATable` if the bytes are no text.
    static func text(_ bytes: [UInt8]) throws(ImportError) -> [UInt8] {
        do throws(ImportError) { return try SourceText(bytes).bytes } catch { throw error == .notText ? .notATable : error }
    }

    private static func cells(_ line: TableLine) -> [TableCell] { line.cells.map { .text($0) } }

    private static func firstLine(_ reader: inout TableReader) -> TableLine? {
        while let line = reader.next() { if !line.isEmpty { return line } }
        return nil
    }
}
