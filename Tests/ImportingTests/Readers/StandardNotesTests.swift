import Foundation
import GivenValues
import Importing
import Journal
import Ledger
import SeededChance
import Testing

@Suite struct StandardNotesTests {
    private func backup(_ items: String...) -> String {
        "{\"version\": \"004\", \"items\": [" + items.joined(separator: ", ") + "]}"
    }

    private func note(
        _ content: String, id: String = "n1", created: String = "\"2024-04-28T09:29:22.642Z\"", more: String = ""
    ) -> String {
        "{\"content_type\": \"Note\", \"uuid\": \"\(id)\", \"created_at\": \(created)\(more), \"content\": {\(content)}}"
    }

    private func read(_ text: String) throws -> ImportReading {
        let folder = try SampleFolder()
        let files = [
            ("Standard Notes Backup and Import File.txt", Array(text.utf8)), ("Items/Note/x.txt", Array("{\"items\": 1}".utf8)),
        ]
        let found = try readSource(try folder.zip("backup.zip", files))
        #expect(found.format == .standardnotes)
        return found.output
    }

    @Test func `notes are records with the tags that name them`() throws {
        let tag =
            "{\"content_type\": \"Tag\", \"content\": {\"title\": \"my tag\", \"references\": [{\"uuid\": \"n1\"}, {\"uuid\": \"gone\"}]}}"
        let client =
            "\"appData\": {\"org.standardnotes.sn\": {\"client_updated_at\": \"2024-04-28T10:00:00.500Z\", \"archived\": true}}"
        let output = try read(
            backup(
                tag, note("\"title\": \"Walk\", \"text\": \"Rain.\", \"starred\": true, \(client)"),
                note("\"title\": \"Bin\", \"text\": \"x\", \"trashed\": true", id: "n2"),
                note("\"title\": \"Only a title\", \"text\": \"\"", id: "n3"),
                note("\"title\": \"Same\", \"text\": \"# same!\\n\\nx\"", id: "n4"),
                "{\"content_type\": \"Note\", \"deleted\": true, \"uuid\": \"n5\"}",
                "{\"content_type\": \"SN|Theme\", \"content\": {}}"))
        #expect(output.records.map(\.text) == ["# Walk\n\nRain.", "# Bin\n\nx", "# Only a title", "# same!\n\nx"])
        #expect(output.records.map { $0.tags.map(\.name) } == [["my-tag"], [], [], []])
        #expect(output.records.map(\.starred) == [true, false, false, false])
        #expect(output.records.map(\.sourceID) == ["n1", "n2", "n3", "n4"])
        #expect(output.records[0].modified == 1_714_298_400_500)
        #expect(output.records[0].more == ["archived": .bool(true)])
        #expect(shown(output.records[0].time) == "11:29:22")
        #expect(output.records[1].changes == [.fromTrash, .titlePutAbove])
        #expect(output.problems.isEmpty)
    }

    @Test(
        arguments: [
            ("\"Wed May 10 2023 01:18:26 GMT+0200 (Mitteleuropäische Sommerzeit)\"", 1_683_674_306_000),
            ("\"2023-05-09T23:18:37.187Z\"", 1_683_674_317_187), ("\"gestern\"", nil), ("5", nil),
            ("\"1970-01-01T00:00:00.000Z\"", nil),
        ] as [(String, Int64?)])
    func `the client's date is ISO or as JavaScript says it`(date: String, modified: Int64?) throws {
        let text = backup(note("\"text\": \"x\", \"appData\": {\"org.standardnotes.sn\": {\"client_updated_at\": \(date)}}"))
        #expect(try read(text).records.map(\.modified) == [modified])
    }

    @Test func `the server's clock stands in where the note has no date`() throws {
        let text = backup(
            note("\"text\": \"x\"", created: "\"1970-01-01T00:00:00.000Z\"", more: ", \"created_at_timestamp\": 1727241129797000")
        )
        #expect(try read(text).records.map(\.created) == [1_727_241_129_797])
    }

    private func superNote(_ children: String) throws -> ImportedRecord {
        let lexical = "{\"root\": {\"type\": \"root\", \"children\": [\(children)]}}"
        let text = JSON.string(lexical).bytes
        let note = note("\"noteType\": \"super\", \"text\": " + String(decoding: text, as: UTF8.self))
        return try #require(try read(backup(note)).records.first)
    }

    @Test(
        arguments: [
            (
                "{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":\"a \",\"format\":1},{\"type\":\"text\",\"text\":\"b\",\"format\":0}]}",
                "**a** b"
            ),
            ("{\"type\":\"heading\",\"tag\":\"h3\",\"children\":[{\"type\":\"text\",\"text\":\"x\"}]}", "### x"),
            (
                "{\"type\":\"quote\",\"children\":[{\"type\":\"text\",\"text\":\"x\"},{\"type\":\"linebreak\"},{\"type\":\"text\",\"text\":\"y\"}]}",
                "> x\n> y"
            ),
            (
                "{\"type\":\"list\",\"listType\":\"check\",\"children\":[{\"type\":\"listitem\",\"checked\":true,\"children\":[{\"type\":\"text\",\"text\":\"x\"}]},"
                    + "{\"type\":\"listitem\",\"children\":[{\"type\":\"list\",\"listType\":\"number\",\"start\":3,\"children\":[{\"type\":\"listitem\",\"children\":"
                    + "[{\"type\":\"text\",\"text\":\"y\"}]}]}]}]}", "- [x] x\n    3. y"
            ),
            (
                "{\"type\":\"code\",\"language\":\"js\",\"children\":[{\"type\":\"code-highlight\",\"text\":\"a\",\"format\":1},{\"type\":\"linebreak\"},"
                    + "{\"type\":\"code-highlight\",\"text\":\"b\"}]}", "```js\na\nb\n```"
            ),
            (
                "{\"type\":\"paragraph\",\"children\":[{\"type\":\"link\",\"url\":\"https://a.b\",\"children\":[{\"type\":\"text\",\"text\":\"site\"}]}]}",
                "[site](https://a.b)"
            ),
            (
                "{\"type\":\"table\",\"children\":[{\"type\":\"tablerow\",\"children\":[{\"type\":\"tablecell\",\"children\":[{\"type\":\"paragraph\",\"children\":"
                    + "[{\"type\":\"text\",\"text\":\"h\"}]}]}]},{\"type\":\"tablerow\",\"children\":[{\"type\":\"tablecell\",\"children\":[]}]}]}",
                "| h |\n| --- |\n|  |"
            ),
            (
                "{\"type\":\"horizontalrule\"},{\"type\":\"new-kind\",\"children\":[{\"type\":\"text\",\"text\":\"kept\",\"format\":16}]}",
                "---\n\n`kept`"
            ),
        ])
    func `a super note becomes Markdown`(children: String, text: String) throws {
        #expect(try superNote(children).text == text)
    }

    @Test func `a file of a super note leaves its place visible`() throws {
        let record = try superNote("{\"type\":\"snfile\",\"fileUuid\":\"f-1\"}")
        #expect(record.text == "![file missing](snfile:f-1)")
        #expect(record.files == [.left(LeftFile(name: "f-1", reason: .notFound))])
    }

    @Test(arguments: [
        ("\"noteType\": \"super\", \"text\": \"not json\"", "not json"),
        ("\"noteType\": \"rich-text\", \"text\": \"<p>a <b>b</b></p>\"", "a **b**"),
        ("\"text\": \"<p>a <b>b</b></p>\"", "a **b**"), ("\"text\": \"<p> is a tag\"", "<p> is a tag"),
        ("\"noteType\": \"code\", \"text\": \"let a = ```x```\"", "````\nlet a = ```x```\n````"),
        (
            "\"noteType\": \"task\", \"text\": \"{\\\"groups\\\":[{\\\"name\\\":\\\"G\\\",\\\"tasks\\\":[{\\\"description\\\":\\\"t\\\",\\\"completed\\\":true}]}]}\"",
            "## G\n\n- [x] t"
        ),
        ("\"noteType\": \"task\", \"text\": \"- [ ] t\"", "- [ ] t"),
    ])
    func `each kind of note is read by its kind`(content: String, text: String) throws {
        #expect(try read(backup(note(content))).records.map(\.text) == [text])
    }

    @Test func `an encrypted backup is refused, and one encrypted note is a problem`() throws {
        let sealed = "{\"content_type\": \"Note\", \"content\": \"004:abc\", \"uuid\": \"x\"}"
        let folder = try SampleFolder()
        let path = try folder.write("backup.txt", backup(sealed, sealed))
        #expect(throws: ImportError.encryptedSource) { try readSource(path) }
        let output = try read(backup(sealed, note("\"text\": \"x\"")))
        #expect(output.records.count == 1)
        #expect(output.problems.map(\.reason) == [.refused(.encryptedSource)])
    }

    @Test(
        arguments: [
            ("{\"content_type\": \"Note\", \"content\": 5}", .malformed),
            ("{\"content_type\": \"Note\", \"a\": tru}", .malformed),
            ("{\"content_type\": \"Note\", \"content\": {\"text\": \"x\"}}", .noDate),
            ("{\"content_type\": \"Note\", \"created_at\": \"x\", \"content\": {\"text\": \"x\"}}", .impossibleDate),
            ("{\"content_type\": \"Note\", \"created_at\": \"2024-04-28T09:29:22Z\", \"content\": {\"text\": \" \"}}", .empty),
        ] as [(String, ImportProblem.Reason)])
    func `a bad note is a problem and stops no other`(bad: String, reason: ImportProblem.Reason) throws {
        let output = try read(backup(note("\"text\": \"a\""), bad, note("\"text\": \"b\"")))
        #expect(output.records.map(\.text) == ["a", "b"])
        #expect(output.problems == [ImportProblem(position: SourcePosition(ordinal: 2), reason: reason)])
    }

    @Test(
        .realExports,
        arguments: [
            "standard_notes/jimmy_test_1_frontmatter/Standard Notes - Sun Apr 28 2024 12_56_55.zip",
            "standard_notes/jimmy_test_4/SN-Empty-SuperNote-Backup.zip",
        ])
    func `a real backup gives as many records as it has`(fixture: String) throws {
        let script = """
            import json, sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            items = json.loads(z.read('Standard Notes Backup and Import File.txt'))['items']
            notes = {i['uuid'] for i in items if i['content_type'] == 'Note'}
            tags = sum(r['uuid'] in notes for i in items if i['content_type'] == 'Tag' for r in i['content']['references'])
            print(len(notes), tags)
            """
        let (path, count) = try countedByPython(fixture, script)
        let (format, output) = try readSource(path)
        #expect(format == .standardnotes)
        #expect("\(output.items) \(output.records.map(\.tags.count).reduce(0, +))" == count)
        #expect(output.problems.isEmpty)
    }

    @Test func `whatever is broken in a backup, reading ends`() throws {
        let seed = Seed.value
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let folder = try SampleFolder()
        let lexical =
            "\"{\\\"root\\\":{\\\"children\\\":[{\\\"type\\\":\\\"list\\\",\\\"children\\\":[{\\\"children\\\":[{\\\"text\\\":\\\"x\\\"}]}]}]}}\""
        let sample = Array(
            backup(note("\"noteType\": \"super\", \"title\": \"t\", \"text\": \(lexical)"), note("\"text\": \"a\"")).utf8)
        for _ in 0..<200 {
            let path = try folder.write("a.txt", mutated(sample, &generator))
            do { _ = try readSource(path, .standardnotes) } catch is ImportError { continue }
        }
    }
}
