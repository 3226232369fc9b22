import Journal

/// A CSV table of any program: a line of names, and a row for each entry. `ColumnMap` says which column is what where their
/// names do not.
enum CSVTableReader: ImportReader {
    static let format = ImportFormat.csv

    static func recognises(_ tree: SourceTree) throws -> Bool {
        guard tree.shape == .file, let file = tree.files.first, ["csv", "tsv"].contains(file.ending) else { return false }
        let head = try tree.head(of: file.path, count: 64 << 10)
        guard !head.contains(0), !JSONPiece.looksLike(head) else { return false }
        var reader = TableReader(head)
        guard let line = firstLine(&reader) else { return false }
        return (try? TableColumns(line.cells, ColumnMap())) != nil || FactTable(head) != nil
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        guard tree.shape == .file, let file = tree.files.first else { throw ImportError.notThisFormat }
        let bytes = try SourceText(try tree.bytes(of: file.path)).bytes
        var reader = TableReader(bytes)
        guard let head = firstLine(&reader) else { throw ImportError.notThisFormat }
        // Without a column of words it may be one of facts, unless its owner says what is what.
        if options.columns == ColumnMap(), (try? TableColumns(head.cells, ColumnMap())) == nil, let table = FactTable(bytes) {
            return try table.handOut(take)
        }
        let columns = try TableColumns(head.cells, options.columns)
        let clock = clock(reader, columns)
        if clock.isInDoubt { try take(.finding(.ambiguousDates(read: clock.order))) }
        let records = TableRecords(
            columns: columns, clock: clock, surroundings: options.surroundings, prefix: "", names: head.cells)
        var ordinal = 0
        while let line = reader.next() {
            if line.isEmpty { continue }
            ordinal += 1
            let position = SourcePosition(line: line.line, ordinal: ordinal)
            try take(
                ImportItem { () throws(ImportProblem) in
                    var record = try records.record(line.cells.map { .text($0) }, position)
                    if !line.isSound { record.changes.append(.rowMended) }
                    return record
                })
        }
    }

    private static func firstLine(_ reader: inout TableReader) -> TableLine? {
        while let line = reader.next() { if !line.isEmpty { return line } }
        return nil
    }

    /// All dates say together how each of them is read.
    private static func clock(_ reader: TableReader, _ columns: TableColumns) -> TableClock {
        var reader = reader
        var largest: Double?
        var written: [String] = []
        while let line = reader.next() {
            let cell = TableCell.text(line[columns[.date] ?? 0])
            if let number = cell.number { largest = max(largest ?? number, number) }
            // Only dates such as 09/06/2013 leave a doubt, and few of them settle it.
            if written.count < 100_000, cell.number == nil, let words = cell.words, words.utf8.count <= 40 {
                written.append(words)
            }
        }
        return TableClock(largest: largest, isCoreData: false, written: written)
    }
}
