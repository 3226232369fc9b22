import Foundation
import SeededChance
import Testing

/// Sources of an import that are not what they should be.
@Suite struct BadImportTests {
    private static let others: [(String, [UInt8], String)] = [
        ("a zip archive", [0x50, 0x4b, 0x03, 0x04] + [UInt8](repeating: 7, count: 900), "damaged_archive"),
        ("an empty zip archive", [0x50, 0x4b, 0x05, 0x06] + [UInt8](repeating: 0, count: 18), "nothing_read"),
        ("a PDF", Array("%PDF-1.7\n".utf8), "other_kind"),
        ("a database", Array("SQLite format 3\0".utf8), "damaged_source_database"),
        ("UTF-16", [0xff, 0xfe, 0x5b, 0x00, 0x32, 0x00], "not_this_format"),
        ("an age file", Array("age-encryption.org/v1\n".utf8), "other_kind"),
        ("plain prose", Array("no date begins a line here\n".utf8), "not_this_format"),
        ("cut JSON", Array(#"{"entries": [{"title": "a"#.utf8), "malformed_json"),
        ("other JSON", Array(#"{"things": []}"#.utf8), "not_this_format"),
        ("deep JSON", Array((#"{"entries": "# + String(repeating: "[", count: 200_000)).utf8), "malformed_json"),
    ]

    @Test(arguments: others)
    func `a file of another kind is named as such, and nothing is imported`(_: String, bytes: [UInt8], name: String) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let file = try sandbox.write(bytes, to: "source")
        try sandbox.refused(["import", file], 1, name)
        try sandbox.refused(["import", "jrnl", file], 1)
        #expect(try sandbox.list().isEmpty)
    }

    @Test func `an archive is not taken for an empty folder of notes`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let file = try sandbox.write([0x50, 0x4b, 0x03, 0x04, 9, 9, 9, 9], to: "notes.zip")
        try sandbox.refused(["import", "markdown", file], 1)
    }

    @Test func `random bytes named .zip are refused, whatever they are said to be`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        print("seed \(Seed.value)")
        var chance = SplitMix64(seed: Seed.value)
        let file = try sandbox.write(chance.bytes(3000), to: "random.zip")
        for format in [[], ["markdown"], ["dayone"], ["csv"], ["auralyst"]] {
            try sandbox.refused(["import"] + format + [file], 1)
        }
        #expect(try sandbox.list().isEmpty)
    }

    @Test func `an archive that would unpack to a hundred mebibytes is refused unopened`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.start(program: "/bin/sh", ["-c", "head -c 104857600 /dev/zero | gzip > bomb.gz"]).wait()
        try sandbox.refused(["import", "bomb.gz"], 1, "nothing_read")
    }

    @Test(arguments: [[], ["jrnl"], ["markdown"]])
    func `a path that is no file or folder is refused at once`(format: [String]) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.makePipe("pipe", offering: "[2026-03-14 21:00] words out of a pipe")
        try sandbox.refused(["import"] + format + ["nowhere"], 1, "not_found")
        try sandbox.refused(["import"] + format + ["pipe"], 1, "not_a_file")
        try sandbox.refused(["import"] + format + ["/dev/zero"], 1)
    }

    @Test func `a file beyond the limit is refused`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let path = try sandbox.write("[2026-03-14 21:00] begins well\n", to: "large.txt")
        unsafe try #require(truncate(path, 600 << 20) == 0)
        try sandbox.run("import", path, "--json").expectRefusal(1, "too_large", asJSON: true)
    }

    @Test func `a folder without notes adds nothing and says so`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try FileManager.default.createDirectory(atPath: sandbox.work + "/bare", withIntermediateDirectories: false)
        let outcome = try sandbox.run("import", "bare", "--json")
        if outcome.isDone { #expect(outcome.object["read"] as? Int == 0) } else { outcome.expectRefusal(1, asJSON: true) }
        #expect(try sandbox.list().isEmpty)
    }

    @Test func `a folder's links, pipes and binary files neither hang nor leave the folder`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try FileManager.default.createDirectory(atPath: sandbox.work + "/notes/deep", withIntermediateDirectories: true)
        try sandbox.makePipe("notes/pipe.md", offering: "words out of a pipe")
        let script = """
            cd notes; ln -s . loop; ln -s /etc/hostname outside.md; ln -s nowhere broken.md
            head -c 5000 /dev/urandom > noise.md; printf 'good words\\n' > 2020-01-01.md; printf 'deep words\\n' > deep/2020-01-02.md
            printf 'a \\000 in it\\n' > 2020-01-03.md; printf 'caf\\351\\n' > 2020-01-04.md
            """
        _ = try sandbox.start(program: "/bin/sh", ["-c", script]).wait()
        let outcome = try sandbox.run("import", "markdown", "notes", "--json")
        #expect(outcome.isDone, outcome.summary)
        expectReceiptAddsUp(outcome)
        let texts = try sandbox.list("--to", "2020-12-31").compactMap { $0["text"] as? String }
        #expect(texts.map { $0.trimmingCharacters(in: .newlines) } == ["café", "a  in it", "deep words", "good words"])
    }

    @Test func `records that cannot be kept are named in the receipt and stop none of the others`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let long = String(repeating: "long ", count: 220_000)
        let source = """
            words above the first entry

            [2026-03-14 21:00] first

            [0000-03-14 21:00] the year nought

            [99999-03-14 21:00] the year too large

            [2026-02-31 21:00] the day that is none

            [2026-03-15 25:11] the hour that is none

            [2026-03-16 21:00] \(long)

            [2026-03-17 21:00]

            [2026-03-18 21:00] a \0 inside

            [2026-03-19 21:00] last

            """
        try sandbox.write(Array(source.utf8) + Array("[2026-03-20 21:00] caf".utf8) + [0xe9, 0x0a], to: "source.txt")
        let outcome = try sandbox.run("import", "source.txt", "--json")
        #expect(outcome.isDone, outcome.summary)
        expectReceiptAddsUp(outcome)
        let texts = try sandbox.list().compactMap { $0["text"] as? String }
        #expect(texts == ["café", "last", "a  inside", "the hour that is none", "first"])
        let records = outcome.object["records"] as? [[String: Any]] ?? []
        #expect(records.filter { $0["outcome"] as? String == "skipped" }.allSatisfy { $0["why"] is String })
        #expect(outcome.object["skipped"] as? Int == records.count - 5)
        #expect(outcome.object["changed"] as? Int == 3)
    }
}

/// read = kept + changed + merged + skipped, and as many records.
func expectReceiptAddsUp(_ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
    let numbers = ["kept", "changed", "merged", "skipped"].compactMap { outcome.object[$0] as? Int }
    #expect(
        numbers.count == 4 && numbers.reduce(0, +) == outcome.object["read"] as? Int, outcome.summary,
        sourceLocation: sourceLocation)
    let records = outcome.object["records"] as? [[String: Any]] ?? []
    #expect(records.count == outcome.object["read"] as? Int, sourceLocation: sourceLocation)
    #expect(records.allSatisfy { Set($0.keys) == ["source", "outcome", "why", "id"] }, sourceLocation: sourceLocation)
}
