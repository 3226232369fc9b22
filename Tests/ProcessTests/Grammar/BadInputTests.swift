import Foundation
import Testing

/// What was typed wrong: one of the documented exit codes, one sentence, and nothing is changed.
@Suite struct BadInputTests {
    struct Typed: Sendable, CustomTestStringConvertible {
        let words: [String]
        let code: Int32
        let name: String

        init(_ words: String..., code: Int32 = 64, named name: String) {
            (self.words, self.code, self.name) = (words, code, name)
        }

        var testDescription: String {
            let text = words.joined(separator: " ")
            return text.count > 60 ? text.prefix(60) + "…" : text
        }
    }

    private static let commands: [Typed] = [
        Typed("bogus", named: "unknown_command"), Typed("add", "x", "--colour", "red", named: "usage"),
        Typed("show", named: "usage"),
        Typed("delete", named: "usage"),
        Typed("list", "--vault", named: "usage"), Typed("--vault", named: "usage"),
        Typed("list", "--limit", "-1", named: "usage"),
        Typed("list", "--limit=-1", named: "bad_limit"), Typed("list", "--limit", "many", named: "usage"),
        Typed("keys", "bogus", named: "usage"),
        Typed("export", "jrnl", named: "usage"), Typed("export", "xls", "--out", "x", named: "unknown_format"),
        Typed("import", named: "usage"), Typed("import", "a", "b", "c", named: "usage"),
        Typed("import", "access", "x", named: "unknown_format"), Typed("import", "x", "--date-order", "week", named: "usage"),
        Typed("import", "auralyst", "x", "--update", named: "usage"),
        Typed("unlock", "--for", "0s", named: "bad_duration"),
        Typed("unlock", "--for", "100y", named: "bad_duration"), Typed("unlock", "--for", "soon", named: "bad_duration"),
        Typed("keys", "add", "sesame", named: "bad_slot_type"), Typed("keys", "remove", "zzzz", code: 1, named: "no_such_slot"),
        Typed("keys", "remove", "", code: 1, named: "no_such_slot"), Typed("search", named: "usage"),
        Typed("search", "", named: "bad_search"),
        Typed("search", "tag:", named: "bad_search"), Typed("search", "from:2026-02-31", named: "bad_search"),
        Typed("search", "to:garbage", named: "bad_search"),
        Typed("search", String(repeating: "long ", count: 5000), named: "bad_search"),
        Typed("list", "--from", "2026-05-01", "--to", "2026-04-01", named: "bad_search"),
        Typed("list", "--journal", "nobody", code: 1, named: "no_such_journal"),
        Typed("add", "x", "--journal", "", code: 1, named: "no_such_journal"),
    ]

    private static let names: [Typed] = ["show", "edit", "delete", "restore", "history"].flatMap { command in
        [
            Typed(command, "zzzzzzzz", code: 1, named: "no_such_entry"), Typed(command, "abc", named: "bad_entry_id"),
            Typed(command, "", named: "bad_entry_id"),
            Typed(command, "../../etc/passwd", named: "bad_entry_id"),
            Typed(command, "a'; DROP TABLE record; -", named: "bad_entry_id"),
            Typed(command, "ﬁ∂ß∂ƒ", named: "bad_entry_id"),
            Typed(command, String(repeating: "a", count: 100_000), named: "bad_entry_id"),
        ]
    }

    private static let dates: [Typed] = [
        "0000-03-14", "0-03-14", "99999-03-14", "31 February 2026", "2026-02-29", "2026-13-01", "2026-00-10", "25:00",
        "2026-03-14 25:00",
        "2026-03-14 12:60", "", " ", "yesterwhen", "2026-03-14T21:00:00+99:00", "٣/١٤/٢٠٢٦", "999999999999999999999 days ago",
        "last",
    ].map { Typed("add", "words", "--at", $0, named: "bad_date") }

    private static let days: [Typed] = [
        Typed("list", "--on", "2026-02-31", named: "bad_date"), Typed("list", "--month", "2026-13", named: "bad_date"),
        Typed("list", "--from", "garbage", named: "bad_date"),
        Typed("list", "--on-this-day", "--on", "31 february", named: "bad_date"),
        Typed("list", "--on-this-day", "--on", "garbage", named: "bad_date"),
    ]

    private static let contents: [Typed] = [
        Typed("add", "", named: "text_empty"), Typed("add", "  \n\t ", named: "text_empty"),
        Typed("edit", "last", "--text", "", named: "text_empty"),
        Typed("add", "x", "--tag", "two words", named: "bad_tag"), Typed("add", "x", "--tag", "", named: "bad_tag"),
        Typed("add", "x", "--tag", "#", named: "bad_tag"),
        Typed("add", "x", "--tag", String(repeating: "t", count: 81), named: "bad_tag"),
        Typed("edit", "last", "--tag", "new\nline", named: "bad_tag"),
        Typed("list", "--tag", "two words", named: "bad_tag"),
        Typed("add", "x", "--mood", String(repeating: "m", count: 200), named: "bad_mood"),
        Typed("add", "x", "--mood", "", named: "bad_mood"), Typed("edit", "last", "--mood", "a\u{07}b", named: "bad_mood"),
        Typed("list", "--mood", "", named: "bad_mood"),
    ]

    @Test(arguments: commands + names + dates + days + contents)
    func `what was mistyped is refused with the documented code and changes nothing`(typed: Typed) throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let before = sandbox.bytes(sandbox.vault + "/journal.db")
        try sandbox.refused(typed.words, typed.code, typed.name)
        #expect(sandbox.bytes(sandbox.vault + "/journal.db") == before)
    }

    @Test(arguments: [101, 2000])
    func `more tags than an entry can have are refused, whatever their number`(count: Int) throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let tags = (0..<count).flatMap { ["--tag", "t\($0)"] }
        try sandbox.refused(["add", "words"] + tags, 64, "too_many_tags")
        try sandbox.refused(["edit", "last"] + tags, 64, "too_many_tags")
        let many = try sandbox.start(["add", "--json", "words"] + tags.prefix(200)).wait()
        #expect((many.object["tags"] as? [String])?.count == 100, many.summary)
    }

    @Test func `a text up to one mebibyte is kept byte for byte, and one byte more is refused`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let text = [UInt8](repeating: 0x61, count: 1 << 20)
        let kept = try sandbox.run("add", "-", "--json", piping: text + [0x0a])
        #expect((kept.object["text"] as? String)?.utf8.count == 1 << 20, "\(kept.ending) \(kept.errors)")
        try sandbox.run("add", "-", piping: text + [0x61]).expectRefusal(64)
        try sandbox.run("add", "-", piping: text + text + text).expectRefusal(64)
        try sandbox.run("edit", "last", "--text", "-", piping: text + [0x61]).expectRefusal(64)
        // An input without an end must neither hang nor fill the memory.
        try sandbox.refused(["add", "-"], 64, "text_too_long", input: .path("/dev/zero"))
        #expect(try sandbox.list().count == 1)
    }

    private static let unreadable: [(String, [UInt8], String)] = [
        ("a NUL", Array("one\0two".utf8), "text_holds_nul"), ("only NULs", [0, 0, 0], "text_holds_nul"),
        ("Latin-1", [0x63, 0x61, 0x66, 0xe9], "not_utf8"), ("a cut character", [0x61, 0xe2, 0x82], "not_utf8"),
        ("an overlong form", [0x61, 0xc0, 0xaf], "not_utf8"), ("a surrogate", [0xed, 0xa0, 0x80], "not_utf8"),
        ("UTF-16", [0xff, 0xfe, 0x61, 0x00], "not_utf8"), ("nothing", [], "text_empty"), ("a line end", [0x0a], "text_empty"),
    ]

    @Test(arguments: unreadable)
    func `what is piped in and is no text is refused`(_: String, bytes: [UInt8], name: String) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("an entry")
        let path = try sandbox.write(bytes, to: "input")
        for words in [["add", "-"], ["add"], ["edit", "last", "--text", "-"]] {
            try sandbox.refused(words, 64, name, input: .path(path))
        }
        #expect(try sandbox.list().map { $0["text"] as? String } == ["an entry"])
    }

    @Test func `files that cannot be attached are refused, and no entry is saved without them`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.makePipe("pipe", offering: "words out of a pipe")
        try sandbox.write("words", to: "file")
        for (file, name) in [
            ("nowhere", "not_found"), (".", "not_a_file"), ("pipe", "not_a_file"), ("/dev/zero", "not_a_file"),
            ("file/below", "not_a_folder"),
        ] {
            try sandbox.refused(["add", "words", "--attach", "file", "--attach", file], 1, name)
        }
        try sandbox.refused(["add", "words"] + (0...100).flatMap { _ in ["--attach", "file"] }, 64, "too_many_attachments")
        #expect(try sandbox.list().isEmpty)
    }

    @Test func `an export in clear needs a yes, and overwrites nothing`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        try sandbox.refused(["export", "jrnl", "--out", "clear.txt"], 64, "not_confirmed")
        let yes = try sandbox.write("y\n", to: "yes")
        try sandbox.refused(["export", "jrnl", "--out", "clear.txt"], 64, "not_confirmed", input: .path(yes))
        #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/clear.txt"))
        try sandbox.refused(["export", "jrnl", "--out", "yes", "--yes"], 1, "exists")
        #expect(sandbox.bytes(yes) == Array("y\n".utf8))
        try FileManager.default.createSymbolicLink(
            atPath: sandbox.work + "/link", withDestinationPath: sandbox.work + "/elsewhere")
        try sandbox.refused(["export", "jrnl", "--out", "link", "--yes"], 1, "exists")
        #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/elsewhere"))
        try sandbox.refused(["export", "jrnl", "--out", "nowhere/clear.txt", "--yes"], 1, "not_found")
    }

    @Test func `a recovery code that cannot be written down stops the making of a vault`() throws {
        let sandbox = try Sandbox()
        try sandbox.write("taken", to: "sheet")
        try sandbox.refused(["init", "--recovery-out", "sheet"], 1, "exists")
        #expect(
            !FileManager.default.fileExists(atPath: sandbox.vault + "/vault.auralyst"), "a vault whose recovery code nobody has")
    }
}
