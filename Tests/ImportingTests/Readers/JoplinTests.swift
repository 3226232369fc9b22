import Foundation
import GivenValues
import Importing
import Journal
import Ledger
import SeededChance
import Testing

@Suite struct JoplinTests {
    private static let ids = (1...9).map { String(repeating: "a", count: 31) + String($0) }
    private var ids: [String] { JoplinTests.ids }

    private func note(_ id: String, _ head: String, _ facts: String = "") -> String {
        head + "id: \(id)\nparent_id: \(ids[6])\ncreated_time: 2024-09-01T10:00:00.000Z\n"
            + "user_created_time: 2024-04-13T16:23:00.000Z\nuser_updated_time: 2024-09-29T11:39:00.000Z\nlatitude: 0.00000000\n"
            + "longitude: 0.00000000\nis_todo: 0\nencryption_applied: 0\nmarkup_language: 1\n\(facts)type_: 1"
    }

    private func folder(_ notes: [(String, String)]) throws -> SampleFolder {
        let folder = try SampleFolder()
        for (id, text) in notes { try folder.write(id + ".md", text) }
        try folder.write(ids[5] + ".md", "Inner\n\nid: \(ids[5])\nparent_id: \(ids[6])\ntype_: 2")
        try folder.write(ids[6] + ".md", "My Notes\n\nid: \(ids[6])\nparent_id: \(ids[5])\ntype_: 2")
        try folder.write(ids[7] + ".md", "sea\n\nid: \(ids[7])\ntype_: 5")
        try folder.write(ids[8] + ".md", "id: \(ids[8])\nnote_id: \(ids[0])\ntag_id: \(ids[7])\ntype_: 6")
        return folder
    }

    private func read(_ notes: [(String, String)]) throws -> ImportReading {
        let folder = try folder(notes)
        let found = try readSource(folder.path)
        #expect(found.format == .joplin)
        return found.output
    }

    @Test func `a note has its own times, its tags and its notebook`() throws {
        let record = try #require(
            try read([(ids[0], note(ids[0], "Walk\n\nRain.\n\nid: not the id\ntype_: 4\n\n"))]).records.first)
        #expect(record.text == "# Walk\n\nRain.\n\nid: not the id\ntype_: 4")
        #expect(record.sourceID == ids[0])
        #expect(record.day.iso == "2024-04-13")
        #expect(shown(record.time) == "18:23")
        #expect(record.created == 1_713_025_380_000)
        #expect(record.tags.map(\.name) == ["My-Notes", "sea"])
        #expect(record.place == nil)
        #expect(record.changes == [.tagsRespelled(1), .titlePutAbove])
        #expect(record.position.label == ids[0] + ".md")
    }

    @Test(
        arguments: [
            ("", "", []), ("Title only\n\n", "# Title only", [.titlePutAbove]), ("Same\n\nSame\n\nx\n\n", "Same\n\nx", []),
            ("\n\nno title\n\n", "no title", []), ("T\n\n\n  x\n\n\n\n", "# T\n\n\n  x", [.titlePutAbove]),
            ("Wind\r\n\r\nx\r\n\r\n", "# Wind\n\nx", [.lineEnds, .titlePutAbove]),
        ] as [(String, String, [ImportChange])])
    func `the block is read from the end`(head: String, text: String, changes: [ImportChange]) throws {
        let end = head.contains("\r\n") ? "\r\n" : "\n"
        let whole = note(ids[1], head.replacing("\r\n", with: "\n")).replacing("\n", with: end)
        let output = try read([(ids[1], whole)])
        #expect(output.records.map(\.text) == (text.isEmpty ? [] : [text]))
        #expect(output.problems.map(\.reason) == (text.isEmpty ? [.empty] : []))
        if let record = output.records.first { #expect(record.changes.filter { $0 != .tagsRespelled(1) } == changes) }
    }

    @Test func `resources are attached once and shown by the names of their files`() throws {
        let text =
            "![a](:/\(ids[2])) [a](:/\(ids[2])) ![gone](:/\(ids[3])) [note](:/\(ids[1])) ![?](:/\(String(repeating: "f", count: 32))) :/short"
        let folder = try folder([(ids[0], note(ids[0], "T\n\n\(text)\n\n", "latitude: 1\n"))])
        try folder.write(ids[2] + ".md", "tree.png\n\nid: \(ids[2])\ntype_: 4")
        try folder.write(ids[3] + ".md", "lost.png\n\nid: \(ids[3])\ntype_: 4")
        try folder.write("resources/\(ids[2]).png", [1])
        let record = try #require(try readSource(folder.path).output.records.first)
        #expect(
            record.text
                == "# T\n\n![a](\(ids[2]).png) [a](\(ids[2]).png) ![gone](:/\(ids[3])) [note](:/\(ids[1])) ![?](:/\(String(repeating: "f", count: 32))) :/short"
        )
        #expect(
            record.files == [
                .found(path: "resources/\(ids[2]).png"), .left(LeftFile(name: "lost.png", reason: .notFound)),
                .left(LeftFile(name: String(repeating: "f", count: 32), reason: .notFound)),
            ])
    }

    @Test func `resources of a folder that Joplin syncs with are attached`() throws {
        let folder = try folder([(ids[0], note(ids[0], "T\n\n![a](:/\(ids[2]))\n\n"))])
        try folder.write(ids[2] + ".md", "tree.png\n\nid: \(ids[2])\ntype_: 4")
        try folder.write(".resource/\(ids[2])", [1])
        let record = try #require(try readSource(folder.path).output.records.first)
        #expect(record.files == [.found(path: ".resource/\(ids[2])")])
    }

    @Test func `what is sealed is a problem, and all sealed is a refusal`() throws {
        let sealed = "id: \(ids[1])\nencryption_cipher_text: JED01\nencryption_applied: 1\ntype_: 1"
        let output = try read([(ids[0], note(ids[0], "T\n\nx\n\n")), (ids[1], sealed)])
        #expect(output.records.count == 1)
        #expect(output.problems.map(\.reason) == [.refused(.encryptedSource)])
        #expect(throws: ImportError.encryptedSource) { try read([(ids[1], sealed)]) }
    }

    @Test(
        arguments: [
            ("no block at all", .malformed), ("T\n\nx\n\nid: 1\ntype_: x", .malformed), ("T\n\nx\n\nid: 1\ntype_: 1", .noDate),
            ("T\n\nx\n\nuser_created_time: soon\ntype_: 1", .impossibleDate), ("", .malformed),
            ("T\n\nx\n\nuser_created_time: 99999-01-01T00:00:00Z\ntype_: 1", .impossibleDate),
        ] as [(String, ImportProblem.Reason)])
    func `a bad note is a problem and stops no other`(bad: String, reason: ImportProblem.Reason) throws {
        let output = try read([(ids[0], note(ids[0], "T\n\nx\n\n")), (ids[1], bad)])
        #expect(output.records.count == 1)
        #expect(output.problems.map(\.reason) == [reason])
    }

    @Test(.realExports) func `a real export gives as many records as it has`() throws {
        let script = """
            import sys, tarfile
            t = tarfile.open(sys.argv[1])
            texts = [t.extractfile(m).read().decode() for m in t.getmembers() if m.name.endswith('.md')]
            kinds = [x.rsplit('type_: ', 1)[1].strip() for x in texts]
            print(kinds.count('1'), kinds.count('4'), kinds.count('1') + kinds.count('6'))
            """
        let (path, count) = try countedByPython("joplin/jimmy_test_1_frontmatter/29_04_2024.jex", script)
        let (format, output) = try readSource(path)
        #expect(format == .joplin)
        let (files, tags) = (output.records.map(\.files.count).reduce(0, +), output.records.map(\.tags.count).reduce(0, +))
        #expect("\(output.items) \(files) \(tags)" == count)
        #expect(output.problems.isEmpty)
    }

    @Test func `whatever is broken in a note, reading ends`() throws {
        let seed = Seed.value
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let folder = try folder([])
        let sample = Array(note(ids[0], "T\n\n![a](:/\(ids[2])) x\n\n").utf8)
        for _ in 0..<200 {
            try folder.write(ids[0] + ".md", mutated(sample, &generator))
            do { _ = try readSource(folder.path, .joplin) } catch is ImportError { continue }
        }
    }
}
