import Foundation
import SQLite
import Testing

@Suite struct SealedPagesTests {
    private let folder: ScratchFolder

    init() throws { folder = ScratchFolder() }

    private static let pageCount = 4096

    /// A small table, one with values longer than a page, an index, and a word index: every kind of page.
    private func fill(_ database: Connection) throws {
        try database.execute(
            """
            PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;
            CREATE TABLE small(id INTEGER PRIMARY KEY, v TEXT); CREATE INDEX small_v ON small(v);
            CREATE TABLE long(id INTEGER PRIMARY KEY, v BLOB);
            CREATE TABLE keyed(k TEXT PRIMARY KEY, v BLOB) WITHOUT ROWID;
            CREATE VIRTUAL TABLE words USING fts5(x, content='', contentless_delete=1);
            """)
        try database.transaction {
            for id in 0..<600 {
                try database.run("INSERT INTO small VALUES(?, ?)", .int(id), .text("value number \(id) of many values"))
            }
            for id in 0..<5 {
                let value = Value.blob([UInt8](repeating: UInt8(id + 1), count: 9000 + 700 * id))
                try database.run("INSERT INTO long VALUES(?, ?)", .int(id), value)
                try database.run("INSERT INTO keyed VALUES(?, ?)", .text("k\(id)"), value)
            }
            for id in 1..<400 {
                try database.run("INSERT INTO words(rowid, x) VALUES(?, ?)", .int(id), .text("common w\(id) u\(id * 7919)"))
            }
        }
    }

    /// All that is in it, read in every way there is; the errors of the ways that failed.
    private func contents(_ database: Connection) -> (found: [String: [String]], errors: [any Error]) {
        var found: [String: [String]] = [:]
        var errors: [any Error] = []
        func attempt(_ name: String, _ body: () throws -> [String]) {
            do { found[name] = try body() } catch { errors.append(error) }
        }
        func line(_ row: Row) -> String { row.text(0) + " " + String(row.blob(1).hashValue) }
        attempt("small") { try database.all("SELECT id, v FROM small ORDER BY id", row: line) }
        attempt("small by index") { try database.all("SELECT v, id FROM small INDEXED BY small_v ORDER BY v", row: line) }
        for table in ["long", "keyed"] {
            let key = table == "long" ? "id" : "k"
            attempt(table) { try database.all("SELECT \(key), v FROM \(table) ORDER BY 1", row: line) }
            attempt(table + " each") {
                var lines: [String] = []
                try database.each("SELECT \(key), v FROM \(table) ORDER BY 1", []) {
                    lines.append(line($0)); return true
                }
                return lines
            }
            for id in 0..<5 {
                let value: Value = table == "long" ? .int(id) : .text("k\(id)")
                attempt("\(table) \(id)") {
                    try database.first("SELECT \(key), v FROM \(table) WHERE \(key) = ?", value, row: line).map { [$0] } ?? []
                }
            }
        }
        for word in ["common", "w7", "w399", "u7919", "none"] {
            attempt("words " + word) {
                try database.all("SELECT rowid FROM words WHERE words MATCH ?", [.text(word)]) { $0.text(0) }
            }
        }
        return (found, errors)
    }

    private func filledFile() throws -> (bytes: [UInt8], found: [String: [String]]) {
        let database = try folder.open()
        try fill(database)
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let (found, errors) = contents(database)
        try #require(errors.isEmpty && found["small"]?.count == 600 && found["words common"]?.count == 399)
        return (try folder.bytes(), found)
    }

    @Test func `a flipped byte in any page is damage and never another content`() throws {
        let (bytes, whole) = try filledFile()
        let pages = bytes.count / Self.pageCount
        try #require(pages > 40 && bytes.count % Self.pageCount == 0)
        var harmful = 0
        for page in 0..<pages {
            // Anywhere in the page: content, initialisation vector or seal.
            let offset = [20, 1234, 4020, 4050, 4095][page % 5]
            var changed = bytes
            changed[page * Self.pageCount + offset] ^= 1
            try folder.write(changed, to: "changed.db")
            let database = try folder.open("changed.db", mustExist: true)
            let (found, errors) = contents(database)
            for (name, lines) in found { #expect(lines == whole[name], "page \(page + 1), \(name)") }
            for error in errors { #expect((error as? SQLiteError)?.isDamage == true, "page \(page + 1): \(error)") }
            harmful += errors.isEmpty ? 0 : 1
            if page == 0 { #expect(found.isEmpty, "the first page is needed for everything") }
        }
        #expect(harmful > pages - 6)
    }

    @Test func `what lies on other pages stays readable on the same connection`() throws {
        let (bytes, whole) = try filledFile()
        var changed = bytes
        changed[bytes.count / 2] ^= 1
        try folder.write(changed, to: "changed.db")
        let database = try folder.open("changed.db", mustExist: true)
        let (found, errors) = contents(database)
        #expect(!errors.isEmpty && found.count > whole.count / 2)
    }

    @Test func `a change that meets a damaged page is undone and is damage`() throws {
        let (bytes, _) = try filledFile()
        for page in stride(from: 1, to: bytes.count / Self.pageCount, by: 2) {
            var changed = bytes
            changed[page * Self.pageCount + 99] ^= 0x10
            try folder.write(changed, to: "changed.db")
            let database = try folder.open("changed.db", mustExist: true)
            let error = failure {
                try database.transaction {
                    for id in 0..<5 { try database.run("UPDATE long SET v = v || ? WHERE id = ?", .blob([9]), .int(id)) }
                    try database.run("INSERT INTO words(rowid, x) VALUES(?, ?)", 1000, "common new")
                    try database.run("UPDATE small SET v = v || '!'")
                }
            }
            guard let error else { continue }
            #expect(error.isDamage, "page \(page + 1)")
            let kept = try? database.first("SELECT v FROM small WHERE id = ?", 1) { $0.text(0) }
            #expect(kept == nil || kept == "value number 1 of many values", "page \(page + 1)")
        }
    }

    @Test(arguments: [100, 4095, 4096, 8192, 5 * 4096 + 17])
    func `a file that was cut off is damage`(count: Int) throws {
        let (bytes, whole) = try filledFile()
        try folder.write(Array(bytes.prefix(count)), to: "cut.db")
        let database = try folder.open("cut.db", mustExist: true)
        let (found, errors) = contents(database)
        for (name, lines) in found { #expect(lines == whole[name], "\(name)") }
        #expect(!errors.isEmpty)
        for error in errors { #expect((error as? SQLiteError)?.isDamage == true, "\(error)") }
    }

    @Test func `two pages that changed places are damage`() throws {
        let (bytes, whole) = try filledFile()
        var swapped = bytes
        let (a, b) = (3 * Self.pageCount, 9 * Self.pageCount)
        swapped.replaceSubrange(a..<a + Self.pageCount, with: bytes[b..<b + Self.pageCount])
        swapped.replaceSubrange(b..<b + Self.pageCount, with: bytes[a..<a + Self.pageCount])
        try folder.write(swapped, to: "swapped.db")
        let (found, errors) = contents(try folder.open("swapped.db", mustExist: true))
        for (name, lines) in found { #expect(lines == whole[name], "\(name)") }
        #expect(!errors.isEmpty && errors.allSatisfy { ($0 as? SQLiteError)?.isDamage == true })
    }

    @Test func `a changed write-ahead log gives damage or an earlier state and never another content`() throws {
        let database = try folder.open()
        try database.execute(
            "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE t(id INTEGER PRIMARY KEY, v BLOB)")
        for id in 0..<40 {
            try database.run("INSERT INTO t VALUES(?, ?)", .int(id), .blob([UInt8](repeating: UInt8(id), count: 700)))
        }
        let (main, log) = (try folder.bytes(), try folder.bytes("test.db-wal"))
        try #require(log.count > 40 * 4096)
        for place in stride(from: 40, to: log.count, by: log.count / 60) {
            var changed = log
            changed[place] ^= 4
            try folder.write(main, to: "copy.db")
            try folder.write(changed, to: "copy.db-wal")
            let error = failure {
                let copy = try folder.open("copy.db", mustExist: true)
                let rows = try copy.all("SELECT id, v FROM t ORDER BY id") { ($0.int(0), $0.blob(1)) }
                for (index, row) in rows.enumerated() {
                    #expect(row.0 == index && row.1 == [UInt8](repeating: UInt8(index), count: 700), "byte \(place)")
                }
            }
            // Before the table was made there is none.
            if let error { #expect(error.isDamage || error.isMistake, "byte \(place): \(error)") }
        }
    }

    @Test func `another key or none does not open it`() throws {
        _ = try filledFile()
        var otherKey = ScratchFolder.key
        otherKey[0] ^= 1
        var otherSalt = ScratchFolder.key
        otherSalt[47] ^= 1
        for key in [otherKey, otherSalt, nil, [UInt8](repeating: 0, count: 48)] {
            let error = failure {
                let database = try folder.open(key: key, mustExist: true)
                _ = try database.first("SELECT count(*) FROM small") { $0.int(0) }
            }
            #expect(error?.isDamage == true)
        }
        #expect(try folder.open().first("SELECT count(*) FROM small") { $0.int(0) } == 600)
    }

    @Test func `a file that is no database is damage and stays as it is`() throws {
        let noise = (0..<3 * 4096).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let plain = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 4080)
        for bytes in [noise, plain, [1, 2, 3]] {
            try folder.write(bytes, to: "other.db")
            let error = failure { try folder.open("other.db").execute("PRAGMA journal_mode=WAL; CREATE TABLE t(v)") }
            #expect(error?.isDamage == true)
            #expect(try folder.bytes("other.db") == bytes)
        }
    }

    @Test func `nothing of the content stands in any file, not even what was deleted`() throws {
        let words = [
            "Pepys", "plague", "mood-happy", "tag:theatre", "1665-09-03", "CREATE TABLE", "secret_column", "SQLite format 3",
        ]
        let database = try folder.open()
        try database.execute(
            "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; PRAGMA secure_delete=ON; CREATE TABLE secret(secret_column TEXT)"
        )
        try database.execute("CREATE VIRTUAL TABLE words USING fts5(x)")
        for round in 0..<50 {
            try database.run("INSERT INTO secret VALUES(?)", .text(words.joined(separator: " \(round) ")))
            try database.run("INSERT INTO words VALUES(?)", .text(words.joined(separator: " ")))
        }
        try database.run("DELETE FROM secret WHERE rowid % 2 = 0")
        func check(_ moment: String) throws {
            var total = 0
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let content = Data(try folder.bytes(name))
                total += content.count
                for word in words {
                    for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian] {
                        let sought = try #require(word.data(using: encoding))
                        #expect(content.firstRange(of: sought) == nil, "\(word) stands in \(name) \(moment)")
                    }
                }
            }
            #expect(total > 50_000)
        }
        try check("while the log is there")
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try check("after it was copied back")
        #expect(try folder.bytes().prefix(16) == ScratchFolder.key.suffix(16), "the file begins with the salt")
    }
}
