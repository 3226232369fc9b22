import GivenValues
import Importing
import Journal
import SeededChance
import Testing

@Suite struct MarkdownNoteTests {
    private static let modified = (day: LocalDay.of("2020-01-01"), time: TimeOfDay(hour: 8, minute: 0))

    private func note(_ path: String, _ text: String, modified: Bool = true) throws -> (ImportedRecord, [String]) {
        let time = try #require(Self.modified.time)
        let moment = modified ? (day: Self.modified.day, time: time) : nil
        let reading = try MarkdownNote.read(path: path, Array(text.utf8), modified: moment)
        guard case .note(let entry, let files) = reading else {
            Issue.record("no note but \(reading)")
            throw ImportError.notThisFormat
        }
        return (entry, files)
    }

    @Test(arguments: [
        ("2026-03-14.md", "2026-03-14", "-", "text"), ("2026_03_14.md", "2026-03-14", "-", "text"),
        ("2026.03.14.md", "2026-03-14", "-", "text"), ("20260314.txt", "2026-03-14", "-", "text"),
        ("a/b/2026-03-14.MARKDOWN", "2026-03-14", "-", "text"), ("2026/03/14.md", "2026-03-14", "-", "text"),
        ("2026/03-March/14.md", "2026-03-14", "-", "text"),
        ("x/2026/03/14 Walk.md", "2026-03-14", "-", "# Walk\n\ntext"),
        ("2026/03/2026-03-14.md", "2026-03-14", "-", "text"),
        ("2026-03-14 A walk.md", "2026-03-14", "-", "# A walk\n\ntext"),
        ("2026-03-14-a-walk.md", "2026-03-14", "-", "# a-walk\n\ntext"),
        ("2026-03-14T2105.md", "2026-03-14", "21:05", "text"),
        ("2026-03-14 21-05.md", "2026-03-14", "21:05", "text"),
        ("2026-03-14 21.05.30.md", "2026-03-14", "21:05:30", "text"),
        ("20260314T210530.md", "2026-03-14", "21:05:30", "text"), ("202603142105.md", "2026-03-14", "21:05", "text"),
        ("20260314 Walk.md", "2026-03-14", "-", "# Walk\n\ntext"), ("March 14th, 2026.md", "2026-03-14", "-", "text"),
        ("14.03.2026.md", "2026-03-14", "-", "text"), ("2026-3-14.md", "2026-03-14", "-", "text"),
        ("2026-03-14 2024.md", "2026-03-14", "-", "# 2024\n\ntext"),
        ("2026-03-14 Text.md", "2026-03-14", "-", "text"), ("1661-01-22.md", "1661-01-22", "-", "text"),
    ])
    func `a path names the day`(path: String, day: String, time: String, text: String) throws {
        let (entry, findings) = try note(path, "text")
        #expect(entry.day.iso == day)
        #expect(shown(entry.time) == time)
        #expect(entry.text == text)
        #expect(entry.position.label == path)
        #expect(entry.changes == (text == "text" ? [] : [.titlePutAbove]))
        #expect(findings.isEmpty)
    }

    @Test(arguments: [
        "Walk.md", "2026-02-30.md", "0000-01-01.md", "99999-01-01.md", "2026-03-145.md", "20260314abc.md",
        "202603141.md", "2026-03_14.md", "2026/13/14.md", "2026/03/x14.md", "14.md", "03/14.md", "2026-03.md", "5.md",
        "日記.md",
    ])
    func `another path names none, and the time of the last change is taken`(path: String) throws {
        let (entry, _) = try note(path, "text")
        #expect(entry.day.iso == "2020-01-01")
        #expect(shown(entry.time) == "08:00")
        #expect(entry.changes == [.dateFromModification, .titlePutAbove])
        #expect(entry.text.hasSuffix("\n\ntext"))
        guard case .problem(let problem) = try MarkdownNote.read(path: path, Array("text".utf8)) else {
            Issue.record("taken without a date")
            return
        }
        #expect(problem.reason == .noDate)
    }

    @Test(
        arguments: [
            ("date: 2026-03-14", "2026-03-14", "-", nil, nil),
            ("date: 2026-03-14T21:05:30+01:00", "2026-03-14", "21:05:30", 3600, nil),
            ("date: \"2026-03-14 21:05\"", "2026-03-14", "21:05", nil, nil),
            ("Date: '2026-03-14 9:05 PM'", "2026-03-14", "21:05", nil, nil),
            ("date: [[2026-03-14]]", "2026-03-14", "-", nil, nil),
            ("date: March 14, 2026", "2026-03-14", "-", nil, nil),
            ("date: 14.03.2026", "2026-03-14", "-", nil, nil),
            ("created: 2026-03-14T21:05:30.123Z", "2026-03-14", "22:05:30", 3600, nil),
            ("date: 2026-03-14T23:30:00Z", "2026-03-15", "00:30", 3600, nil),
            ("date: 2026-03-14T23:30:00Z\ntimezone: America/New_York", "2026-03-14", "19:30", -14_400, "America/New_York"),
            ("date: 2026-03-14 21:05\ntz: America/New_York", "2026-03-14", "21:05", nil, "America/New_York"),
            ("created: 2026-03-14 21:05 Europe/Vienna", "2026-03-14", "21:05", nil, "Europe/Vienna"),
            ("date: 2026-03-14\ntime: 21:05", "2026-03-14", "21:05", nil, nil),
            ("date:\n  - 2026-03-14", "2026-03-14", "-", nil, nil),
        ] as [(String, String, String, Int?, String?)])
    func `front matter names the day`(block: String, day: String, time: String, offset: Int?, zone: String?) throws {
        let (read, _) = try note("Walk.md", "---\n\(block)\n---\n\nWalk\nbody  \n")
        #expect(read.day.iso == day)
        #expect(shown(read.time) == time)
        #expect(read.offset == offset)
        #expect(read.zone == zone)
        #expect(read.text == "Walk\nbody  \n")
        #expect(read.changes.isEmpty)
    }

    @Test func `tags, mood, star and title of the front matter are taken off the text`() throws {
        let block = """
            ---
            title: "A Walk"
            date: 2026-03-14
            tags: [walk, "long way", '#Sun']
            mood: Happy
            favorite: true
            aliases:
            ---
            """
        let (entry, _) = try note("2026-03-14-a-walk.md", block + "\nIt was #fine.\n")
        #expect(entry.text == "# A Walk\n\nIt was #fine.\n")
        #expect(entry.tags.map(\.name) == ["fine", "long-way", "Sun", "walk"])
        #expect(entry.mood == Mood("happy"))
        #expect(entry.starred)
        #expect(entry.changes == [.titlePutAbove, .tagsRespelled(1)])
    }

    @Test(arguments: [
        ("title: Other", "# Other\n\nIt was fine.\n"),
        ("title: \"The \\\"long\\\" way: home\"", "# The \"long\" way: home\n\nIt was fine.\n"),
        ("title: The sea: a walk", "# The sea: a walk\n\nIt was fine.\n"),
        ("title: 'It''s late'", "# It's late\n\nIt was fine.\n"),
        ("title: \"Quoted \\u00e4 \\xe4 \\ud83d\\ude00 title\"", "# Quoted ä ä 😀 title\n\nIt was fine.\n"),
        ("title: >\n  A folded\n  title", "# A folded title\n\nIt was fine.\n"),
        ("title: |-\n  A title", "# A title\n\nIt was fine.\n"),
        ("title: [bracket] title", "# [bracket] title\n\nIt was fine.\n"),
        ("title: *starred* thing", "# *starred* thing\n\nIt was fine.\n"),
        ("title: A long title\n  that goes on", "# A long title that goes on\n\nIt was fine.\n"),
        ("title: \"A long \\\n  \\ title\"", "# A long  title\n\nIt was fine.\n"),
        ("title: It was fine", "It was fine.\n"), ("title: 2026-03-14", "# a walk\n\nIt was fine.\n"),
        ("title: Other\nupdated: 2026-03-15\naliases:\ntags: [sea]", "# Other\n\nIt was fine.\n"),
        ("title: Other\nweather: rain", "---\nweather: rain\n---\n\n# Other\n\nIt was fine.\n"),
    ])
    func `the title of the front matter is the heading, and no YAML is left`(block: String, text: String) throws {
        let (entry, _) = try note("2026-03-14 a walk.md", "---\n\(block)\n---\n\nIt was fine.\n")
        #expect(entry.text == text)
    }

    @Test(arguments: [
        ("tags: walk", ["walk"]), ("tags: walk, sun", ["sun", "walk"]), ("tags:\n- walk\n  - sun", ["sun", "walk"]),
        ("tag: \"#walk\"", ["walk"]), ("tags: []", []), ("tags:", []), ("tags: [walk, walk, WALK]", ["walk"]),
    ])
    func `tags stand in several shapes`(block: String, tags: [String]) throws {
        let (entry, _) = try note("2026-03-14.md", "---\n\(block)\n---\ntext")
        #expect(entry.tags.map(\.name) == tags)
        #expect(entry.text == "text")
    }

    @Test(arguments: [
        "weather: rain", "mood: 4", "mood: a\tb", "date: soon", "date: 2026-02-30", "starred: perhaps", "tags: {a: b}",
        "tags: [a, [b]]",
        "place:\n  lat: 1", "# a comment", "tags: |\n  a", "x: &a b", "mood: good # really", "a\nb: c",
        "tags: [a",
        "created: 2026-03-15", "date: 2026-03-14 25:00", "mood: happy\nmood: sad",
    ])
    func `front matter with anything else stays in the text`(block: String) throws {
        let file = "---\n\(block)\nstarred: yes\n---\n\nWalk\n"
        let (entry, _) = try note("2026-03-14 Walk.md", file)
        // A key that is there twice is not taken apart.
        #expect(entry.text == (block.hasPrefix("starred") ? file : file.replacing("starred: yes\n", with: "")))
        #expect(entry.day.iso == "2026-03-14")
        #expect(entry.starred)
        #expect(entry.changes == [.frontMatterKept])
    }

    @Test(arguments: [
        "---\ntext\n", "---\n\ntext\n\n---\nmore", "text\n---\ndate: 2026-03-14\n---\n",
        " ---\ndate: 2026-03-14\n---\n", "----\nx\n---\n", "---\ntwo\n---\nlines\n",
    ])
    func `ruled lines are text`(file: String) throws {
        let (entry, _) = try note("2020-01-01.md", file)
        #expect(entry.text == file)
        #expect(entry.changes.isEmpty)
    }

    @Test func `the date in the file goes before the one in its name, and both before the day it was made`() throws {
        let (dated, _) = try note("2026-03-14.md", "---\ndate: 2026-03-15\n---\ntext")
        #expect(dated.day.iso == "2026-03-15")
        #expect(dated.changes == [.datesDisagree(took: .frontMatter)])
        let (made, _) = try note("2026-03-14.md", "---\ncreated: 2026-03-14T23:10\n---\ntext")
        #expect(shown(made.time) == "23:10")
        #expect(made.text == "text")
    }

    @Test func `a date whose day and month could be exchanged is pointed out`() throws {
        func findings(_ path: String, _ text: String) -> Int {
            NoteDates(path: path, Array(text.utf8), ImportOptions(surroundings: readersHome)).findings.count
        }
        let slashes = "---\ndate: 03/04/2026\n---\nWalk"
        #expect(try note("Walk.md", slashes).0.day.iso == "2026-03-04" && findings("Walk.md", slashes) == 1)
        #expect(try note("03-04-2026.md", "Walk").0.day.iso == "2026-04-03" && findings("03-04-2026.md", "Walk") == 1)
        #expect(try note("14-03-2026.md", "Walk").0.day.iso == "2026-03-14" && findings("14-03-2026.md", "Walk") == 0)
    }

    @Test(arguments: [
        ("a #walk, #long/way and #two-words.", ["long/way", "two-words", "walk"]), ("# Heading\n## Other\n#", []),
        ("#123 #2026 #1a", ["1a"]),
        ("`#no` #yes `` ` #no `` #too", ["too", "yes"]), ("```\n#no\n```\n#yes", ["yes"]),
        ("~~~ #a\n#no\n```\n~~~~\n#yes", ["yes"]),
        ("```\n#no", []), ("a ` #yes", ["yes"]), ("x#no [#no](#no) (#no) \\#no", []), ("@mira", []),
        ("#日記 #été", ["été", "日記"]),
        ("```inline #no``` #yes", ["yes"]), ("    - #yes", ["yes"]),
    ])
    func `tags in the text are found outside code`(text: String, tags: [String]) throws {
        let (entry, _) = try note("2026-03-14.md", text)
        #expect(entry.tags.map(\.name) == tags)
        #expect(entry.text == text)
    }

    @Test(arguments: [
        ("![[image.png]]", ["image.png"]), ("![[a/b c.png|300]] ![[x.pdf#page=2]]", ["a/b c.png", "x.pdf"]),
        ("![](a%20b.png)", ["a b.png"]),
        ("![alt](<a b.png>) ![x](c(1).jpg \"title\")", ["a b.png", "c(1).jpg"]),
        ("![[note]] ![[note.md]] [x](y.png) [[z.png]]", []),
        ("![x](https://example.org/a.png) ![x](data:image/png;base64,AA) ![x](//h/a.png)", []),
        ("`![[no.png]]`\n```\n![](no.png)\n```", []),
        ("![[open.png", []), ("![x](open.png", []), ("![", []), ("![[]] ![]() ![](.hidden)", []),
        ("![](a.png) ![[a.png]]", ["a.png"]),
        ("![x](%ZZ.png)", ["%ZZ.png"]), ("![x](%FF.png)", ["%FF.png"]),
    ])
    func `files that the text shows are named`(text: String, names: [String]) throws {
        #expect(try note("2026-03-14.md", text + " x").1 == names)
    }

    @Test(arguments: [
        ("a.png", "x/y/note.md", ["x/y/a.png", "a.png"]), ("a.png", "note.md", ["a.png"]),
        ("../a.png", "x/note.md", ["a.png"]),
        ("./b/a.png", "x/note.md", ["x/b/a.png", "b/a.png"]), ("../../a.png", "x/note.md", []),
        ("/a.png", "x/note.md", ["a.png"]),
        ("/../a.png", "x/note.md", []), ("..", "x/note.md", []), ("a/../../../etc/passwd", "x/note.md", []),
        ("..\\..\\a.png", "x/note.md", []),
        ("a\0.png", "note.md", []),
    ])
    func `a file is looked for in the folder only`(name: String, note: String, places: [String]) {
        #expect(NoteFiles.places(of: name, in: note) == places)
    }

    @Test(
        arguments: [
            (".obsidian/app.json", .hidden), (".obsidian/2026-03-14.md", .hidden), ("a/.trash/x.md", .hidden),
            (".hidden.md", .hidden),
            ("image.png", .notANote), ("note", .notANote), ("2026-03-14.html", .notANote), ("a.md/b", .notANote),
            ("", .notANote),
        ] as [(String, MarkdownNote.Skip)])
    func `what is no note is passed over`(path: String, reason: MarkdownNote.Skip) throws {
        guard case .skipped(let skip) = try MarkdownNote.read(path: path, [0x50, 0x4B, 0x03, 0x04]) else {
            Issue.record("not passed over")
            return
        }
        #expect(skip == reason)
    }

    @Test(arguments: [
        (["2020/08/29.txt", "2020/08/31.txt", "notes.txt", ".x/y.md"], true), (["2020/08/29.txt", "a.md"], false),
        (["a.txt"], false),
        ([], false), (["2020/13/29.txt"], false), (["2020/08/x9.txt"], false),
    ])
    func `a folder journal is known by its paths`(paths: [String], expected: Bool) {
        #expect(MarkdownNote.isJrnlFolder(paths) == expected)
    }

    @Test func `a day of a folder journal has its entries`() throws {
        let file = Array("[2020-08-29 11:11:00 AM] One.\n\n[2020-08-29 12:11:00 PM] Two. *\n".utf8)
        guard case .journal(let reading) = try MarkdownNote.read(path: "2020/08/29.txt", file, inJrnlFolder: true)
        else {
            Issue.record("no journal")
            return
        }
        #expect(reading.entries.map(\.text) == ["One.", "Two."])
        guard case .skipped(.notInJournal) = try MarkdownNote.read(path: "2020/08/notes.txt", file, inJrnlFolder: true)
        else {
            Issue.record("not passed over")
            return
        }
        #expect(try note("2020/08/29.txt", "Words of that day.").0.day.iso == "2020-08-29")
    }

    @Test(
        arguments: [("", .empty), ("\u{FEFF}\n \n", .empty), ("---\ndate: 2026-03-14\n---\n", .empty), ("\0", .empty)]
            as [(String, ImportProblem.Reason)])
    func `a note without words is a problem`(text: String, reason: ImportProblem.Reason) throws {
        guard case .problem(let problem) = try MarkdownNote.read(path: "2026-03-14 Walk.md", Array(text.utf8)) else {
            Issue.record("taken")
            return
        }
        #expect(problem.reason == reason)
    }

    @Test func `bytes that cannot be kept are dealt with and said`() throws {
        let reading = try MarkdownNote.read(
            path: "2026-03-14.md", [0xEF, 0xBB, 0xBF, 0x61, 0x00, 0xE9, 0x0D, 0x0A, 0x62, 0x0D, 0x0A])
        guard case .note(let entry, _) = reading else {
            Issue.record("not taken")
            return
        }
        #expect(Array(entry.text.utf8) == Array("aé\nb\n".utf8))
        #expect(entry.changes == [.lineEnds, .nulRemoved(1), .notUTF8(1)])
    }

    @Test func `a note over the limit is a problem`() throws {
        let long = Array(repeating: UInt8(ascii: "x"), count: Limits.textBytes + 1)
        guard case .problem(let problem) = try MarkdownNote.read(path: "2026-03-14.md", long) else {
            Issue.record("taken")
            return
        }
        #expect(problem.reason == .tooLong(bytes: Limits.textBytes + 1))
    }

    @Test(
        arguments: [
            ([0x50, 0x4B, 0x03, 0x04], .otherKind(.zip)), (Array("JRNLv3".utf8), .encryptedJrnl),
            (Array(repeating: 1, count: 300), .notText),
        ] as [([UInt8], ImportError)])
    func `a note that is no text is refused`(bytes: [UInt8], error: ImportError) {
        #expect(throws: error) { try MarkdownNote.read(path: "2026-03-14.md", bytes) }
    }

    @Test(arguments: 0..<200)
    func `a note keeps its bytes whatever they are`(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let pieces = [
            "---\n", "---", "date: 2026-03-14\n", "tags: [a]\n", "x: y\n", "- a\n", "\n", "word", "![[", "]]", "](",
            "`", "```\n", "#", " ", "\"", "[", "é", "\r\n",
        ]
        var text = "word "
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }
        let (entry, _) = try note("2026-03-14.md", text)
        let kept = entry.changes.contains(.lineEnds) ? text.replacing("\r\n", with: "\n") : text
        #expect(Array(entry.text.utf8) == Array(kept.utf8), "seed \(seed)")
        // With front matter in front, a note may lose that and nothing else.
        guard case .note(let other, _) = try MarkdownNote.read(path: "2026-03-14.md", Array(text.dropFirst(5).utf8))
        else { return }
        let rest =
            other.changes.contains(.lineEnds)
            ? String(text.dropFirst(5)).replacing("\r\n", with: "\n") : String(text.dropFirst(5))
        #expect(rest.hasSuffix(other.text) || other.text.hasPrefix("---\n"), "seed \(seed)")
    }
}
