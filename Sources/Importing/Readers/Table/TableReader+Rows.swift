import Ledger

extension TableReader {
    /// Hands out the rows of a table whose first line names its columns: each as the record that `record` makes of it, or as the
    /// problem that it throws. Empty lines are skipped. Positions name the `file`, if there is one.
    ///
    /// `known`: the columns that `record` reads, in lower case. Values of others are stored with a record that is an entry, and
    /// these columns are named at the end. `isStart`: see `next(where:)`. Throws `ImportError.notThisFormat` if there is no line,
    /// or the first one does not have the names that `isHead` requires.
    mutating func handOutRows(
        of file: String? = nil, knowing known: Set<String>, where isStart: ((ArraySlice<UInt8>) -> Bool)? = nil,
        head isHead: (TableHead) -> Bool = { _ in true },
        to take: (ImportItem) throws -> Void,
        as record: (TableLine, TableHead, SourcePosition) throws(ImportProblem) -> ImportedRecord
    ) throws {
        var head: TableHead?
        var ordinal = 0
        var (kept, left) = (Set<Int>(), Set<Int>())
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
            var item = ImportItem { () throws(ImportProblem) in try record(line, names, position) }
            let rest = names.filled(line, without: known)
            if case .record(var record) = item, !rest.isEmpty {
                if record.text.isEmpty { left.formUnion(rest) } else { kept.formUnion(rest) }
                let row = rest.map { (names.names[$0], JSON.string(line[$0])) }
                record.more["row"] = .object(Dictionary(row) { first, _ in first })
                item = .record(record)
            }
            try take(item)
        }
        guard let head else { throw ImportError.notThisFormat }
        let named = { (places: Set<Int>) in places.sorted().map { head.names[$0] } }
        if !kept.isEmpty { try take(.finding(.columnsKept(named(kept)))) }
        if !left.isEmpty { try take(.finding(.columnsLeft(named(left)))) }
    }
}
