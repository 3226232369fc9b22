import Base
import Insights
import Ledger

/// A log read from a file without a vault: the JSON that commands print, or a table with a date and numbers.
///
/// Texts are skipped: memory grows with the number of records, not with the length of their texts. A record that cannot be used
/// is named as a problem and stops none of the others.
package struct LoggedFile: Sendable {
    /// The data of the records, or the numbers of a table, in series that are named like symptoms.
    package private(set) var logged = Logged()
    /// Records that cannot be used, in the order of the file; at most `mostProblems` are named.
    package private(set) var problems: [Problem] = []
    /// The number of records that cannot be used.
    package private(set) var setAside = 0
    /// The number of records, or of numbers in a table.
    package private(set) var count = 0

    package static let mostProblems = 20

    /// The most bytes of a table: its cells need more memory than that.
    private static let mostTable = 32 << 20

    package struct Problem: Hashable, Sendable {
        /// The line on which it begins, from 1.
        package let line: Int
        package let kind: String
        /// The faulty member: `severity`.
        package let field: String

        package var sentence: String {
            say(
                "line \(line): this \(kind.split(separator: "_").joined(separator: " ")) has no usable '\(field)' and is left out"
            )
        }
    }

    /// Reads a regular file of at most 512 MiB. Throws `ImportError` if it cannot be read or is of another kind,
    /// `LoggedFileError` for its content. `surroundings`: their zone is that of times that end in `Z`.
    package init(path: String, in surroundings: Surroundings = .machine) throws {
        try self.init(reading: SourceFile(path: path, followsLink: true).bytes, in: surroundings)
    }

    package init(reading source: [UInt8], in surroundings: Surroundings = .machine) throws {
        let text = try SourceText(source)
        if JSONPiece.looksLike(text.bytes) {
            try readRecords(text.bytes)
        } else {
            guard text.bytes.count <= LoggedFile.mostTable else {
                throw ImportError.tooLarge(bytes: Int64(text.bytes.count), limit: Int64(LoggedFile.mostTable))
            }
            let table = try LoggedFileTable(text.bytes, ImportOptions(surroundings: surroundings))
            (logged.numbers, logged.entries) = (table.numbers[...], table.events[...])
            count = table.numbers.count + table.events.count
        }
        logged.sort()
        guard count > 0 else { throw LoggedFileError.nothingToCount }
    }

    private mutating func readRecords(_ bytes: [UInt8]) throws {
        var records = LoggedFileRecords()
        var walk = LoggedFileWalk(bytes, kinds: LoggedFileRecords.kinds)
        try walk.run { record, place in
            let field: String? = if let record { try records.add(record) } else { "size" }
            guard let field else { return }
            setAside += 1
            guard problems.count < LoggedFile.mostProblems else { return }
            let line = bytes[..<place].count { $0 == 0x0A } + 1
            problems.append(Problem(line: line, kind: record?["kind"]?.string ?? "record", field: field))
        }
        (logged, count) = (try records.finished(), records.count)
    }
}
