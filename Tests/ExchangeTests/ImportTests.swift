import Basics
import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import Records
import SeededChance
import Store
import Testing

@Suite struct ImportTests {
    /// Out of order, several in one minute, one of them twice, a star, tags, a day alone, lines that look like heads.
    private static let journal = """
        [2026-03-14 21:05] Second of the day. With @Mira and #soup.

        More of it.

        [2026-03-14 09:00] First of the day *
        Body.

        [2026-03-13 12:00] b

        [2026-03-13 12:00] a

        [2026-03-13 12:00] a

        [2026-03-13 12:00] c

        [1660-01-01 08:30:15] Long ago.

        """ + "\n"

    private static let json = """
        {"tags": {"@mira": 1, "#soup": 1}, "entries": [
        {"title": "First of the day", "body": "Body.", "date": "2026-03-14", "time": "09:00", "tags": [], "starred": true},
        {"title": "Second of the day.", "body": "With @Mira and #soup.\\n\\nMore of it.", "date": "2026-03-14", "time": "21:05",
         "tags": ["@mira", "#soup"], "starred": false},
        {"title": "b", "body": "", "date": "2026-03-13", "time": "12:00", "tags": [], "starred": false},
        {"title": "a", "body": "", "date": "2026-03-13", "time": "12:00", "tags": [], "starred": false},
        {"title": "a", "body": "", "date": "2026-03-13", "time": "12:00", "tags": [], "starred": false},
        {"title": "c", "body": "", "date": "2026-03-13", "time": "12:00", "tags": [], "starred": false},
        {"title": "Long ago.", "body": "", "date": "1660-01-01", "time": "08:30", "tags": [], "starred": false}]}
        """

    private func source(_ vault: TestVault, _ text: String, name: String = "journal.txt", format: ImportFormat? = nil)
        throws -> ImportSource
    {
        try ImportSource(path: try vault.scratch.write(text, to: name), format: format, surroundings: vault.surroundings)
    }

    private func folder(_ vault: TestVault, _ notes: [String: String]) throws -> ImportSource {
        for (name, text) in notes { try vault.scratch.write(text, to: "notes/" + name) }
        return try ImportSource(path: vault.scratch.path + "/notes", format: nil, surroundings: vault.surroundings)
    }

    private func counts(_ receipt: Receipt) -> [Int] {
        [receipt.read] + [Receipt.Outcome.kept, .changed, .merged, .skipped].map(receipt.count)
    }

    private func addsUp(_ receipt: Receipt) -> Bool {
        receipt.read == Receipt.Outcome.allCases.map(receipt.count).reduce(0, +)
            && receipt.lines.allSatisfy { $0.outcome == .kept || $0.why != nil }
    }

    // MARK: - What comes in

    @Test func `a journal of jrnl comes in whole, and the receipt adds up`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let receipt = try await open.importEntries(source(vault, Self.journal))
        #expect(counts(receipt) == [7, 7, 0, 0, 0] && addsUp(receipt) && receipt.format == "jrnl")
        #expect(receipt.lines.map(\.source) == ["line 1", "line 5", "line 8", "line 10", "line 12", "line 14", "line 16"])
        let list = try await open.entries(Selection()).list
        #expect(
            list.map(\.entry.text.first) == ["S", "F", "c", "a", "a", "b", "L"],
            "newest first, those of one minute in their order")
        #expect(Set(receipt.lines.compactMap(\.id)) == Set(list.map(\.id.description)))
        #expect(list[0].entry.tags == [.of("mira"), .of("soup")] && list[1].entry.starred)
        #expect(list[1].entry.text == "First of the day\nBody.")
        #expect(list[6].entry.day.iso == "1660-01-01" && list[6].entry.zone == "Europe/Vienna")
    }

    @Test func `what is exported in the order of writing is what was imported, byte for byte`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        _ = try await open.importEntries(source(vault, Self.journal))
        let out = vault.scratch.path + "/out.txt"
        #expect(try await open.export(ExportRequest(.jrnl), to: out, order: .written).entries == 7)
        #expect(String(decoding: try contents(of: out), as: UTF8.self) == Self.journal)
        await #expect(throws: EngineError.exists(path: out)) { try await open.export(ExportRequest(.jrnl), to: out) }
        await #expect(throws: EngineError.file(path: "/nowhere", code: ENOENT)) {
            try await open.export(ExportRequest(.jrnl), to: "/nowhere/x")
        }
        #if !os(WASI)
            let mode = try FileManager.default.attributesOfItem(atPath: out)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        #endif
        let byDate = vault.scratch.path + "/by-date.txt"
        _ = try await open.export(ExportRequest(.jrnl), to: byDate)
        let heads = String(decoding: try contents(of: byDate), as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("[") }
        #expect(heads == heads.sorted { $0.prefix(17) < $1.prefix(17) } && heads.count == 7)
        // Into another vault, and out again.
        let other = try TestVault(seed: 2)
        let second = try other.create()
        _ = try await second.importEntries(source(other, String(decoding: contents(of: byDate), as: UTF8.self)))
        _ = try await second.export(ExportRequest(.jrnl), to: other.scratch.path + "/out.txt")
        #expect(try contents(of: other.scratch.path + "/out.txt") == contents(of: byDate))
    }

    @Test func `importing a second and a third time adds nothing`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let journal = try source(vault, Self.journal)
        let first = try await open.importEntries(journal)
        let (list, operations) = (try await open.entries(Selection()).list, try await open.status().operations)
        for _ in 0..<2 {
            let receipt = try await open.importEntries(journal)
            #expect(counts(receipt) == [7, 0, 0, 0, 7] && addsUp(receipt))
            #expect(receipt.lines.map(\.id) == first.lines.map(\.id))
            #expect(Set(receipt.lines.compactMap(\.why)) == ["here already"])
        }
        #expect(try await open.entries(Selection()).list == list)
        #expect(try await open.status().operations == operations)
    }

    @Test(arguments: [false, true])
    func `the same journal as text and as JSON is the same journal`(jsonFirst: Bool) async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let (text, json) = (try source(vault, Self.journal), try source(vault, Self.json, name: "journal.json"))
        #expect(json.format == .jrnl)
        #expect(try json.reading().entries.count == 7)
        _ = try await open.importEntries(jsonFirst ? json : text)
        let receipt = try await open.importEntries(jsonFirst ? text : json)
        #expect(receipt.count(.kept) == 0 && receipt.count(.changed) == 0 && receipt.read == 7, "\(receipt.lines)")
        #expect(try await open.status().entries == 7)
    }

    @Test func `a longer journal adds what is new in it`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        _ = try await open.importEntries(source(vault, Self.journal))
        let more = Self.journal + "[2026-03-13 12:00] a\n\n[2026-03-15 10:00] New.\n\n"
        let receipt = try await open.importEntries(source(vault, more))
        #expect(counts(receipt) == [9, 2, 0, 0, 7])
        #expect(try await open.texts().filter { $0 == "a" }.count == 3)
    }

    // MARK: - Meeting what is there

    @Test func `an entry that was typed in before becomes one with its record, and gets its tags`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let typed = try await open.add(
            NewEntry(text: "Dinner with @Mira", moment: .of("2026-03-14 19:30:44"), tags: [.of("own")]))
        let journal = try source(vault, "[2026-03-14 19:30] Dinner with @Mira *\n\n")
        let receipt = try await open.importEntries(journal)
        #expect(counts(receipt) == [1, 0, 0, 1, 0])
        #expect(
            receipt.lines[0].why == "here already; added from the source: starred, tags"
                && receipt.lines[0].id == typed.id.description)
        let merged = try await open.find(typed.id.description)
        #expect(merged.entry.tags == [.of("mira"), .of("own")] && merged.entry.starred)
        #expect(merged.entry.text == typed.entry.text && merged.entry.instant == typed.entry.instant)
        #expect(counts(try await open.importEntries(journal)) == [1, 0, 0, 0, 1])
        #expect(try await open.status().entries == 1)
    }

    @Test func `a source with an entry twice meets one that was typed in once`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        _ = try await open.add(NewEntry(text: "a", moment: .of("2026-03-13 12:00")))
        let journal = try source(vault, Self.journal)
        #expect(counts(try await open.importEntries(journal)) == [7, 6, 0, 0, 1])
        #expect(counts(try await open.importEntries(journal)) == [7, 0, 0, 0, 7])
        #expect(try await open.texts().filter { $0 == "a" }.count == 2)
    }

    @Test func `what was deleted after an import stays deleted`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let journal = try source(vault, Self.journal)
        let first = try await open.importEntries(journal)
        let id = try await open.find(#require(first.lines[0].id)).id
        _ = try await open.delete(id)
        for days in [1, 40] as [Int64] {
            vault.clock.advance(days: days)
            let receipt = try await open.importEntries(journal)
            #expect(counts(receipt) == [7, 0, 0, 0, 7])
            #expect(receipt.lines[0].why == "here already, in Recently deleted" && receipt.lines[0].id == nil)
        }
        #expect(try await open.status().entries == 6)
    }

    @Test func `what was edited after an import is neither overwritten nor doubled`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let journal = try source(vault, Self.journal)
        let first = try await open.importEntries(journal)
        let id = try await open.find(#require(first.lines[0].id)).id
        var change = EntryChange()
        change.text = "Second of the day, better said."
        change.moment = try .of("2026-03-12 10:00")
        (change.removedTags, change.addedTags, change.mood) = ([.of("mira")], [.of("kept")], .some(.of("happy")))
        let edit = change
        let edited = try await open.change(id, edit)
        for again in [journal, try source(vault, Self.json, name: "journal.json")] {
            let receipt = try await open.importEntries(again)
            #expect(receipt.read == 7 && receipt.count(.skipped) == 7, "\(receipt.lines)")
            #expect(try await open.find(id.description) == edited)
            #expect(try await open.status().entries == 7)
        }
    }

    // MARK: - Dry runs and failures

    @Test func `a dry run says the same and changes nothing`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        _ = try await open.add(
            NewEntry(text: "Second of the day. With @Mira and #soup.\n\nMore of it.", moment: .of("2026-03-14 21:05")))
        let journal = try source(vault, Self.journal + "[2026-02-30 10:00] Never.\n\n")
        let before = try digests(vault)
        let dry = try await open.importEntries(journal, dryRun: true)
        #expect(try digests(vault) == before)
        #expect(try await open.status().operations == 2)
        let real = try await open.importEntries(journal)
        #expect(dry.lines.map(\.outcome) == real.lines.map(\.outcome) && dry.lines.map(\.why) == real.lines.map(\.why))
        #expect(counts(dry) == [8, 6, 0, 1, 1] && addsUp(dry))
        #expect(try digests(vault) != before)
    }

    /// What every file of the vault holds, but for the index beside the write-ahead log, which readers use as well.
    private func digests(_ vault: TestVault) throws -> [String: [UInt8]] {
        var digests: [String: [UInt8]] = [:]
        for name in Folder.paths(below: vault.folder) where !name.hasSuffix("-shm") {
            digests[name] = digest((try? contents(of: vault.folder + "/" + name)) ?? [])
        }
        return digests
    }

    @Test func `a failure in the middle leaves nothing, neither entries nor files`() async throws {
        let vault = try TestVault()
        _ = try vault.create()
        let notes = try folder(
            vault,
            [
                "2026-03-10.md": "one ![](a.png)", "2026-03-11.md": "two", "2026-03-12.md": "three ![](b.png)", "a.png": "A",
                "b.png": "B",
            ])
        let open = try vault.open()
        try FileManager.default.createDirectory(atPath: vault.location.attachments, withIntermediateDirectories: true)
        // The third note, whose picture is sealed by then, finds no room in the log.
        try VaultInsides.execute(
            """
            CREATE TRIGGER full BEFORE INSERT ON operation WHEN (SELECT count(*) FROM operation) >= 3
            BEGIN SELECT RAISE(ABORT, 'full'); END
            """, on: vault)
        let before = try digests(vault)
        await #expect(throws: (any Error).self) { try await open.importEntries(notes) }
        #expect(try digests(vault) == before)
        #expect(try await open.status().operations == 1)
        #expect(try await open.status().entries == 0)
        try VaultInsides.execute("DROP TRIGGER full", on: vault)
        #expect(counts(try await open.importEntries(notes)) == [3, 3, 0, 0, 0])
        #expect(names(in: vault.location.attachments).count == 2)
    }

    @Test(
        arguments: [
            ("", "journal.txt", .nothingInIt), ("no entries here", "journal.txt", .notThisFormat),
            ("JRNLv3\u{0}x", "journal.txt", .encryptedJrnl),
            ("{\"entries\": [", "journal.json", .malformedJSON), ("{\"entries\": 5}", "journal.json", .notThisFormat),
            ("PK\u{3}\u{4}....", "journal.zip", .damagedArchive), ("%PDF-1.7", "journal.pdf", .otherKind(.pdf)),
            (String(repeating: "{\"a\":", count: 100), "deep.json", .nestedTooDeeply(limit: 64)),
        ] as [(String, String, ImportError)])
    func `a file that is no journal is refused before anything is written`(text: String, name: String, error: ImportError) throws
    {
        let vault = try TestVault()
        #expect(throws: error) { try source(vault, text, name: name).reading() }
        #expect(throws: ImportError.file(path: vault.scratch.path + "/missing", code: ENOENT)) {
            try ImportSource(path: vault.scratch.path + "/missing", format: .jrnl, surroundings: vault.surroundings)
        }
    }

    @Test func `records that cannot be taken are named, and the others come in`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let long = String(repeating: "x", count: Limits.textBytes + 1)
        let journal =
            "before\n[2026-03-14 10:00] good\n\n[2026-02-30 10:00] never\n\n[2026-03-14 11:00] \(long)\n\n[99999-01-01 10:00] far\n\n[2026-03-14 12:00]  \n\n[2026-03-15 25:11] late\n\n"
        let receipt = try await open.importEntries(source(vault, journal))
        #expect(
            addsUp(receipt) && receipt.count(.kept) == 1 && receipt.count(.changed) == 1 && receipt.count(.skipped) == 5,
            "\(receipt.lines.map(\.why))")
        #expect(try await open.texts() == ["late", "good"])
    }

    // MARK: - Notes

    @Test func `a folder of notes comes in with the files that it shows`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let notes = try folder(
            vault,
            [
                "2026-03-14.md": "Look: ![a](pictures/a%20b.png) and ![[c.pdf]]", "pictures/a b.png": "PNG", "c.pdf": "PDF",
                "work/2026-03-13 Meeting.md": "---\ntags: [work, Long Day]\nmood: tired\n---\nWe met. #work",
                ".obsidian/settings.md": "hidden", "unused.png": "not shown", "broken.md": "PK\u{3}\u{4}",
            ])
        #expect(notes.format == .markdown)
        let receipt = try await open.importEntries(notes)
        #expect(
            addsUp(receipt) && receipt.read == 3 && receipt.count(.skipped) == 1 && receipt.format == "markdown",
            "\(receipt.lines)")
        let list = try await open.entries(Selection()).list
        #expect(list.map(\.entry.day.iso) == ["2026-03-14", "2026-03-13"])
        let files = try await open.attachments(of: list[0])
        #expect(files.map(\.name) == ["a b.png", "c.pdf"] && files.map(\.type) == ["image/png", "application/pdf"])
        let out = vault.scratch.path + "/out"
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        #expect(
            try await open.saveAttachments(of: list[0], to: out).map { try contents(of: $0) } == [
                Array("PNG".utf8), Array("PDF".utf8),
            ])
        #expect(list[1].entry.tags == [.of("long-day"), .of("work")] && list[1].entry.mood == .of("tired"))
        #expect(list[1].entry.text == "# Meeting\n\nWe met. #work")
        let sealed = names(in: vault.location.attachments)
        #expect(counts(try await open.importEntries(notes)) == [3, 0, 0, 0, 3])
        #expect(names(in: vault.location.attachments) == sealed, "nothing is sealed for what is here already")
    }

    @Test(arguments: ["../secret.txt", "/etc/hostname", "out/secret.txt", "link.txt", "in/../../secret.txt", "pipe.txt", "in"])
    func `nothing from outside the folder is taken, by whatever way a note shows it`(name: String) async throws {
        let vault = try TestVault()
        let open = try vault.create()
        try vault.scratch.write("secret", to: "secret.txt")
        try vault.scratch.write("text ![x](\(name)) ![[\(name)]]", to: "notes/2026-03-14.md")
        try vault.scratch.write("inside", to: "notes/in/side.txt")
        let notes = vault.scratch.path + "/notes"
        try FileManager.default.createSymbolicLink(atPath: notes + "/out", withDestinationPath: vault.scratch.path)
        try FileManager.default.createSymbolicLink(
            atPath: notes + "/link.txt", withDestinationPath: vault.scratch.path + "/secret.txt")
        try FileManager.default.createSymbolicLink(
            atPath: notes + "/2026-03-13.md", withDestinationPath: vault.scratch.path + "/secret.txt")
        #expect(unsafe mkfifo(notes + "/pipe.txt", 0o600) == 0)
        let source = try ImportSource(path: notes, format: .markdown, surroundings: vault.surroundings)
        #expect(try source.reading().entries.map(\.text).contains { $0.contains("secret") && !$0.contains("![") } == false)
        _ = try await open.importEntries(source)
        for stored in try await open.entries(Selection()).list {
            #expect(stored.attachments.isEmpty && stored.entry.text != "secret")
        }
        #expect(names(in: vault.location.attachments).isEmpty)
    }

    @Test func `a folder that links to itself is read once`() async throws {
        let vault = try TestVault()
        _ = try vault.create()
        try vault.scratch.write("text", to: "notes/deep/2026-03-14.md")
        let notes = vault.scratch.path + "/notes"
        try FileManager.default.createSymbolicLink(atPath: notes + "/deep/again", withDestinationPath: notes)
        #expect(try ImportSource(path: notes, format: nil, surroundings: vault.surroundings).reading().entries.count == 1)
    }

    @Test func `a folder journal of jrnl is read by its days`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let days = try folder(
            vault,
            [
                "2026/03/14.txt": "[2026-03-14 10:00] one\n\n[2026-03-14 11:00] two\n\n",
                "2026/03/15.txt": "[2026-03-15 10:00] three\n\n",
            ])
        #expect(counts(try await open.importEntries(days)) == [3, 3, 0, 0, 0])
        #expect(try await open.texts() == ["three", "two", "one"])
        #expect(counts(try await open.importEntries(days)) == [3, 0, 0, 0, 3])
    }

    @Test func `zone and offset of a source give the instant, its day stays`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let notes = try folder(
            vault,
            [
                "a.md": "---\ndate: 2026-03-15T01:00:00+09:00\n---\noffset", "b.md": "---\ndate: 2026-03-15 01:00\n---\nbare",
            ])
        let receipt = try await open.importEntries(notes)
        #expect(receipt.read == 2 && receipt.count(.skipped) == 0, "\(receipt.lines)")
        let list = try await open.entries(Selection()).list
        let byName = Dictionary(
            uniqueKeysWithValues: list.map { ($0.entry.text.contains("offset") ? "offset" : "bare", $0.entry) })
        #expect(
            byName["offset"]?.instant.rfc3339(offset: 0) == "2026-03-14T16:00:00Z" && byName["offset"]?.day.iso == "2026-03-15")
        #expect(byName["bare"]?.instant.rfc3339(offset: 0) == "2026-03-15T00:00:00Z" && byName["bare"]?.day.iso == "2026-03-15")
        #expect(counts(try await open.importEntries(notes))[4] == 2)
    }

    @Test func `the made-up year of the demo comes in once`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let demo = ImportSource.demo(endingOn: .of("2026-03-14"), at: .of("12:00"), surroundings: vault.surroundings)
        let receipt = try await open.importEntries(demo)
        #expect(addsUp(receipt) && receipt.count(.kept) == receipt.read && receipt.read > 400)
        #expect(try await open.importEntries(demo).count(.skipped) == receipt.read)
    }
}
