import Base
import Insights
import Ledger

/// A log read from a file without a vault: the JSON that commands print, or a table with a date and numbers.
///
/// Texts are skipped: memory grows with the number of records, not with the length of their texts. A record that cannot be used
/// is named as a problem and stops none of the others.
package struct LoggedFile: Sendable {
    /// The data of the records.
    package private(set) var logged = Logged()
    /// The series of a table, in its order, named like symptoms.
    package private(set) var series: [Outcome] = []
    /// Records that cannot be used, in the order of the file; at most `mostProblems` are named.
    package private(set) var problems: [Problem] = []
    /// The number of records that cannot be used.
    package private(set) var setAside = 0
    /// The number of records, or of numbers in a table.
    package private(set) var count = 0

    /// The most problems named.
    package static let mostProblems = 20

    /// The most bytes of a table: its cells need more memory than that.
    private static let mostTable = 32 << 20

    /// One record that cannot be used.
    package struct Problem: Hashable, Sendable {
        /// The line on which it begins, from 1.
        package let line: Int
        /// Its kind.
        package let kind: String
        /// The faulty member: `severity`.
        package let field: String

        /// The problem in words.
        package var sentence: String {
            say(
                "line \(line): this \(kind.split(separator: "_").joined(separator: " ")) has no usable '\(field)' and is left out"
            )
        }
    }

    /// Reads a regular file of at most 512 MiB. Throws `ImportError` if it cannot be read or is of another kind,
    /// `LoggedFileError` for its content. `zone`: the owner's, for times that end in `Z`.
    package init(path: String, in zone: Zone = .utc) throws {
        try self.init(reading: SourceFile(path: path, followsLink: true).bytes, in: zone)
    }

    /// The same for bytes.
    package init(reading source: [UInt8], in zone: Zone = .utc) throws {
        let text = try SourceText(source)
        let first = text.bytes.first { !$0.isJSONBlank }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            try readRecords(text.bytes)
        } else {
            guard text.bytes.count <= LoggedFile.mostTable else {
                throw ImportError.tooLarge(bytes: text.bytes.count, limit: LoggedFile.mostTable)
            }
            let table = try LoggedFileTable(text.bytes, in: CivilTime(zone: zone))
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
        (logged, count) = (try records.finished(), records.count)
    }

    private mutating func note(_ problem: Problem) {
        setAside += 1
        if problems.count < LoggedFile.mostProblems { problems.append(problem) }
    }
}
