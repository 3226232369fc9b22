import Foundation
import GivenValues
import Importing
import Journal
import Testing

@Suite struct MarkdownReaderTests {
    @Test func `daily notes are known by name, folder and front matter`() throws {
        let folder = try SampleFolder()
        try folder.write("journals/2026_03_14.md", "- walked\n  - far #sea")
        try folder.write("2026-03-15.md", "Rain.")
        try folder.write("About tea.md", "---\ndate: 2026-03-16T21:05:00+01:00\ntags: [tea]\n---\nGreen.")
        try folder.write("2026/03/17.md", "Sun.")
        try folder.write(".obsidian/2026-03-18.md", "{}")
        try folder.write("picture.png", [1])
        let found = try readSource(folder.path)
        #expect(found.format == .markdown)
        #expect(Set(found.output.records.map(\.day.iso)) == ["2026-03-14", "2026-03-15", "2026-03-16", "2026-03-17"])
        #expect(found.output.items == 4)
        #expect(found.output.records.first { $0.day.iso == "2026-03-14" }?.tags.map(\.name) == ["sea"])
    }

    @Test(arguments: [true, false])
    func `the order of day and month is one for all notes`(isZip: Bool) throws {
        let folder = try SampleFolder()
        let files = [
            ("02-03-2026.md", "a"), ("02-13-2026 Walk.md", "b"), ("x/04_05_2026.md", "c"),
            ("Tea.md", "---\ndate: 06/07/2026\n---\nd"),
        ]
        for (name, text) in files where !isZip { try folder.write(name, text) }
        let path = isZip ? try folder.zip("notes.zip", files.map { ($0, Array($1.utf8)) }) : folder.path
        let output = try readSource(path).output
        #expect(Set(output.records.map(\.day.iso)) == ["2026-02-03", "2026-02-13", "2026-04-05", "2026-06-07"])
        #expect(output.records.first { $0.day.iso == "2026-02-13" }?.text == "# Walk\n\nb")
        #expect(output.findings.isEmpty)
        let asked = try readSource(path) { $0.dateOrder = .dayFirst }.output
        #expect(Set(asked.records.map(\.day.iso)) == ["2026-03-02", "2026-02-13", "2026-05-04", "2026-07-06"])
    }

    @Test(arguments: ["date: 2026-03-04\ntime: 23:30Z", "date: 20260304T233000Z", "date: 20260304T2330Z"])
    func `an instant in front matter is in the owner's zone`(block: String) throws {
        let folder = try SampleFolder()
        try folder.write("Tea.md", "---\n\(block)\n---\nGreen.")
        let record = try #require(try readSource(folder.path).output.records.first)
        #expect(record.day.iso + " " + shown(record.time) == "2026-03-05 00:30")
        #expect(record.text == "# Tea\n\nGreen.")
    }

    @Test func `an order that nothing shows is told once, with both readings`() throws {
        let folder = try SampleFolder()
        try folder.write("02-03-2026.md", "a")
        try folder.write("04-05-2026.md", "b")
        let output = try readSource(folder.path).output
        #expect(output.records.map(\.day.iso) == ["2026-03-02", "2026-05-04"])
        let example = ImportFinding.TwoReadings(day: .of("2026-03-02"), other: .monthFirst, otherDay: .of("2026-02-03"))
        #expect(output.findings == [.ambiguousDates(read: .dayFirst, because: .usual, example: example)])
    }

    @Test func `names and front matter that contradict each other are read each by itself`() throws {
        let folder = try SampleFolder()
        try folder.write("13-02-2026.md", "a")
        try folder.write("03-02-2026.md", "b")
        try folder.write("x.md", "---\ndate: 02/14/2026\n---\nc")
        try folder.write("y.md", "---\ndate: 03/02/2026\n---\nd")
        let output = try readSource(folder.path).output
        #expect(
            Set(output.records.map { $0.day.iso + " " + $0.text.suffix(1) }) == [
                "2026-02-13 a", "2026-02-03 b", "2026-02-14 c", "2026-03-02 d",
            ])
        #expect(output.findings.isEmpty)
    }

    @Test func `a file is found however its letters are composed`() throws {
        let folder = try SampleFolder()
        try folder.write("assets/Cafe\u{301}.png", [1])
        try folder.write("2026-03-14 Cafe\u{301}.md", "![a](assets/Caf\u{E9}.png) and ![[Caf\u{E9}.png]] and ![b](../out.png)")
        let record = try #require(try readSource(folder.path).output.records.first)
        #expect(record.files == [.found(path: "assets/Cafe\u{301}.png"), .left(LeftFile(name: "../out.png", reason: .outside))])
        // Equal as text; on the disk only one spelling lies there.
        if case .found(let path)? = record.files.first { #expect(Array(path.utf8) == Array("assets/Cafe\u{301}.png".utf8)) }
    }

    @Test(.realExports, arguments: ["markdown_daily/pepys_1661-01_vault", "obsidian/jimmy_test_1_frontmatter/vault"])
    func `real folders come in whole`(fixture: String) throws {
        let script = """
            import os,sys
            print(sum(1 for d,_,fs in os.walk(sys.argv[1]) if '/.' not in d for f in fs if f.endswith(('.md','.txt'))))
            """
        let (path, count) = try countedByPython(fixture, script)
        let found = try readSource(path)
        #expect(found.format == .markdown)
        #expect(String(found.output.items) == count && found.output.problems.isEmpty)
    }
}
