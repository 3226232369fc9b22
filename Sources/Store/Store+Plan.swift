import SQLite

extension Store {
    /// How SQLite goes about a selection, one line a step: for the tests that hold how much is read.
    package func testOnlyPlan(of selection: Selection) throws(SQLiteError) -> [String] {
        let statement = SelectionStatement(selection)
        return try database.all("EXPLAIN QUERY PLAN " + statement.sql(columns: "e.position"), statement.values) { $0.text(3) }
    }
}
