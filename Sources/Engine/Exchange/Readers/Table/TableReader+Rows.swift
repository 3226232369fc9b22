extension TableReader {
    /// Hands out the rows of a table whose first line names its columns: each as the record that `record` makes of it, or as the
    /// problem that it throws. Empty lines are passed over. Positions name the `file`, where one is given.
    ///
    /// `isStart`: see `next(where:)`. Throws `ImportError.notThisFormat` where there is no line, or the first one has not the names
    /// that `isHead` asks for.
    mutating func handOutRows(
        of file: String? = nil, where isStart: ((ArraySlice<UInt8>) -> Bool)? = nil,
        head isHead: (TableHead) -> Bool = { _ in true },
        to take: (ImportItem) throws -> Void,
        as record: (TableLine, TableHead, SourcePosition) throws(ImportProblem) -> ImportedRecord
    ) throws {
        var head: TableHead?
        var ordinal = 0
        func nextLine() -> TableLine? { if let isStart { next(where: isStart) } else { next() } }
        while let line = nextLine() {
            if line.isEmpty { continue }
            guard let names = head else {
                let names = TableHead(line)
                guard isHead(names) else { throw ImportError.notThisFormat }
                head = names
                continue
            }
            ordinal += 1
            let position = SourcePosition(file: file, line: line.line, ordinal: ordinal)
            try take(ImportItem { () throws(ImportProblem) in try record(line, names, position) })
        }
        if head == nil { throw ImportError.notThisFormat }
    }
}
