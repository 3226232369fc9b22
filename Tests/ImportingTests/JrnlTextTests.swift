import GivenValues
import Importing
import Journal
import Testing

@Suite struct JrnlTextTests {
    @Test(arguments: [
        ("2026-03-14 21:05", "2026-03-14", "21:05"),
        ("2026-03-14 21:05:30", "2026-03-14", "21:05:30"),
        ("2026-03-14 09:05:30 PM", "2026-03-14", "21:05:30"),
        ("2026-03-14 9:05 am", "2026-03-14", "09:05"),
        ("2026-03-14 12:05:00\u{202F}AM", "2026-03-14", "00:05"),
        ("2026-03-14 12:05\u{A0}p.m.", "2026-03-14", "12:05"),
        ("2026-03-14T21:05:30", "2026-03-14", "21:05:30"),
        ("2026/3/4 21:05", "2026-03-04", "21:05"),
        ("14.03.2026 21:05", "2026-03-14", "21:05"),
        ("09.06.2013 15:39", "2013-06-09", "15:39"),
        ("13/06/2013 15:39", "2013-06-13", "15:39"),
        ("06/13/2013 15:39", "2013-06-13", "15:39"),
        ("Sat 14 Mar 2026 21:05", "2026-03-14", "21:05"),
        ("Saturday, March 14th, 2026 at 9:05 PM", "2026-03-14", "21:05"),
        ("2026-03-14", "2026-03-14", "-"),
        ("0001-01-01 00:00", "0001-01-01", "00:00"),
        ("9999-12-31 23:59", "9999-12-31", "23:59"),
    ])
    func `a bracketed date begins an entry`(head: String, day: String, time: String) throws {
        let reading = try jrnl("[\(head)] A walk.\n")
        let entry = try #require(reading.entries.first)
        #expect(entry.day.iso == day)
        #expect(shown(entry.time) == time)
        #expect(entry.text == "A walk.")
        #expect(reading.problems.isEmpty)
        #expect(reading.findings.isEmpty)
    }

    @Test(arguments: [
        "[1] a footnote", "[note] to self", "[2026] a year", "[12:30] a time", "[ ] a task", "[x] done", "[] ", "[",
        "[2026-03-14]no blank", " [2026-03-14 21:05] indented", "[2026-03-14 21:05", "[2026-03-14 21:05 and more] x",
        "[yesterday at 9] x", "[March 2026] x", "[14/3/26 21:05] two figures of a year", "[555-12-1234] a number",
        "[1.2.3] a version", "[192.168.100.2000] x", "[2026-03/14 21:05] x", "[+2026-03-14] x", "[2026-03-14 21] x",
        "[2026-03-14 21:5] x", "[٢٠٢٦-٠٣-١٤ 21:05] x", "[1234567-01-01] x", "[2026-03-14](a link) x",
        "2026-03-14 21:05 x",
    ])
    func `any other line is text`(line: String) throws {
        let reading = try jrnl("[2026-03-14 21:00] First.\n\(line)\nlast\n")
        #expect(reading.entries.map(\.text) == ["First.\n\(line)\nlast"])
        guard !line.hasPrefix("2026") else { return }
        #expect(throws: ImportError.notThisFormat) { try jrnl(line) }
    }

    @Test(arguments: [
        "99999-01-01 10:00", "0000-01-01 10:00", "2026-13-01 10:00", "2026-02-30", "31/31/2026", "32.1.2026",
    ])
    func `a date that does not exist makes a problem and not a longer entry before it`(head: String) throws {
        let reading = try jrnl("[2026-03-14 21:00] One.\n\n[\(head)] Two.\n\n[2026-03-15 21:00] Three.\n")
        #expect(reading.entries.map(\.text) == ["One.", "Three."])
        #expect(
            reading.problems == [ImportProblem(position: SourcePosition(line: 3, ordinal: 2), reason: .impossibleDate)])
    }

    @Test(arguments: ["25:11", "21:60", "9:05:61"])
    func `a time that does not exist leaves the day`(time: String) throws {
        let entry = try #require(try jrnl("[2026-03-14 \(time)] One.\n").entries.first)
        #expect(entry.time == nil)
        #expect(entry.changes == [.impossibleTime])
    }

    @Test(
        arguments: [
            ("2026-03-14 21:05 +01:00", 3600, nil), ("2026-03-14 21:05:00-0330", -12600, nil),
            ("2026-03-14 21:05Z", 0, nil),
            ("2026-03-14 21:05 UTC", 0, nil), ("2026-03-14 21:05 Europe/Vienna", nil, "Europe/Vienna"),
            ("2026-03-14 21:05 CET", nil, nil), ("2026-03-14 21:05", nil, nil),
        ] as [(String, Int?, String?)])
    func `an offset or zone behind the time is kept`(head: String, offset: Int?, zone: String?) throws {
        let entry = try #require(try jrnl("[\(head)] x\n").entries.first)
        #expect(entry.offset == offset)
        #expect(entry.zone == zone)
        #expect(shown(entry.time) == "21:05")
    }

    @Test func `the text is kept byte for byte up to the blank line before the next entry`() throws {
        let texts = [
            "Title. Body  ", "  led by blanks\n\n\n\tand with gaps \n", "one\n\n", "\nbelow its head",
            "e\u{301} é 👩‍🚀\u{2028}z",
        ]
        let file = texts.map { "[2026-03-14 21:00] \($0)\n\n" }.joined()
        let reading = try jrnl(file)
        #expect(reading.entries.map { Array($0.text.utf8) } == texts.map { Array($0.utf8) })
        #expect(reading.entries.map(\.position.line) == [1, 3, 9, 13, 16])
        #expect(reading.entries.allSatisfy { $0.changes.isEmpty })
    }

    @Test(arguments: ["", "\n", "\n\n"])
    func `the file may end with or without a blank line`(end: String) throws {
        #expect(try jrnl("[2026-03-14 21:00] One.\nTwo." + end).entries.map(\.text) == ["One.\nTwo."])
    }

    @Test(arguments: [
        ("A walk. *\nAnd more", "A walk.\nAnd more", true), ("A walk. *", "A walk.", true),
        (" *\nbody", "\nbody", true),
        ("**Bold**\nx", "**Bold**\nx", false), ("A walk*\nx", "A walk*\nx", false),
        ("A walk. * \nx", "A walk. * \nx", false),
        ("* A walk\nx", "* A walk\nx", false), ("A walk\nx *", "A walk\nx *", false), ("  *\nx", " \nx", true),
    ])
    func `an asterisk apart at the end of the first line is a star`(raw: String, text: String, starred: Bool) throws {
        let entry = try #require(try jrnl("[2026-03-14 21:00] \(raw)\n\n").entries.first)
        #expect(entry.text == text)
        #expect(entry.starred == starred)
    }

    @Test(arguments: [
        ("with @Mira and #work-out.", ["Mira", "work-out"]), ("@a @A #a", ["a"]), ("mail a@b.c, (#no), x#y", []),
        ("#1 and @5 and #2026", []), ("#1st @c++ @a/b", ["1st", "a/b", "c++"]), ("# Heading ## x @ #", []),
        ("@été @日記\u{3000}@東京", ["été", "日記", "東京"]), ("**@bold** @end*", ["end"]), ("@x. @y, @z", ["x", "y", "z"]),
    ])
    func `tags are found where jrnl finds them and stay in the text`(text: String, tags: [String]) throws {
        let entry = try #require(try jrnl("[2026-03-14 21:00] \(text)\n").entries.first)
        #expect(entry.tags.map(\.name) == tags)
        #expect(entry.text == text)
    }

    @Test func `tags over the limit stay in the text and are counted`() throws {
        let text =
            "Many: " + (0..<10_000).map { "@tag\($0)" }.joined(separator: " ") + " @"
            + String(repeating: "x", count: 81)
        let entry = try #require(try jrnl("[2026-03-14 21:00] \(text)\n").entries.first)
        #expect(entry.text == text)
        #expect(entry.tags.count == Limits.tags)
        #expect(entry.changes == [.tagsRefused(1), .tagsOverLimit(9_900)])
    }

    @Test func `tag symbols can be chosen`() throws {
        let file = Array("[2026-03-14 21:00] +one @two #three\n".utf8)
        #expect(try JrnlText.read(file, tagSymbols: "+@").entries.first?.tags.map(\.name) == ["one", "two"])
    }

    @Test(arguments: [
        ("2013-06-09 15:39 My first entry.\nText\n\n2013-06-10 15:40 Second.\n", ["My first entry.\nText", "Second."]),
        ("2013-06-09 03:39 PM am Meer *\n", ["am Meer"]),
        ("2013-06-09 15:39 am Meer\n[2013-06-09 15:39] x\n", ["am Meer\n[2013-06-09 15:39] x"]),
        ("2013-06-09 no time\n2013-06-09 15:39 One\n", ["One"]),
    ])
    func `files from before version 2 have no brackets`(file: String, texts: [String]) throws {
        #expect(try jrnl(file).entries.map(\.text) == texts)
    }

    @Test(
        arguments: [
            ("[09/06/2013 15:39] a\n\n[13/06/2013 15:39] b\n", "2013-06-09", nil),
            ("[09/06/2013 15:39] a\n\n[09/13/2013 15:39] b\n", "2013-09-06", nil),
            ("[01/02/2013 15:39] a\n\n[02/01/2013 15:39] b\n\n[03/01/2013 15:39] c\n", "2013-01-02", .monthFirst),
            ("[11/01/2013 15:39] a\n\n[01/02/2013 15:39] b\n\n[02/03/2013 15:39] c\n", "2013-01-11", .dayFirst),
            ("[09/06/2013 15:39] a\n", "2013-09-06", .monthFirst), ("[09-06-2013 15:39] a\n", "2013-06-09", .dayFirst),
            ("[09.06.2013 15:39] a\n", "2013-06-09", nil),
            ("[09/06/2013 15:39] a\n\n[13/06/2013 1:00] b\n\n[06/14/2013 1:00] c\n", "2013-06-09", .dayFirst),
        ] as [(String, String, DateOrder?)])
    func `day and month are told apart by the whole file`(file: String, first: String, doubt: DateOrder?) throws {
        let reading = try jrnl(file)
        #expect(reading.entries.first?.day.iso == first)
        let said = reading.findings.compactMap { if case .ambiguousDates(let order, _, _) = $0 { order } else { nil } }
        #expect(said == [doubt].compactMap { $0 })
    }

    @Test func `the caller's order of day and month is taken`() throws {
        let file = Array("[09/06/2013 15:39] a\n".utf8)
        let reading = try JrnlText.read(file, order: .dayFirst)
        #expect(reading.entries.first?.day.iso == "2013-06-09")
        #expect(reading.findings.isEmpty)
    }

    @Test func `a bracketed date inside a text is an entry, and is pointed out`() throws {
        let file = """
            [2020-08-29 11:11] A chat to keep.
            They wrote:
            [2019-08-03 12:55] Some chat log

            [2020-08-30 11:11] The next day.

            [2020-08-31 11:11] And the next.

            """
        let reading = try jrnl(file)
        #expect(
            reading.entries.map(\.text) == [
                "A chat to keep.\nThey wrote:", "Some chat log", "The next day.", "And the next.",
            ])
        #expect(
            reading.findings == [
                .entryMayBeText(line: 3, because: .outOfOrder), .entryMayBeText(line: 3, because: .noBlankLineAbove),
            ])
    }

    @Test func `a file with the newest first, or without blank lines, is in no doubt`() throws {
        #expect(try jrnl("[2020-03-03] c\n\n[2020-03-02] b\n\n[2020-03-01] a\n").findings.isEmpty)
        #expect(try jrnl("[2020-03-01] a\n[2020-03-02] b\n[2020-03-02] c\n").findings.isEmpty)
    }

    @Test func `text above the first entry is a problem of its own`() throws {
        let reading = try jrnl("My journal\n\n[2026-03-14 21:00] One.\n")
        #expect(reading.problems.map(\.reason) == [.beforeFirstEntry])
        #expect(reading.entries.map(\.text) == ["One."])
    }

    @Test(arguments: [
        "[2026-03-14 21:00] \n\n", "[2026-03-14 21:00] \u{3000}\n \t\n", "[2026-03-14 21:00]  *\n",
        "[2026-03-14 21:00] \0",
    ])
    func `an entry without words is a problem`(file: String) throws {
        let reading = try jrnl(file)
        #expect(reading.entries.isEmpty)
        #expect(reading.problems.map(\.reason) == [.empty])
    }

    @Test func `an entry over the limit is a problem and stops no other`() throws {
        let long = String(repeating: "x", count: 10 << 20)
        let reading = try jrnl("[2026-03-14 21:00] \(long)\n\n[2026-03-15 21:00] Short.\n")
        #expect(reading.problems.map(\.reason) == [.tooLong(bytes: 10 << 20)])
        #expect(reading.entries.map(\.text) == ["Short."])
        let full = String(repeating: "y", count: Limits.textBytes)
        #expect(try jrnl("[2026-03-14 21:00] \(full)\n").entries.map(\.text.utf8.count) == [Limits.textBytes])
    }

    @Test func `NUL is removed and broken UTF-8 read as Windows-1252`() throws {
        let file = Array("[2026-03-14 21:00] A\0 caf".utf8) + [0xE9, 0x20, 0x93, 0x80, 0x94, 0x81] + Array(" é\n".utf8)
        let entry = try #require(try JrnlText.read(file).entries.first)
        #expect(entry.text == "A café “€”\u{FFFD} é")
        #expect(entry.changes == [.nulRemoved(1), .notUTF8(5)])
    }

    @Test(arguments: [
        ("[2026-03-14 21:00] One\r\ntwo\r\n\r\n[2026-03-15 21:00] Three\r\n", ["One\ntwo", "Three"]),
        ("[2026-03-14 21:00] One\rtwo\r\r[2026-03-15 21:00] Three\r", ["One\ntwo", "Three"]),
        ("\u{FEFF}[2026-03-14 21:00] One\r\ntwo\r\n", ["One\ntwo"]),
    ])
    func `a file of another system's line ends is read with LF`(file: String, texts: [String]) throws {
        let reading = try jrnl(file)
        #expect(reading.entries.map { Array($0.text.utf8) } == texts.map { Array($0.utf8) })
        #expect(reading.entries.allSatisfy { $0.changes == [.lineEnds] })
    }

    @Test func `a file with both kinds of line ends keeps its bytes`() throws {
        let entry = try #require(try jrnl("[2026-03-14 21:00] One *\r\ntwo\nthree\r\n\r\n").entries.first)
        #expect(Array(entry.text.utf8) == Array("One\r\ntwo\nthree".utf8))
        #expect(entry.starred && entry.changes.isEmpty)
    }

    @Test(
        arguments: [
            (Array("JRNLv3 \u{1}abc".utf8), .encryptedJrnl), (Array("gAAAAABf".utf8), .encryptedJrnl),
            ([0x50, 0x4B, 0x03, 0x04, 0x14], .otherKind(.zip)), ([0x1F, 0x8B, 0x08], .otherKind(.gzip)),
            (Array("%PDF-1.7\n".utf8), .otherKind(.pdf)), (Array("SQLite format 3\0".utf8), .otherKind(.sqlite)),
            (Array("age-encryption.org/v1\n".utf8), .otherKind(.age)), ([0xFF, 0xFE, 0x5B, 0x00], .notThisFormat),
            ((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 13) }, .notText),
            (Array(repeating: 0, count: 5000), .notText), (Array("Dear diary\n".utf8), .notThisFormat),
            (Array("{\"entries\": []}".utf8), .notThisFormat),
        ] as [([UInt8], ImportError)])
    func `what is no journal is refused by its content`(file: [UInt8], error: ImportError) {
        #expect(throws: error) { try JrnlText.read(file) }
    }

    @Test(arguments: ["", "\n\n", "\u{FEFF}"])
    func `a blank file is a journal without entries`(file: String) throws {
        #expect(try jrnl(file).entries.isEmpty)
    }

    @Test func `in a folder journal the folders name the day`() throws {
        let file = Array("[09:14 AM] One.\n\n[2020-08-30 11:11] Two.\n".utf8)
        let reading = try JrnlText.read(file, file: "2020/08/29.txt", folderDay: .of("2020-08-29"))
        #expect(reading.entries.map(\.day.iso) == ["2020-08-29", "2020-08-29"])
        #expect(reading.entries.map { shown($0.time) } == ["09:14", "11:11"])
        #expect(reading.entries.map(\.changes) == [[], [.datesDisagree(took: .path)]])
        #expect(reading.entries.map(\.position.label) == ["2020/08/29.txt, line 1", "2020/08/29.txt, line 3"])
    }
}
