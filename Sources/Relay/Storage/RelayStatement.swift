/// One statement of the relay, in the SQL that SQLite and PostgreSQL share: values are `$1`, `$2` …, and `FOR UPDATE` keeps
/// other writers from a row until the transaction ends.
package struct RelayStatement: Hashable, Sendable {
    /// Its name among the prepared statements of a connection.
    package let name: String
    /// The text.
    package let sql: String

    /// The text for SQLite, where one writer at a time needs no locks on rows.
    let sqlite: String

    init(_ name: String, _ sql: String) {
        (self.name, self.sql) = (name, sql)
        sqlite = String(sql.map { $0 == "$" ? "?" : $0 }).replacing(" FOR UPDATE", with: "")
    }
}
