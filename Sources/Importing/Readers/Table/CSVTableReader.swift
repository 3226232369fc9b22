import Journal
import Records

/// Any program's CSV table: a line of names, and a row for each entry, each measurement, or both. `ColumnMap` gives the meaning of
/// columns if their names do not. Of our own export, which is a folder of tables, the entries.
enum CSVTableReader: ImportReader {
    static let format = ImportFormat.csv
    static let endings: Set = ["csv", "tsv"]

    static func recognises(_ tree: SourceTree) throws -> Bool {
        guard let file = table(in: tree), endings.contains(file.ending) else { return false }
        let head = SourceText.utf8(try tree.head(of: file.path, count: 64 << 10))
        guard !head.contains(0), !JSONPiece.looksLike(head) else { return false }
        var reader = TableReader(head)
        let start = reader
        guard let line = firstLine(&reader) else { return false }
        if let own = ExportTable.having(line.cells) { return tree.shape == .file || own.kinds == [Entry.kind] }
        // What it lacks is told only if its owner says that it is a table.
        return tree.shape == .file && (try? columns(start, ColumnMap())) != nil
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        guard let file = table(in: tree) else { throw ImportError.notThisFormat }
        let bytes = try text(tree.bytes(of: file.path))
        var reader = TableReader(bytes)
        let start = reader
        guard let head = firstLine(&reader) else { throw ImportError.notThisFormat }
        var ordinal = 0
        if options.columns == ColumnMap(), let own = try OwnTable(head.cells) {
            try handOut(&reader, until: { _ in false }, &ordinal, take) { line, position throws(ImportProblem) in
                try own.record(line, position)
            }
            return
        }
        // Some programs write several tables into one file, each below its own names.
        var next: TableReader? = start
        while let table = next {
            let (columns, rows) = try columns(table, options.columns)
            reader = rows
            let isNames = { (line: TableLine) in
                line.cells.prefix(3).contains(where: TableColumns.isDateName) && isTable(line, options.columns)
            }
            var records = try TableRecords(columns, options) { row in
                var reader = rows
                while let line = reader.next(), !isNames(line) { if !line.isEmpty { row(cells(line)) } }
            }
            for finding in records.findings { try take(.finding(finding)) }
            next = try handOut(&reader, until: isNames, &ordinal, take) { line, position throws(ImportProblem) in
                try records.record(cells(line), position)
            }
        }
    }

    /// The columns of a table, and its rows. Lines of a title or comments may be above the names; throws what the longest of the
    /// first lines lacks.
    private static func columns(_ table: TableReader, _ map: ColumnMap) throws(ImportError) -> (TableColumns, rows: TableReader) {
        var reader = table
        var failure: (count: Int, error: ImportError)?
        for _ in 0..<30 {
            guard let line = reader.next() else { break }
            if line.isEmpty { continue }
            do throws(ImportError) {
                var (sample, rows) = ([[TableCell]](), reader)
                while sample.count < 20, let row = rows.next() { sample.append(cells(row)) }
                let columns = try TableColumns(line.cells, map, sample: sample)
                guard columns.isTable else { throw .noColumn(ColumnMap.Role.text.rawValue, of: line.cells) }
                return (columns, reader)
            } catch {
                if failure.map({ line.cells.count > $0.count }) ?? true { failure = (line.cells.count, error) }
            }
        }
        throw failure?.error ?? .notThisFormat
    }

    private static func isTable(_ line: TableLine, _ map: ColumnMap) -> Bool {
        do throws(ImportError) { return try TableColumns(line.cells, map).isTable } catch { return false }
    }

    private static func table(in tree: SourceTree) -> SourceTree.File? {
        tree.shape == .file ? tree.files.first : tree.files.first { $0.path == "entries.csv" }
    }

    /// Hands out the rows up to a line of names; gives the reader at that line, `nil` at the end of the file.
    @discardableResult
    private static func handOut(
        _ reader: inout TableReader, until isNames: (TableLine) -> Bool, _ ordinal: inout Int,
        _ take: (ImportItem) throws -> Void,
        as record: (TableLine, SourcePosition) throws(ImportProblem) -> ImportedRecord
    ) throws -> TableReader? {
        while true {
            let before = reader
            guard let line = reader.next() else { return nil }
            if line.isEmpty { continue }
            if isNames(line) { return before }
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
