import Ledger
import Records
import SQLite

extension Store {
    /// SQLite's query plan for a selection, one line per step: for tests of how much is read.
    package func testOnlyPlan(of selection: Selection) throws -> [String] {
        let statement = try SelectionStatement(selection, alike: names)
        return try database.all("EXPLAIN QUERY PLAN " + statement.places, statement.values) { $0.text(3) }
    }

    package func testOnlyPlanOfControls(of journal: JournalID) throws(SQLiteError) -> [String] {
        try database.all("EXPLAIN QUERY PLAN " + Store.controlsSQL, [.blob(journal.bytes)]) { $0.text(3) }
    }

    /// The same for the queries about days and moods.
    package func testOnlyPlansOfDays() throws(SQLiteError) -> [[String]] {
        var plans: [[String]] = []
        let days = "SELECT day, count(*) FROM entry WHERE day BETWEEN ? AND ? GROUP BY day"
        for (sql, values) in [
            (days, [Value.int(0), .int(9)]), (Store.runSQL, [0]), (Store.monthsSQL, []), (Store.moodSQL, []),
        ] {
            plans.append(try database.all("EXPLAIN QUERY PLAN " + sql, values) { $0.text(3) })
        }
        return plans
    }
}
