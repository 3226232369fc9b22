import Foundation
import SQLite
import Testing

/// Where a suite runs: both must behave alike.
enum Place: CaseIterable {
    case memory, file

    func open(_ folder: ScratchFolder) throws -> Connection {
        switch self {
        case .memory: try ScratchFolder.open(.memory, key: nil)
        case .file: try folder.open()
        }
    }
}

@Suite struct ConnectionTests {
    private let folder: ScratchFolder

    init() throws { folder = ScratchFolder() }

    private static let values: [(Value, String)] = [
        (.null, "null"), (.int(0), "integer"), (.int(Int64(2_147_483_648)), "integer"), (.int(Int64(4_294_967_297)), "integer"),
        (.int(Int64.max), "integer"), (.int(Int64.min), "integer"), (.int(-1), "integer"),
        (.text(""), "text"), (.text("a"), "text"), (.text("\0"), "text"), (.text("a\0b"), "text"),
        (.text("😀 é e\u{301} \u{FEFF}"), "text"),
        (.text("'; DROP TABLE t; --"), "text"), (.text(String(repeating: "x", count: 100_000)), "text"), (.blob([]), "blob"),
        (.blob([0]), "blob"), (.blob([0xFF, 0, 0x80]), "blob"), (.blob([UInt8](repeating: 7, count: 100_000)), "blob"),
    ]

    @Test(arguments: Place.allCases)
    func `every value comes back as it was given`(place: Place) throws {
        let database = try place.open(folder)
        try database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v)")
        for (index, (value, _)) in Self.values.enumerated() { try database.run("INSERT INTO t VALUES(?, ?)", .int(index), value) }
        for (index, (value, type)) in Self.values.enumerated() {
            let found = try database.first("SELECT v, typeof(v) FROM t WHERE id = ?", .int(index)) { row -> Bool in
                guard row.text(1) == type, row.isNull(0) == (value == .null) else { return false }
                return switch value {
                case .null: row.text(0) == "" && row.blob(0) == [] && row.int(0) == 0
                case .int(let number): row.int64(0) == number && row.int(0) == Int(clamping: number)
                case .text(let text): Array(row.text(0).utf8) == Array(text.utf8)
                case .blob(let bytes): row.blob(0) == bytes
                }
            }
            #expect(found == true, "value \(index) of type \(type)")
        }
    }

    @Test func `optional values are null where there is none`() {
        #expect(Value.int(nil as Int?) == .null && Value.text(nil as String?) == .null && Value.blob(nil as [UInt8]?) == .null)
        #expect(Value.int(5 as Int?) == .int(5 as Int64) && Value.text("a" as String?) == "a" && Value.int(5) == 5)
    }

    @Test(arguments: Place.allCases)
    func `rows come in order until the closure has enough`(place: Place) throws {
        let database = try place.open(folder)
        try database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES(3),(1),(2)")
        #expect(try database.all("SELECT id FROM t ORDER BY id") { $0.int(0) } == [1, 2, 3])
        #expect(try database.all("SELECT id FROM t WHERE id > ?", [5]) { $0.int(0) } == [])
        #expect(try database.first("SELECT id FROM t WHERE id > ?", 1) { $0.int(0) } == 2)
        #expect(try database.first("SELECT id FROM t WHERE id > ?", 9) { $0.int(0) } == nil)
        var seen: [Int] = []
        try database.each("SELECT id FROM t ORDER BY id", []) { row in
            seen.append(row.int(0))
            // Another query in between, and a change.
            try database.run("UPDATE t SET id = id WHERE id = ?", .int(row.int(0)))
            #expect(try database.all("SELECT count(*) FROM t") { $0.int(0) } == [3])
            return seen.count < 2
        }
        #expect(seen == [1, 2])
        #expect(try database.all("SELECT id FROM t ORDER BY id") { $0.int(0) } == [1, 2, 3])
    }

    @Test(arguments: Place.allCases)
    func `a closure that throws ends the query and the query can run again`(place: Place) throws {
        struct Enough: Error {}
        let database = try place.open(folder)
        try database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES(1),(2)")
        for _ in 0..<3 {
            #expect(throws: Enough.self) { try database.each("SELECT id FROM t", []) { _ in throw Enough() } }
        }
        #expect(try database.transaction { try database.run("DELETE FROM t") } == 2)
    }

    @Test(arguments: Place.allCases)
    func `changes are counted and the last row id is told`(place: Place) throws {
        let database = try place.open(folder)
        try database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v)")
        #expect(try database.run("INSERT INTO t(v) VALUES(?),(?)", 1, 2) == 2)
        #expect(database.lastRowID == 2)
        #expect(try database.run("UPDATE t SET v = 0 WHERE v = ?", 1) == 1)
        #expect(try database.run("DELETE FROM t WHERE v = ?", 77) == 0)
    }

    @Test(arguments: Place.allCases)
    func `a transaction that throws is undone and the next one works`(place: Place) throws {
        struct Refusal: Error {}
        let database = try place.open(folder)
        try database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY)")
        try database.transaction { _ = try database.run("INSERT INTO t VALUES(?)", 1) }
        #expect(throws: Refusal.self) {
            try database.transaction {
                try database.run("INSERT INTO t VALUES(?)", 2)
                try database.run("DELETE FROM t WHERE id = ?", 1)
                throw Refusal()
            }
        }
        let refused = failure {
            try database.transaction {
                try database.run("INSERT INTO t VALUES(?)", 3)
                try database.run("INSERT INTO t VALUES(?)", 1)
            }
        }
        #expect(refused?.isConstraint == true)
        #expect(try database.all("SELECT id FROM t") { $0.int(0) } == [1])
        #expect(try database.transaction { try database.run("INSERT INTO t VALUES(?)", 4) } == 1)
        #expect(try database.all("SELECT id FROM t") { $0.int(0) } == [1, 4])
    }

    @Test func `a transaction inside another is a mistake of ours and undoes nothing of the outer one`() throws {
        let database = try folder.open()
        try database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY)")
        try database.transaction {
            try database.run("INSERT INTO t VALUES(?)", 1)
            #expect(failure { try database.transaction {} }?.isMistake == true)
            try database.run("INSERT INTO t VALUES(?)", 2)
        }
        #expect(try database.all("SELECT id FROM t") { $0.int(0) } == [1, 2])
    }

    @Test(arguments: Place.allCases)
    func `mistakes in statements are told apart from damage`(place: Place) throws {
        let database = try place.open(folder)
        try database.execute("CREATE VIRTUAL TABLE w USING fts5(x); CREATE TABLE t(id INTEGER PRIMARY KEY, v NOT NULL)")
        for sql in [
            "SELEC 1", "SELECT * FROM nothing", "SELECT nothing FROM t", "INSERT INTO t VALUES(1)",
            "SELECT abs(-9223372036854775808)",
            "SELECT * FROM w WHERE w MATCH '\"'", "SELECT * FROM w WHERE w MATCH 'z:y'", "SELECT zeroblob(9000000000)", "",
        ] {
            #expect(failure { _ = try database.all(sql) { _ in } }?.isMistake == true, "\(sql)")
        }
        #expect(failure { try database.execute("SELECT 1; nonsense") }?.isMistake == true)
        #expect(failure { try database.run("INSERT INTO t VALUES(1, NULL)") }?.isConstraint == true)
    }

    @Test func `two connections see each other's commits and never half of one`() throws {
        let (writer, reader) = (try folder.open(), try folder.open())
        try writer.execute("PRAGMA journal_mode=WAL; CREATE TABLE t(id INTEGER PRIMARY KEY)")
        func count() throws -> Int? { try reader.first("SELECT count(*) FROM t") { $0.int(0) } }
        try writer.transaction {
            for id in 0..<100 { try writer.run("INSERT INTO t VALUES(?)", .int(id)) }
            #expect(try count() == 0)
        }
        #expect(try count() == 100)
    }

    @Test func `a second writer is told that the database is busy`() throws {
        let (first, second) = (try folder.open(), try folder.open())
        try first.execute("PRAGMA journal_mode=WAL; CREATE TABLE t(id INTEGER PRIMARY KEY)")
        try second.execute("PRAGMA busy_timeout=0")
        try first.transaction {
            try first.run("INSERT INTO t VALUES(?)", 1)
            #expect(failure { _ = try second.transaction { try second.run("INSERT INTO t VALUES(?)", 2) } } == .busy)
            #expect(failure { try second.run("INSERT INTO t VALUES(?)", 3) } == .busy)
        }
        #expect(try second.transaction { try second.run("INSERT INTO t VALUES(?)", 2) } == 1)
        #expect(try first.all("SELECT id FROM t") { $0.int(0) } == [1, 2])
    }

    @Test func `a full disk undoes the transaction and loses nothing else`() throws {
        let database = try folder.open()
        try database.execute("PRAGMA journal_mode=WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, v)")
        try database.run("INSERT INTO t VALUES(?, ?)", 1, "kept")
        let pages = try database.first("PRAGMA page_count") { $0.int(0) } ?? 0
        try database.execute("PRAGMA max_page_count=\(pages + 3)")
        let refused = failure {
            try database.transaction {
                for id in 2..<1000 {
                    try database.run("INSERT INTO t VALUES(?, ?)", .int(id), .blob([UInt8](repeating: 1, count: 1000)))
                }
            }
        }
        #expect(refused == .full)
        #expect(try database.all("SELECT v FROM t") { $0.text(0) } == ["kept"])
        try database.execute("PRAGMA max_page_count=100000")
        try database.transaction { _ = try database.run("INSERT INTO t VALUES(?, ?)", 2, "after") }
        #expect(try database.all("SELECT v FROM t ORDER BY id") { $0.text(0) } == ["kept", "after"])
    }

    @Test func `a database that cannot be opened is not made`() {
        #expect(failure { _ = try folder.open("missing.db", mustExist: true) } == .cannotOpen)
        #expect(!folder.exists("missing.db"))
        #expect(failure { _ = try folder.open("no folder/test.db") } == .cannotOpen)
        #expect(failure { _ = try ScratchFolder.open(.file(folder.path, mustExist: true)) } == .cannotOpen)
    }
}
