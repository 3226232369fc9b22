import Insights
import Ledger

/// What somebody logged, read from a file without a vault: the JSON that commands print, or a table with a date and numbers.
///
/// Texts are passed over: what is kept grows with the number of records, not with what was written. A record that cannot be used is
/// set aside and named; it stops none of the others.
package struct LoggedFile: Sendable {
    /// What records say.
    package private(set) var logged = Logged()
    /// What the numbers of a table say, in its order; their names are those of symptoms.
    package private(set) var series: [Outcome] = []
    /// Records that were set aside, in the order of the file; at most `mostProblems` are named.
    package private(set) var problems: [Problem] = []
    /// How many were set aside.
    package private(set) var setAside = 0
    /// How many records, or numbers of a table, are counted.
    package private(set) var count = 0
    /// Begins every random choice: that of the journal that the records name, so that a journal's own file gives its own findings.
    package private(set) var seed: UInt64 = 0

    /// How many problems are named.
    package static let mostProblems = 20

    /// Bytes of a table: cells cost more than they have.
    private static let mostTable = 32 << 20

    /// One record that was set aside.
    package struct Problem: Hashable, Sendable {
        /// Where it begins, counted from 1.
        package let line: Int
        /// What it is.
        package let kind: String
        /// What about it cannot be used: `severity`.
        package let field: String

        /// In words, for a remark.
        package var sentence: String {
            "line \(line): this \(kind.split(separator: "_").joined(separator: " ")) has no usable '\(field)' and is left out"
        }
    }

    /// Reads a file: a regular one of at most 512 MiB. Throws `ImportError` for one that cannot be read or is of another kind,
    /// `LoggedFileError` for what is in it.
    package init(path: String) throws {
        try self.init(reading: SourceFile(path: path, followsLink: true).bytes)
    }

    /// The same for bytes.
    package init(reading source: [UInt8]) throws {
        let text = try SourceText(source)
        let first = text.bytes.first { !$0.isJSONBlank }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            try readRecords(text.bytes)
        } else {
            guard text.bytes.count <= LoggedFile.mostTable else {
                throw ImportError.tooLarge(bytes: text.bytes.count, limit: LoggedFile.mostTable)
            }
            let table = try LoggedFileTable(text.bytes)
            (series, logged.entries, count) = (table.series, table.events[...], table.count)
        }
        logged.sort()
        guard count > 0 else { throw LoggedFileError.nothingToCount }
    }

    private mutating func readRecords(_ bytes: [UInt8]) throws(LoggedFileError) {
        var records = LoggedFileRecords()
        var walk = LoggedFileWalk(bytes: bytes, kinds: LoggedFileRecords.kinds)
        while let (record, line) = try walk.next() {
            if let field = try records.add(record) {
                note(Problem(line: line, kind: record["kind"]?.string ?? "record", field: field))
            }
        }
        for line in walk.tooLarge { note(Problem(line: line, kind: "record", field: "size")) }
        (logged, count, seed) = (try records.finished(), records.count, records.seed)
    }

    private mutating func note(_ problem: Problem) {
        setAside += 1
        if problems.count < LoggedFile.mostProblems { problems.append(problem) }
    }
}
