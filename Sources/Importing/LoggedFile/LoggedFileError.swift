import Base

package enum LoggedFileError: Error, Hashable, Sendable {
    /// The grammar of JSON is left at this place; both count from 1, columns in bytes.
    case notJSON(line: Int, column: Int)
    /// The file ends inside a value.
    case cutOff
    /// More arrays and objects inside each other than `limit`.
    case tooDeep(line: Int, limit: Int)
    /// Readable, but nothing in it is a record that is counted.
    case nothingToCount
    case noDateColumn
    /// A table with a date column, of which this line holds what is no date.
    case notADate(line: Int)
    /// A number with two readings, and no other number of the table decides which is meant.
    case unclearNumber(line: Int, _ decimal: String, _ grouped: String)
    /// A table of which a line has more than `limit` columns.
    case tooWide(limit: Int)
    /// More than `limit` of something that has to be held all at once.
    case tooMany(Counted, limit: Int)

    package enum Counted: String, Hashable, Sendable {
        /// Lines of a table, empty ones included.
        case lines
        case cells
        case schedules
        case doses
    }
}

extension LoggedFileError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .notJSON(let line, let column):
            Explanation(
                "malformed_json", "line \(line), column \(column): this is not JSON",
                hint: .on(commandLine: "write the file again with 'auralyst day --json' or 'auralyst symptom list --json'"))
        case .cutOff:
            Explanation(
                "malformed_json", "the file ends in the middle of a value", hint: "copy or export it again; it was cut off")
        case .tooDeep(let line, let limit):
            Explanation(
                "malformed_json", "line \(line): the JSON has more than \(limit) levels", hint: "check that it is the right file")
        case .nothingToCount:
            Explanation(
                "nothing_to_count", "the file has nothing to analyze",
                hint: .on(commandLine: "use what list commands print with --json, or a table with a date and numbers"))
        case .noDateColumn:
            Explanation(
                "no_date_column", "the table has no date column",
                hint: "its first line must name the columns, one of them day or date")
        case .notADate(let line):
            Explanation("bad_table_date", "line \(line) has no date", hint: "write dates like 2026-03-14")
        case .unclearNumber(let line, let decimal, let grouped):
            Explanation(
                "unclear_number", "line \(line): a number may be \(decimal) or \(grouped)",
                hint: "write it as \(decimal) or \(grouped)")
        case .tooWide(let limit):
            Explanation(
                "table_too_large", "a line of the table has more than \(limit) columns", hint: "check that the file is a table")
        case .tooMany(let counted, let limit):
            Explanation(
                "too_much_logged", "the file has more than \(limit) \(counted.rawValue)",
                hint: "split the file, for example by year")
        }
    }
}
