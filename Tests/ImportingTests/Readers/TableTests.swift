import Foundation
import GivenValues
import Importing
import Journal
import Ledger
import SQLite
import SeededChance
import Testing

@Suite struct TableTests {
    private func database(_ script: String, _ work: (String) throws -> Void) throws {
        let folder = try SampleFolder()
        let path = folder.path + "/a b%?#.sqlite"
        do {
            let database = try unsafe Connection(.file(path, mustExist: false))
            try database.execute(script)
        }
        try work(path)
        withExtendedLifetime(folder) {}
    }

    private func read(_ script: String, _ map: ColumnMap = ColumnMap()) throws -> ImportReading {
        var output = ImportReading()
        try database(script) { path in
            let found = try readSource(path) { $0.columns = map }
            #expect(found.format == .sqlite)
            output = found.output
        }
        return output
    }

    /// What stands before the words in the id of a row.
    private func name(_ record: ImportedRecord) -> String {
        (record.sourceID ?? "").split(separator: "\0").first.map(String.init) ?? ""
    }

    @Test func `a store of Core Data is read with its seconds since 2001`() throws {
        let output = try read(
            """
            CREATE TABLE ZENTRY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTIMESTAMP TIMESTAMP, ZCONTENT VARCHAR, ZMOOD VARCHAR);
            CREATE TABLE Z_METADATA (Z_VERSION INTEGER, Z_UUID VARCHAR, Z_PLIST BLOB);
            INSERT INTO ZENTRY VALUES (1, 1, 1, 795211500.5, 'Rain.', 'Happy'), (2, 1, 1, 0, 'At the start', 'so-so'), (3, 1, 1, NULL, 'x', NULL);
            """)
        #expect(output.records.map(\.text) == ["Rain.", "At the start"])
        #expect(output.records.map(\.day.iso) == ["2026-03-14", "2001-01-01"])
        #expect(output.records.map { shown($0.time) } == ["21:05", "01:00"])
        #expect(output.records.map(\.mood?.name) == ["happy", nil])
        #expect(output.records.map(\.rating?.name) == [nil, "so-so"])
        #expect(output.records.map(name) == ["ZENTRY:1", "ZENTRY:2"])
        #expect(output.problems == [ImportProblem(position: SourcePosition(ordinal: 3), reason: .noDate)])
    }

    @Test(
        arguments: [
            ("795211500", "2026-03-14"), ("1773518700", "2026-03-14"), ("1773518700000", "2026-03-14"),
            ("1773518700000000", "2026-03-14"),
            ("1773518700000000000", "2026-03-14"), ("2461114.3", "2026-03-14"), ("'2026-03-14 20:05:00.000'", "2026-03-14"),
            ("'2026-03-14T23:30:00-08:00'", "2026-03-14"), ("'2026-03-14'", "2026-03-14"), ("'14. März 2026'", "2026-03-14"),
            ("'14/03/2026'", "2026-03-14"), ("'20260314'", "2026-03-14"), ("'1773518700'", "2026-03-14"),
            ("-1000000000", "1969-04-24"),
        ])
    func `a date is read in whatever it is kept`(value: String, day: String) throws {
        let output = try read(
            "CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT, created_at); INSERT INTO notes VALUES (7, 'x', \(value));")
        #expect(output.records.map(\.day.iso) == [day])
        #expect(output.records.map(name) == ["notes:7"])
    }

    @Test(arguments: ["\r", "\n"])
    func `lines that end with a carriage return alone are lines`(inCell: String) throws {
        let folder = try SampleFolder()
        let path = try folder.write("old.csv", "date,text\r2024-03-14,Rain\r2024-03-15,\"two\(inCell)lines\"\r")
        let found = try readSource(path)
        #expect(found.format == .csv)
        #expect(found.output.records.map(\.text) == ["Rain", "two\nlines"])
    }

    @Test func `columns can be named, and stand for what their owner says`() throws {
        let script = """
            CREATE TABLE a (k TEXT, said TEXT, w TEXT, stars INT, kinds TEXT, head TEXT); CREATE TABLE b (text TEXT, date TEXT);
            INSERT INTO a VALUES ('r1', 'Rain.', '2026-03-14 20:05', 1, 'sea, #long walk', 'Walk');
            """
        let map = ColumnMap(
            table: "A", names: [.text: "SAID", .date: "w", .id: "k", .starred: "stars", .tags: "kinds", .title: "head"])
        let record = try #require(try read(script, map).records.first)
        #expect(record.text == "# Walk\n\nRain.")
        #expect(record.tags.map(\.name) == ["long-walk", "sea"])
        #expect(record.starred)
        #expect(name(record) == "a:r1")
        #expect(record.offset == nil)
    }

    @Test(
        arguments: [
            ("CREATE TABLE x (a, b);", ColumnMap(), .noTable([])),
            ("CREATE TABLE x (text, date); CREATE TABLE y (note, day);", ColumnMap(), .noTable(["x", "y"])),
            ("CREATE TABLE x (text, date);", ColumnMap(table: "z"), .noSuchTable("z", ["x"])),
            ("CREATE TABLE x (text, d);", ColumnMap(table: "x"), .noColumn("date", of: ["text", "d"])),
            (
                "CREATE TABLE x (text, date);", ColumnMap(table: "x", names: [.mood: "feels"]),
                .noColumn("mood", of: ["text", "date"])
            ),
            ("CREATE TABLE y (a); CREATE VIEW x AS SELECT a AS text, a AS date FROM y;", ColumnMap(), .noTable([])),
        ] as [(String, ColumnMap, ImportError)])
    func `a database without a clear table is refused with what is missing`(script: String, map: ColumnMap, error: ImportError)
        throws
    {
        #expect(throws: error) { try read(script, map) }
    }

    @Test func `bad rows are problems of their own`() throws {
        let output = try read(
            """
            CREATE TABLE x (text, date); INSERT INTO x VALUES ('a', '2026-03-14'), (NULL, '2026-03-14'), ('b', 'soon'), (x'FFFE00', '2026-03-14'),
            (x'C3A4', '2026-03-14'), ('c', 9e40), (' ', ''), (5, '2026-02-30');
            """)
        #expect(output.records.map(\.text) == ["a", "ä"])
        #expect(
            output.problems.map(\.reason) == [
                .empty, .impossibleDate, .refused(.notText), .impossibleDate, .noDate, .impossibleDate,
            ])
        #expect(output.problems.map(\.position.ordinal) == [2, 3, 4, 6, 7, 8])
    }

    @Test func `nothing is written beside a database, and rows in its log are read`() throws {
        let folder = try SampleFolder()
        let path = folder.path + "/wal.db"
        let database = try unsafe Connection(.file(path, mustExist: false))
        try database.execute(
            "PRAGMA journal_mode=WAL; CREATE TABLE x (text, date); INSERT INTO x VALUES ('in the log', '2026-03-14');")
        #expect(try readSource(path).output.records.map(\.text) == ["in the log"])
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode=DELETE")
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(try readSource(path).output.records.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
    }

    @Test func `whatever is broken in a database, reading ends`() throws {
        let seed = Seed.value
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        var script = "PRAGMA page_size=512; CREATE TABLE x (text, date);"
        for row in 0..<60 { script += "INSERT INTO x VALUES (printf('%.*c', \(row * 40), 'x'), \(1_700_000_000 + row));" }
        try database(script) { path in
            let whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            for _ in 0..<150 {
                var bytes = whole
                for _ in 0..<6 {
                    bytes[Int.random(in: 100..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
                }
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                do { _ = try readSource(path, .sqlite) } catch is ImportError { continue }
            }
        }
    }

    private func csv(_ text: String, _ map: ColumnMap = ColumnMap()) throws -> ImportReading {
        let folder = try SampleFolder()
        return try readSource(try folder.write("diary.csv", text), .csv) { $0.columns = map }.output
    }

    @Test func `a table of text is read by the names of its columns`() throws {
        let output = try csv("Date;Note;Mood\n14.03.2026 20:05;\"Rain; all\nday\";3\n\n15.03.2026;Sun;relaxed\n")
        #expect(output.records.map(\.text) == ["Rain; all\nday", "Sun"])
        #expect(output.records.map { shown($0.time) } == ["20:05", "-"])
        #expect(output.records.map(\.rating?.name) == ["3", nil])
        #expect(output.records.map(\.mood?.name) == [nil, "relaxed"])
        #expect(output.records.map(\.position.line) == [2, 5])
        #expect(output.findings.isEmpty)
    }

    @Test(arguments: [
        ("date,time,text\n2026-03-01,23:30Z,x\n", "2026-03-02 00:30 3600"),
        ("date,time,text\n2026-03-01,23:30+05:00,x\n", "2026-03-01 23:30 18000"),
        ("date,time,text\n2026-03-01,23:30 GMT+1,x\n", "2026-03-01 23:30 3600"),
        ("date,time,text\n2026-03-01,0930,x\n", "2026-03-01 09:30 -"),
        ("date,time,text\n2026-03-01,0.302083,x\n", "2026-03-01 07:15 -"),
        ("date,time,timezone,text\n2026-03-01,23:30Z,Asia/Tokyo,x\n", "2026-03-02 08:30 32400"),
        ("Timestamp (UTC),Text\n2026-03-01 23:30:00,x\n", "2026-03-02 00:30 3600"),
        ("Timestamp [UTC],Text\n2026-03-01 23:30:00,x\n", "2026-03-02 00:30 3600"),
        ("created_utc,Text\n2026-03-01 23:30:00,x\n", "2026-03-02 00:30 3600"),
        ("Date,Time (GMT),Text\n2026-03-01,23:30,x\n", "2026-03-02 00:30 3600"),
        ("Timestamp (UTC),Text\n2026-03-01 23:30:00+05:00,x\n", "2026-03-01 23:30 18000"),
        ("Timestamp (GMT+2),Text\n2026-03-01 23:30,x\n", "2026-03-01 23:30 7200"),
        ("date,text\n20260301T233000Z,x\n", "2026-03-02 00:30 3600"), ("date,text\n20260301T2330,x\n", "2026-03-01 23:30 -"),
        ("date,text\n20260301233000,x\n", "2026-03-01 23:30 -"),
    ])
    func `a clock that its cell or its heading names is obeyed`(table: String, when: String) throws {
        let record = try #require(try csv(table).records.first)
        #expect(record.day.iso + " " + shown(record.time) + " " + (record.offset.map { String($0) } ?? "-") == when)
        #expect(record.changes == [] && record.text == "x")
    }

    @Test func `dates that could be read either way are told`() throws {
        let output = try csv("date,text\n03/04/2026,a\n05/06/2026,b\n")
        #expect(output.records.map(\.day.iso) == ["2026-03-04", "2026-05-06"])
        #expect(
            output.findings == [
                .ambiguousDates(
                    read: .monthFirst,
                    example: .init(day: .of("2026-03-04"), other: .dayFirst, otherDay: .of("2026-04-03")))
            ])
        #expect(try csv("date,text\n03/04/2026,a\n25/06/2026,b\n").records.map(\.day.iso) == ["2026-04-03", "2026-06-25"])
    }

    /// What a reading says about the order of its dates.
    private static func doubt(
        _ order: DateOrder, _ why: ImportFinding.DateDoubt = .usual, _ day: String? = nil, not other: DateOrder = .monthFirst,
        _ otherDay: String = ""
    ) -> [ImportFinding] {
        let example = day.map { ImportFinding.TwoReadings(day: .of($0), other: other, otherDay: .of(otherDay)) }
        return [.ambiguousDates(read: order, because: why, example: example)]
    }

    @Test(
        arguments: [
            (["13/08/12"], ["2012-08-13"], doubt(.dayFirst, .usual, "2012-08-13", not: .yearFirst, "2013-08-12")),
            (["13/08/12", "8/14/2012"], ["2012-08-13", "2012-08-14"], doubt(.monthFirst, .mixed)),
            (["4.3.24"], ["2024-03-04"], []), (["3/14/24 9:05 PM"], ["2024-03-14"], []),
            (["24-03-14"], ["2024-03-14"], doubt(.yearFirst, .usual, "2024-03-14", not: .dayFirst, "2014-03-24")),
            (["24-03-14", "24-03-2"], ["2024-03-14", "2024-03-02"], []),
            // Of two readings the one whose rows follow each other, and none that lies in the future.
            (
                ["01/02/24", "02/02/24", "03/02/24", "01/03/24"], ["2024-02-01", "2024-02-02", "2024-02-03", "2024-03-01"],
                doubt(.dayFirst, .sequence, "2024-02-01", "2024-01-02")
            ),
            (
                ["9/10/26", "8/9/26"], ["2026-09-10", "2026-08-09"],
                doubt(.monthFirst, .future, "2026-09-10", not: .dayFirst, "2026-10-09")
            ),
            (["14-Mar-24", "14-Mar-2024"], ["2024-03-14", "2024-03-14"], []),
            (["1/2/70", "1/13/70"], ["1970-01-02", "1970-01-13"], []),
        ] as [([String], [String], [ImportFinding])])
    func `years of two figures are read, and all dates of a column say in which order`(
        dates: [String], days: [String], findings: [ImportFinding]
    ) throws {
        let output = try csv("date,text\n" + dates.map { $0 + ",x\n" }.joined())
        #expect(output.records.map(\.day.iso) == days)
        #expect(output.findings == findings)
    }

    @Test func `the order of dates is the one that their owner says`() throws {
        let folder = try SampleFolder()
        let path = try folder.write("diary.csv", "date,text\n03/04/26,a\n3/14/24 9:05 PM,b\n")
        let output = try readSource(path) { $0.dateOrder = .dayFirst }.output
        #expect(output.records.map(\.day.iso) == ["2026-04-03", "2024-03-14"])
        #expect(output.records.map { shown($0.time) } == ["-", "21:05"])
        #expect(output.findings.isEmpty)
    }

    @Test func `an empty column of dates gives way to another that holds some`() throws {
        let usual = try csv("date,created_at,text\n,2026-03-14,a\n ,2026-03-15,b\n")
        #expect(usual.records.map(\.day.iso) == ["2026-03-14", "2026-03-15"])
        #expect(usual.findings == [.datesElsewhere(empty: "date", took: "created_at")])
        let any = try csv("date,code,erlebt,text\n,7,14.3.24,a\n,8,15.3.24,b\n")
        #expect(any.records.map(\.day.iso) == ["2024-03-14", "2024-03-15"])
        #expect(any.findings.first == .datesElsewhere(empty: "date", took: "erlebt"))
        let rows = try read(
            "CREATE TABLE x (text, date, created_at); INSERT INTO x VALUES ('a', NULL, 1773518700), ('b', '', 1773518700);")
        #expect(rows.records.map(\.day.iso) == ["2026-03-14", "2026-03-14"])
    }

    @Test(arguments: ["Wann=?", "  wann=? ", "日付", "№ 1", "Cafe\u{301}"])
    func `a column is found by any name that the file has`(name: String) throws {
        let folder = try SampleFolder()
        let path = try folder.write("diary.csv", "!!,Wann=?,日付,№ 1,Café,Eintrag\n,14.3.24,14.3.24,14.3.24,14.3.24,x\n")
        let found = try readSource(path) { $0.columns.names = [.date: name, .text: "Eintrag"] }
        #expect(found.format == .csv)
        #expect(found.output.records.map(\.day.iso) == ["2024-03-14"])
    }

    @Test func `the days of a table of facts are in the column that is named`() throws {
        let folder = try SampleFolder()
        let path = try folder.write("pain.csv", "seen on,symptom,severity\n14.3.24,Knee,4\n")
        let found = try readSource(path) { $0.columns.names = [.date: "Seen on"] }
        #expect(found.output.records.map(\.day.iso) == ["2024-03-14"])
    }

    @Test func `what other columns say is put below the text or kept beside it, and named`() throws {
        let output = try csv(
            "date,text,weather,thanks,thanks,sleep\n2026-03-14,Rain.,wet,for the soup,and for M,7\n2026-03-15,,dry,,,8,extra\n")
        #expect(
            output.records.map(\.text) == [
                "Rain.\n\nthanks: for the soup\n\nthanks (2): and for M", "weather: dry\n\nsleep: 8\n\ncolumn 7: extra",
            ])
        #expect(output.records.map(\.words) == ["Rain.", nil])
        #expect(output.records.map(\.changes) == [[.columnsPutBelow], [.wordsFromFacts]])
        #expect(output.findings == [.columnsKept(["weather", "sleep", "column 7"])])
        #expect(output.records[0].more["row"]?["weather"] == "wet")
        #expect(try csv("date,text,mood\n2026-03-14,,4\n").records.map(\.text) == ["mood: 4"])
    }

    @Test func `bytes that are no text are no table, whatever the file is called`() throws {
        let seed = Seed.value
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let folder = try SampleFolder()
        for count in [64, 1024, 100_000] {
            let bytes = [0xA7] + (1..<count).map { _ in UInt8.random(in: 0...255, using: &generator) | 0x80 }
            let path = try folder.write("table.csv", bytes)
            #expect(throws: ImportError.notATable) { try readSource(path) }
            #expect(throws: ImportError.notATable) { try readSource(path, .csv) }
        }
    }

    @Test(arguments: [
        ("a,b\n1,2\n", ImportError.noColumn("text", of: ["a", "b"])), ("text,b\n1,2\n", .noColumn("date", of: ["text", "b"])),
        ("", .nothingInIt),
    ])
    func `a table without the columns that it needs is refused`(text: String, error: ImportError) throws {
        #expect(throws: error) { try csv(text) }
    }
}
