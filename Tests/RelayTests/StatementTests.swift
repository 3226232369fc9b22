import Relay
import Testing

/// Each statement touches the rows of one journal, one account, one device: a database that is spread over many machines by
/// these keys needs one of them for each statement.
@Suite struct StatementTests {
    /// What the rows of each table are spread by.
    private static let keys = [
        "journal": "journal", "op": "journal", "open_invite": "journal", "join_request": "journal", "member": "journal",
        "device": "journal", "blob": "journal", "snapshot": "journal",
        "account": "account", "account_journal": "account", "account_device": "account", "login": "device", "question": "nonce",
        "session": "token", "invitation": "code", "mailbox": "id", "setting": "name",
    ]
    private static let journalTables: Set<String> = [
        "journal", "op", "member", "device", "blob", "snapshot", "open_invite", "join_request",
    ]

    private static func tables(of sql: String) -> [String] {
        let words = sql.split(whereSeparator: { " \n(),".contains($0) }).map(String.init)
        return zip(words, words.dropFirst()).compactMap { word, next in
            ["FROM", "INTO", "UPDATE", "JOIN"].contains(word) && next != "SET" && !next.hasPrefix("$") ? next : nil
        }
    }

    @Test(arguments: RelayStatements.all) func `a statement touches one key of one table`(_ statement: RelayStatement) throws {
        let tables = StatementTests.tables(of: statement.sql)
        #expect(tables.count == 1, "\(statement.name)")
        let table = try #require(tables.first)
        let key = try #require(StatementTests.keys[table], "\(table)")
        if statement.name.hasPrefix("sweep_") {
            #expect(!StatementTests.journalTables.contains(table), "what looks at all rows looks at no journal")
        } else if statement.sql.hasPrefix("INSERT") {
            #expect(statement.sql.contains("INTO \(table) (\(key),"))
            #expect(statement.sql.contains("VALUES ($1,"))
        } else {
            #expect(statement.sql.contains("WHERE \(key) = $1"))
            #expect(!statement.sql.contains(" OR "))
        }
        #expect(!statement.sql.contains(";") && !statement.sql.contains("JOIN"))
    }

    @Test func `no two statements have one name`() {
        #expect(Set(RelayStatements.all.map(\.name)).count == RelayStatements.all.count)
    }
}
