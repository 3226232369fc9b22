import Importing

extension ToldTables {
    static let loggedFile: [Told] = [
        Told(
            LoggedFileError.notJSON(line: 3, column: 14), "malformed_json", "line 3, column 14: this is not JSON",
            "write the file again with 'auralyst day --json' or 'auralyst symptom list --json'"),
        Told(
            LoggedFileError.cutOff, "malformed_json", "the file ends in the middle of a value", "it may have been cut off"),
        Told(
            LoggedFileError.tooDeep(line: 1, limit: 64), "malformed_json", "line 1: nested deeper than 64 levels",
            "this is not an export of a journal"),
        Told(
            LoggedFileError.nothingToCount, "nothing_to_count", "nothing in the file can be counted",
            "it takes what list commands print with --json, or a table with a date and numbers"),
        Told(
            LoggedFileError.noDateColumn, "no_date_column", "no column of the table is a date",
            "the first line names the columns, and one is called day or date"),
        Told(
            LoggedFileError.notADate(line: 9), "bad_table_date", "line 9: there is no date", "write dates like 2026-03-14"),
        Told(
            LoggedFileError.tooWide(limit: 400), "table_too_large", "a line of the table has more than 400 columns",
            "is it a table?"),
        Told(
            LoggedFileError.tooMany(.schedules, limit: 1000), "too_much_logged", "the file has more than 1000 schedules",
            "nobody logs so much; if it is right all the same, cut the file into years"),
    ]
}

extension Places {
    static func of(loggedFile error: LoggedFileError) -> Int {
        switch error {
        case .notJSON: 0
        case .cutOff: 1
        case .tooDeep: 2
        case .nothingToCount: 3
        case .noDateColumn: 4
        case .notADate: 5
        case .tooWide: 6
        case .tooMany: 7
        }
    }
}
