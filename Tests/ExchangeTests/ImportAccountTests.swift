import Base
import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import Records
import Store
import Testing

/// What an import tells about what it did not take, and what it keeps of the writer's clock.
@Suite struct ImportAccountTests {
    private static let nomie =
        #"{"nomie":{"number":"5"},"trackers":{},"events":[{"_id":"e1","note":"Walk","end":1773519330250,"offset":-480}]}"#
    private static let taplog = """
        _id,timestamp,milliseconds,timezoneoffset,dayofyear,cat1,cat2,number,rating,latitude,longitude,altitude,accuracy,street,city,country,note
        1,2026-03-15T04:15:30.250+08:00,1773519330250,28800000,74,Walk,,,,,,,,,,,by the sea

        """

    private func source(_ vault: TestVault, _ path: String, _ format: ImportFormat? = nil) throws -> ImportSource {
        try ImportSource(path: path, format: format, surroundings: vault.surroundings)
    }

    private func entries(_ vault: OpenVault) async throws -> [Entry] { try await vault.entries(Selection()).list.map(\.entry) }

    // ---- what was not read ----

    @Test func `a folder of exports that no program writes is refused, and its exports are named`() throws {
        let vault = try TestVault()
        try vault.scratch.write(Self.nomie, to: "several/nomie.json")
        try vault.scratch.write("text,date\nSea,2026-03-14\n", to: "several/table.csv")
        #expect(throws: ImportError.severalExports(["nomie.json", "table.csv"])) {
            try source(vault, vault.scratch.path + "/several")
        }
    }

    @Test(arguments: [
        (
            "cuff.csv",
            "Date,Time,Sys,Dia,Pulse,Notes\n2026-03-14,07:45,128,82,64,left arm\n2026-03-14,07:45,128,82,64,left arm\n2026-02-30,07:45,1,2,3,x\n2026-03-15,,,,,slept badly\n2026-03-16,07:45,126,80,,\n",
            [5, 4, 0, 0, 1]
        ),
        (
            "log.csv",
            "date,text,symptom,severity,note\n2026-03-14,Walked.,Knee,3,left\n2026-03-14,,Head,11,odd\n,,,,\n2026-03-15,,Head,4,\n",
            [3, 2, 1, 0, 0]
        ),
        (
            "tg.csv",
            "FeatureName,Timestamp,Value,Note\nMood,2026-03-14T21:30:41.432+01:00,1.0:Bad,\nMood,2026-03-14T21:30:41.432+01:00,2.0:Good,\n",
            [2, 2, 0, 0, 0]
        ),
        (
            "bearable.csv",
            "date,weekday,time of day,category,rating/amount,detail,notes\n\"22nd Sep 2020\",Tue,am,Factors,,\"Quiet day | Caffeine (2)\",\n",
            [1, 0, 1, 0, 0]
        ),
    ])
    func `a table of measurements adds up, dry and wet, and once more changes nothing`(
        name: String, text: String, counts: [Int]
    ) async throws {
        func figures(_ receipt: Receipt) -> [Int] {
            [receipt.read] + [Receipt.Outcome.kept, .changed, .merged, .skipped].map(receipt.count)
        }
        let vault = try TestVault()
        let open = try vault.create()
        let path = try vault.scratch.write(text, to: name)
        let dry = try await open.importEntries(source(vault, path), dryRun: true)
        #expect(figures(dry) == counts)
        let wet = try await open.importEntries(source(vault, path))
        #expect(figures(wet) == counts)
        #expect(wet.lines.map(\.why) == dry.lines.map(\.why) && wet.findings == dry.findings)
        let before = try await (open.records(MeasureEntry.self).count, open.records(SymptomEntry.self).count, entries(open).count)
        let again = try await open.importEntries(source(vault, path))
        #expect(again.count(.skipped) == counts[0])
        let after = try await (open.records(MeasureEntry.self).count, open.records(SymptomEntry.self).count, entries(open).count)
        #expect(before == after)
    }

    @Test func `an export beside what was read is named in the receipt, whichever reader read`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        for (name, text) in [
            ("note.md", "# Sea\n\nWalk."), ("nomie.json", Self.nomie), ("odd.json", "[1]"), ("a/b.json", "{}"),
            (".obsidian/app.json", "{}"),
        ] {
            try vault.scratch.write(text, to: "notes/" + name)
        }
        let notes = try await open.importEntries(source(vault, vault.scratch.path + "/notes"))
        let left = notes.lines.filter { $0.outcome == .skipped }
        #expect(left.map(\.source) == ["a/b.json", "nomie.json", "odd.json"])
        #expect(left.dropFirst().first?.why == "a separate export of Nomie, not read: import it on its own")
        #expect(notes.read == 4 && notes.count(.kept) + notes.count(.changed) == 1)
        try vault.scratch.write(Self.taplog, to: "taps/one.csv")
        try vault.scratch.write(Self.taplog, to: "taps/two.csv")
        let taps = try await open.importEntries(source(vault, vault.scratch.path + "/taps"))
        #expect(taps.lines.map(\.source).contains("two.csv"), "the second table was not read")
    }

    @Test(arguments: [
        ("empty.json", ""), ("empty.csv", ""), ("none.json", #"{"metadata":{"version":"1.0"},"entries":[]}"#),
        ("none.txt", "\n\n"),
    ])
    func `a file without a record is no import`(name: String, text: String) async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let path = try vault.scratch.write(text, to: name)
        for dryRun in [true, false] {
            await #expect(throws: ImportError.nothingInIt) {
                try await open.importEntries(source(vault, path), dryRun: dryRun)
            }
        }
        let zip = try vault.scratch.write(storedZip([]), to: "empty.zip")
        #expect(throws: ImportError.nothingInIt) { try source(vault, zip) }
    }

    @Test func `a format that was named and is not there is told by its name`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let path = try vault.scratch.write("Only words.", to: "words.txt")
        let named = try source(vault, path, .jrnl)
        await #expect(throws: ImportError.notOfFormat(.jrnl)) { try await open.importEntries(named) }
        let unnamed = try source(vault, path)
        await #expect(throws: ImportError.notThisFormat) { try await open.importEntries(unnamed) }
    }

    @Test func `JSON with one value a line is told for what it is`() throws {
        let vault = try TestVault()
        let path = try vault.scratch.write("{\"text\":\"a\"}\n{\"text\":\"b\"}\n", to: "log.jsonl")
        #expect(throws: ImportError.jsonLines) { try source(vault, path) }
    }

    // ---- the writer's clock ----

    @Test func `of an offset without a zone the writer's day and hour stay`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        for (name, text) in [("taps.csv", Self.taplog), ("nomie.json", Self.nomie)] {
            _ = try await open.importEntries(source(vault, vault.scratch.write(text, to: name)))
        }
        let entries = try await entries(open)
        #expect(entries.count == 2 && entries.allSatisfy { $0.zone == "+08:00" && $0.day == .of("2026-03-15") })
        for entry in entries {
            let wall = try #require(CivilTime(named: entry.zone)?.wall(at: entry.instant.milliseconds))
            #expect(wall.day == entry.day && wall.time.clock == "04:15")
        }
        let again = try await open.importEntries(source(vault, vault.scratch.path + "/taps.csv"))
        #expect(again.count(.skipped) == 1)
    }

    @Test func `an offset that is the owner's own keeps the name of their zone`() async throws {
        let vault = try TestVault(zone: "Asia/Singapore")
        let open = try vault.create()
        _ = try await open.importEntries(source(vault, vault.scratch.write(Self.taplog, to: "taps.csv")))
        #expect(try await entries(open).map(\.zone) == ["Asia/Singapore"])
    }

    @Test(
        arguments: [
            ("+08:00", 28_800), ("-03:30", -12_600), ("+00:00", 0), ("+18:00", 64_800), ("+18:30", nil), ("+8:00", nil),
            ("08:00", nil),
            ("+08:60", nil), ("+08-00", nil),
        ] as [(String, Int?)])
    func `a zone may be a fixed offset`(name: String, seconds: Int?) {
        #expect(CivilTime(named: name)?.offset(at: 0) == seconds)
    }

    @Test func `a zone that nobody knows is told, and is no reason to say that nothing was changed`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let text =
            #"{"metadata":{"version":"1.0"},"entries":[{"creationDate":"2026-03-14T10:00:00Z","timeZone":"Mars/Base","text":"a","uuid":"A"}]}"#
        let receipt = try await open.importEntries(source(vault, vault.scratch.write(text, to: "Journal.json")))
        #expect(receipt.count(.changed) == 1)
        #expect(receipt.lines.first?.why == "its zone 'Mars/Base' is not known here: Europe/Vienna was taken")
    }

    // ---- what is here already ----

    @Test func `what a source says beside the same words is merged, or named where the entry says otherwise`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        _ = try await open.add(NewEntry(text: "Sea", moment: .of("2026-03-14 10:00"), tags: [.of("walk")]))
        let table = "text,date,mood,tags\nSea,2026-03-14 10:00,happy,swim\n"
        let merged = try await open.importEntries(source(vault, vault.scratch.write(table, to: "a.csv")))
        #expect(merged.lines.map(\.outcome) == [.merged])
        #expect(merged.lines.first?.why == "here already; added from the source: mood, tags")
        let entry = try #require(try await entries(open).first)
        #expect(entry.mood?.name == "happy" && entry.tags.map(\.name) == ["swim", "walk"])
        let other = "text,date,mood,tags\nSea,2026-03-14 10:00,sad,sun\n"
        let left = try await open.importEntries(source(vault, vault.scratch.write(other, to: "b.csv")))
        #expect(left.lines.first?.outcome == .merged && left.lines.first?.why?.hasSuffix("; not taken: the mood 'sad'") == true)
        #expect(try await entries(open).count == 1)
    }

    @Test func `what an owner took away after an import does not come back, and the receipt says so`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let path = try vault.scratch.write("[2026-03-14 10:00] Sea. With @mira.\n", to: "journal.txt")
        _ = try await open.importEntries(source(vault, path))
        let stored = try #require(try await open.entries(Selection()).list.first)
        var change = EntryChange()
        change.removedTags = stored.entry.tags
        _ = try await open.change(stored.id, change)
        let again = try await open.importEntries(source(vault, path))
        #expect(again.lines.first?.why == "here already; not taken: the tag #mira")
        #expect(again.hereAlready == 0 && again.remarks.count == 1)
    }

    @Test func `many records of one reason are told in one line`() {
        var receipt = Receipt(format: "x")
        for number in 0..<100 {
            receipt.add(.init(source: "line \(number)", outcome: .changed, why: "the same"))
            receipt.add(.init(source: "line \(number)", outcome: .skipped, why: "here already"))
            if number < 3 { receipt.add(.init(source: "row \(number)", outcome: .skipped, why: "rare")) }
        }
        #expect(receipt.remarks.map(\.count) == [100, 1, 1, 1])
        #expect(receipt.remarks.map(\.source) == ["line 0", "row 0", "row 1", "row 2"])
        #expect(receipt.hereAlready == 100)
    }

    // ---- our own notes, and jrnl's tags ----

    @Test func `notes of our own come back as the entries that they were, and add nothing where they are`() async throws {
        let given = try await FullVault(health: false)
        let place = try #require(Place(name: "Café, Vienna", latitude: 48.25, longitude: 16.5))
        let journey =
            #"{"date_journal":1773519330250,"timezone":"Europe/Vienna","text":"Here","id":"1","address":"Café, Vienna","lat":48.25,"lon":16.5}"#
        _ = try await given.open.importEntries(source(given.vault, given.vault.scratch.write(journey, to: "1.json"), .journey))
        let target = given.vault.scratch.path + "/notes"
        _ = try await given.open.export(ExportRequest(.markdown), to: target)
        given.vault.clock.advance(days: 3)
        let before = try await given.open.entries(Selection()).list
        let again = try await given.open.importEntries(source(given.vault, target))
        #expect(again.hereAlready == before.count && again.read == before.count, "\(again.remarks)")
        let other = try TestVault(zone: "Pacific/Apia", now: given.vault.clock.now, seed: 5)
        let open = try other.create()
        _ = try await open.importEntries(source(other, target))
        let known = try await open.entries(Selection()).list
        let facts = { (stored: StoredEntry) in "\(stored.id) \(stored.created) \(stored.modified)" }
        #expect(Set(known.map(facts)) == Set(before.map(facts)))
        #expect(known.compactMap(\.entry.place) == [place])
    }

    @Test func `the signs that begin a tag are those of the option, else those of jrnl's settings beside the journal`() throws {
        let folder = try SampleFolder()
        let path = try folder.write("journal.txt", "[2026-03-14 10:00] A +walk with @mira and #soup.\n")
        let tags = { (said: String?) in
            try readSource(path) { $0.tagSymbols = said }.output.records.first?.tags.map(\.name) ?? []
        }
        #expect(try tags(nil) == ["mira", "soup"])
        #expect(try tags("+") == ["walk"])
        try folder.write("jrnl.yaml", "journals:\n  default: journal.txt\ntagsymbols: '@+'\nversion: v4.1\n")
        #expect(try tags(nil) == ["mira", "walk"])
        #expect(try tags("#") == ["soup"])
        #expect(!JrnlSettings.areSymbols("a") && !JrnlSettings.areSymbols("") && !JrnlSettings.areSymbols("# "))
        try folder.write("jrnl.yaml", "tagsymbols: abc\n")
        #expect(try tags(nil) == ["mira", "soup"])
    }
}
