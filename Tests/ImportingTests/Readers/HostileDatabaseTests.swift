import Base
import Foundation
import GivenValues
import Importing
import SQLite
import Synchronization
import Testing

/// SQLite files made so that reading them does not end, or runs something. All but the forged ones are what SQLite
/// itself writes; where a bound were missing, these tests would not end either.
@Suite struct HostileDatabaseTests {
    private let folder: SampleFolder
    private let path: String

    init() throws {
        folder = try SampleFolder()
        path = folder.path + "/diary.sqlite"
    }

    /// What everybody's table looks like.
    private static let diary = "CREATE TABLE diary (text, date); INSERT INTO diary VALUES ('Rain.', '2026-03-14');"
    /// Six views of which each joins the one before with itself ten times: 10⁶⁴ rows.
    private static let views =
        "CREATE VIEW v0 AS SELECT 'x' AS text, '2026-03-14' AS date UNION ALL SELECT 'y', '2026-03-15';"
        + (1...6).map { level in
            let joined = (0..<10).map { "v\(level - 1) AS t\($0)" }.joined(separator: ", ")
            return "CREATE VIEW v\(level) AS SELECT t0.text, t0.date FROM \(joined);"
        }.joined()

    private func make(_ script: String, forge: String = "") throws {
        let database = try unsafe Connection(.file(path, mustExist: false))
        try database.execute(script)
        guard !forge.isEmpty else { return }
        try database.execute("PRAGMA writable_schema=ON; " + forge)
    }

    private func source(_ table: String? = nil) throws -> ImportSource {
        var options = ImportOptions(surroundings: readersHome)
        options.columns.table = table
        return try ImportSource(path: path, format: .sqlite, options: options)
    }

    @Test(arguments: [
        // As SQLite writes it, and as it never does.
        "CREATE VIRTUAL TABLE ghost USING fts5(text, date)", "CREATE  VIRTUAL TABLE ghost USING fts5(text, date)",
        "CREATE/**/VIRTUAL TABLE ghost USING fts5(text, date)", "create virtual table ghost using dbstat",
        "CREATE VIEW ghost AS SELECT * FROM v6", "CREATE  VIEW ghost AS SELECT * FROM v6",
    ])
    func `what only calls itself a table is neither read nor run`(sql: String) throws {
        for root in [0, 2] {
            try? FileManager.default.removeItem(atPath: path)
            try make(
                Self.diary + Self.views,
                forge: "INSERT INTO sqlite_schema VALUES ('table', 'ghost', 'ghost', \(root), '\(sql)')")
            // SQLite finds a view there itself.
            do { #expect(try source().reading().records.map(\.text) == ["Rain."]) } catch ImportError.damagedDatabase {}
            #expect(throws: ImportError.self) { try source("ghost").reading() }
            // It may hold something: the file is not destroyed.
            if root == 2 { do { #expect(try source().keepsOff() != nil) } catch ImportError.damagedDatabase {} }
        }
    }

    @Test func `views, triggers and generated columns are not run`() throws {
        try make(
            Self.views
                + "CREATE TABLE diary (text, date); INSERT INTO diary VALUES ('Rain.', '2026-03-14');"
                + "ALTER TABLE diary ADD COLUMN endless INT GENERATED ALWAYS AS (length(hex(zeroblob(500000000)))) VIRTUAL;"
                + "CREATE TRIGGER t AFTER INSERT ON diary BEGIN INSERT INTO diary SELECT text, date FROM v6; END;")
        #expect(try source().reading().records.map(\.text) == ["Rain."])
        for view in ["v0", "v6"] { #expect(throws: ImportError.noSuchTable(view, ["diary"])) { try source(view).reading() } }
        #expect(try source().keepsOff() == nil)
    }

    @Test func `columns that the rows do not have cost no more than the file explains`() throws {
        let columns = (0..<1900).map { "c\($0)" }
        try make("CREATE TABLE diary (text, date);")
        let database = try unsafe Connection(.file(path, mustExist: true))
        try database.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO diary SELECT 'a', 1 FROM n"
        )
        // As ALTER TABLE ADD COLUMN does: no row is changed.
        try database.execute(
            "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE diary (text, date, \(columns.joined(separator: ", ")))'"
        )
        #expect(throws: ImportError.endlessDatabase) { try source().reading() }
        #expect(throws: ImportError.endlessDatabase) { try source().keepsOff() }
    }

    @Test func `more tables than any journal has are not looked through`() throws {
        try make("BEGIN;" + (0..<2100).map { "CREATE TABLE t\($0) (text, date);" }.joined() + "COMMIT;")
        #expect(throws: ImportError.endlessDatabase) { try source().reading() }
    }

    @Test func `a statement of the schema that is longer than a table's is not parsed`() throws {
        let columns = (0..<1900).map { "c\($0) TEXT DEFAULT '\(String(repeating: "x", count: 40))'" }.joined(separator: ", ")
        try make("CREATE TABLE diary (text, date, \(columns)); INSERT INTO diary (text, date) VALUES ('a', 1)")
        #expect(throws: ImportError.damagedDatabase) { try source().reading() }
    }

    @Test func `reading stops at once when its import was stopped`() async throws {
        try make(
            "CREATE TABLE diary (text, date); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) "
                + "INSERT INTO diary SELECT 'a', 1 FROM n")
        let source = try source()
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (stopped, stop) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            begin.finish()
            for await _ in stopped {}
            // Cancelled before the first row: nothing is handed out, although the rows of the first batches could be.
            try source.readAhead { _ in Issue.record("a row after the stop") }
        }
        for await _ in begun {}
        task.cancel()
        stop.finish()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try source.reading().items == 5000)
    }
}
