import Records
import SQLite

extension Store {
    /// SQLite's query plan for a selection, one line per step: for tests of how much is read.
    package func testOnlyPlan(of selection: Selection) throws -> [String] {
        let statement = try SelectionStatement(selection, alike: names)
        return try testOnlyPlan(of: statement.places, statement.values)
    }

    /// The same for a statement.
    package func testOnlyPlan(of sql: String, _ values: [Value] = []) throws(SQLiteError) -> [String] {
        try database.all("EXPLAIN QUERY PLAN " + sql, values) { $0.text(3) }
    }
}
