/// An SQL statement for SQLite and PostgreSQL: values are `$1`, `$2` …; `FOR UPDATE` locks a row until the transaction ends.
package struct RelayStatement: Hashable, Sendable {
    package let name: String
    package let sql: String

    /// The text for SQLite, which needs no row locks, as it has one writer at a time.
    let sqlite: String

    init(_ name: String, _ sql: String) {
        (self.name, self.sql) = (name, sql)
        sqlite = String(sql.map { $0 == "$" ? "?" : $0 }).replacing(" FOR UPDATE", with: "")
    }
}
