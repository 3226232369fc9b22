import GivenValues
import Importing
import Journal
import Testing

@Suite struct JrnlJSONTests {
    private func read(_ json: String) throws(ImportError) -> ImportReading { try JrnlJSON.read(Array(json.utf8)) }

    private let export = """
        {
          "tags": {"@mira": 1, "#walk": 1},
          "entries": [
            {"title": "Met @Mira.", "body": "A long #walk.\\n\\nThen soup. \\ud83c\\udf72", "date": "2026-03-14", "time": "21:05",
             "tags": ["@mira", "#walk"], "starred": true},
            {"title": "Rain.", "body": "", "date": "2026-03-15", "time": "09:00", "tags": [], "starred": false}
          ]
        }
        """

    @Test func `an export of jrnl is read`() throws {
        let reading = try read(export)
        #expect(reading.entries.map(\.text) == ["Met @Mira.\nA long #walk.\n\nThen soup. 🍲", "Rain."])
        #expect(reading.entries.map(\.day.iso) == ["2026-03-14", "2026-03-15"])
        #expect(reading.entries.map { shown($0.time) } == ["21:05", "09:00"])
        #expect(reading.entries.map(\.starred) == [true, false])
        #expect(reading.entries.map { $0.tags.map(\.name) } == [["Mira", "walk"], []])
        #expect(reading.entries.map(\.position.label) == ["entry 1", "entry 2"])
        #expect(reading.entries.allSatisfy { $0.changes.isEmpty && $0.offset == nil && $0.zone == nil })
        #expect(try JrnlJSON.read([0xEF, 0xBB, 0xBF] + Array(export.utf8)).entries == reading.entries)
    }

    @Test func `a single exported entry is read`() throws {
        let reading = try read("{\"title\": \"Rain.\", \"date\": \"2026-03-15\"}")
        #expect(reading.entries.map(\.text) == ["Rain."])
        #expect(reading.entries.first?.time == nil)
    }

    @Test(
        arguments: [
            ("5", .malformed), ("null", .malformed), ("[]", .malformed), ("{}", .malformed),
            ("{\"title\": 5, \"date\": \"2026-03-15\"}", .malformed),
            ("{\"title\": \"x\"}", .noDate), ("{\"title\": \"x\", \"date\": \"\"}", .noDate),
            ("{\"title\": \"x\", \"date\": \"2026-02-30\"}", .impossibleDate),
            ("{\"title\": \"x\", \"date\": \"0000-01-01\"}", .impossibleDate),
            ("{\"title\": \"x\", \"date\": \"99999-01-01\"}", .impossibleDate),
            ("{\"title\": \"x\", \"date\": \"soon\"}", .impossibleDate),
            ("{\"title\": \"x\", \"date\": \"2026-03-15\", \"time\": \"late\"}", .impossibleDate),
            ("{\"title\": \" \", \"body\": \"\\n\", \"date\": \"2026-03-15\"}", .empty),
            ("{\"title\": \"\\u0000\", \"date\": \"2026-03-15\"}", .empty),
        ] as [(String, ImportProblem.Reason)])
    func `a bad entry is a problem and stops no other`(entry: String, reason: ImportProblem.Reason) throws {
        let good = "{\"title\": \"Rain.\", \"date\": \"2026-03-15\"}"
        let reading = try read("{\"entries\": [\(good), \(entry), \(good)]}")
        #expect(reading.entries.map(\.text) == ["Rain.", "Rain."])
        #expect(reading.problems.map(\.reason) == [reason])
        #expect(reading.problems.map(\.position.label) == ["entry 2"])
    }

    @Test(arguments: [
        ("{\"starred\": \"yes\"", false), ("{\"starred\": null", false), ("{\"starred\": true", true),
        ("{\"tags\": \"x\"", false),
        ("{\"tags\": [1, {}, null]", false), ("{\"tags\": {\"@a\": 1}", false), ("{\"unknown\": [[{}]]", false),
    ])
    func `a bad tag or star costs only itself`(start: String, starred: Bool) throws {
        let entry = try #require(
            try read("{\"entries\": [\(start), \"title\": \"Rain.\", \"date\": \"2026-03-15\"}]}").entries.first)
        #expect(entry.text == "Rain.")
        #expect(entry.starred == starred)
        #expect(entry.tags.isEmpty)
    }

    @Test(
        arguments: [
            ("", .notThisFormat), ("[]", .notThisFormat), ("Dear diary", .notThisFormat), ("{}", .notThisFormat),
            ("{\"entries\": 5}", .notThisFormat), ("{\"entries\": {}}", .notThisFormat),
            ("{\"entries\": [", .malformedJSON),
            ("{\"entries\": [1}", .malformedJSON), ("{entries: []}", .malformedJSON),
            ("{\"entries\": []} x", .malformedJSON),
            ("{\"entries\": " + String(repeating: "[", count: 100_000), .nestedTooDeeply(limit: 64)),
            ("{\"entries\": " + String(repeating: "{\"a\":", count: 100_000), .nestedTooDeeply(limit: 64)),
            ("JRNLv3", .encryptedJrnl),
        ] as [(String, ImportError)])
    func `what is no export is refused`(json: String, error: ImportError) {
        #expect(throws: error) { try read(json) }
    }

    @Test func `a text may hold brackets without end`() throws {
        let text = String(repeating: "[{\\\"", count: 1000)
        #expect(try read("{\"entries\": [{\"title\": \"\(text)\", \"date\": \"2026-03-15\"}]}").entries.count == 1)
    }

    @Test func `NUL and broken UTF-8 are dealt with and said`() throws {
        let file =
            Array("{\"entries\": [{\"title\": \"a\\u0000 caf".utf8) + [0xE9]
            + Array("\", \"date\": \"2026-03-15\"}]}".utf8)
        let entry = try #require(try JrnlJSON.read(file).entries.first)
        #expect(entry.text == "a café")
        #expect(entry.changes == [.notUTF8(1), .nulRemoved(1)])
    }

    @Test func `an entry over the limit is a problem`() throws {
        let long = String(repeating: "x", count: Limits.textBytes)
        let reading = try read("{\"entries\": [{\"title\": \"x\", \"body\": \"\(long)\", \"date\": \"2026-03-15\"}]}")
        #expect(reading.problems.map(\.reason) == [.tooLong(bytes: Limits.textBytes + 2)])
    }

    @Test(arguments: [
        (
            "[2026-03-14 21:05:33] Met @Mira.  A long walk.\n\nThen soup.  \n", "Met @Mira.",
            "A long walk.\n\nThen soup."
        ),
        ("[2026-03-14 21:05] One sentence. Two sentences.\n", "One sentence.", "Two sentences."),
        ("[2026-03-14 21:05] 今日。明日\n", "今日。", "明日"), ("[2026-03-14 21:05] **Bold** *\n\n\nbody\n", "Bold", "body"),
    ])
    func `an entry is the same from the text file and from the export`(file: String, title: String, body: String) throws {
        let entry = try #require(try jrnl(file).entries.first)
        let body = body.replacing("\n", with: "\\n")
        let other = try #require(
            try read(
                "{\"title\": \"\(title)\", \"body\": \"\(body)\", \"date\": \"2026-03-14\", \"time\": \"21:05\", \"starred\": \(entry.starred)}"
            ).entries.first)
        #expect(entry.sameness == other.sameness)
    }

    @Test(arguments: [
        "[2026-03-15 21:05] Rain.", "[2026-03-14 21:06] Rain.", "[2026-03-14] Rain.", "[2026-03-14 21:05] Rain",
    ])
    func `another day, minute or word is another entry`(file: String) throws {
        let one = try #require(try jrnl("[2026-03-14 21:05] Rain.").entries.first)
        let other = try #require(try jrnl(file).entries.first)
        #expect(one.sameness != other.sameness)
    }

    @Test(arguments: [
        ("{", true), (" \n{\"a\"", true), ("\u{FEFF}{", true), ("[2026-03-14] x", false), ("", false), ("x{", false),
    ])
    func `the first character tells an export from a text`(start: String, expected: Bool) {
        #expect(JrnlJSON.looksLike(Array(start.utf8)) == expected)
    }
}
