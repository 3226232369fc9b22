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

/// Importing again with `updates`: what has changed in the source changes here, and what its owner changed here stays.
@Suite struct UpdateImportTests {
    private let vault: TestVault
    private let open: OpenVault

    init() throws {
        vault = try TestVault()
        open = try vault.create()
    }

    private func dayOne(_ text: String, _ members: String = "", date: String = "2026-03-14T20:05:00Z") throws -> String {
        let json =
            "{\"metadata\": {\"version\": \"1.0\"}, \"entries\": [{\"uuid\": \"A1\", \"creationDate\": \"\(date)\", \"text\": \"\(text)\"\(members)}]}"
        try vault.scratch.write(json, to: "dayone/Journal.json")
        return vault.scratch.path + "/dayone"
    }

    private func take(
        _ path: String, _ format: ImportFormat? = nil, updates: Bool = true, dryRun: Bool = false,
        moods: MoodMap = MoodMap(), into vault: OpenVault? = nil
    ) async throws -> Receipt {
        var options = ImportOptions(surroundings: self.vault.surroundings)
        (options.updates, options.moods) = (updates, moods)
        return try await (vault ?? open).importEntries(ImportSource(path: path, format: format, options: options), dryRun: dryRun)
    }

    private func only() async throws -> StoredEntry {
        let list = try await open.entries(Selection()).list
        #expect(list.count == 1)
        return try #require(list.first)
    }

    private func line(_ receipt: Receipt) throws -> String {
        let line = try #require(receipt.lines.first)
        return line.outcome.rawValue + ": " + (line.why ?? "")
    }

    private func change(_ id: RecordID, _ set: @Sendable (inout EntryChange) -> Void) async throws {
        var change = EntryChange()
        set(&change)
        _ = try await open.change(id, change)
    }

    @Test func `what has changed in the source is changed, and the old text stays in History`() async throws {
        _ = try await take(dayOne("Rain.", ", \"tags\": [\"walk\"]"))
        let path = try dayOne("Rain, then sun.", ", \"tags\": [\"sea\"], \"starred\": true", date: "2026-03-15T20:05:00Z")
        // Without updating nothing is changed.
        #expect(
            try await line(take(path, updates: false))
                == "skipped: here already; the source has another text now, which was not taken; not taken: the tag #sea, the star"
        )
        let dry = try await take(path, dryRun: true)
        #expect(try await only().entry.text == "Rain.")
        let real = try await take(path)
        #expect(dry.lines.map(\.why) == real.lines.map(\.why) && dry.lines.map(\.outcome) == real.lines.map(\.outcome))
        #expect(try line(real) == "merged: here already; updated from the source: text, time, star, tags")
        let entry = try await only()
        #expect(entry.entry.text == "Rain, then sun." && entry.entry.starred && entry.entry.tags == [.of("sea")])
        #expect(entry.entry.day.iso == "2026-03-15")
        #expect(try await open.history(entry.id).compactMap(\.write.value.string) == ["Rain, then sun.", "Rain."])
        let operations = try await open.status().operations
        #expect(try await line(take(path)) == "skipped: here already")
        #expect(try await line(take(path, updates: false)) == "skipped: here already")
        #expect(try await open.status().operations == operations)
    }

    @Test func `what its owner changed here stays, and the receipt says so`() async throws {
        _ = try await take(dayOne("Rain.", ", \"tags\": [\"walk\", \"wet\"]"))
        let id = try await only().id
        try await change(id) { $0.text = "Rain, and I was late." }
        try await change(id) { ($0.addedTags, $0.removedTags) = ([.of("own")], [.of("walk")]) }
        // The source is as it was: nothing to say.
        #expect(try await line(take(dayOne("Rain.", ", \"tags\": [\"walk\", \"wet\"]"))) == "skipped: here already")
        // Only the text has changed in both.
        let path = try dayOne("Rain, then sun.", ", \"tags\": [\"walk\", \"sea\"]")
        let receipt = try await take(path)
        #expect(
            try line(receipt)
                == "merged: here already; updated from the source: tags; changed both here and in the source, so that what is here stays: text"
        )
        #expect(try await only().entry.text == "Rain, and I was late.")
        #expect(try await only().entry.tags == [.of("own"), .of("sea")])
        #expect(
            try await line(take(path))
                == "skipped: here already; changed both here and in the source, so that what is here stays: text")
        // Once both say the same, it is updated again.
        try await change(id) { $0.text = "Rain, then sun." }
        #expect(try await line(take(path)) == "skipped: here already")
    }

    @Test func `an entry that was deleted here stays deleted`() async throws {
        _ = try await take(dayOne("Rain."))
        _ = try await open.delete(only().id)
        let receipt = try await take(dayOne("Rain, then sun."))
        #expect(try line(receipt) == "skipped: here already, in Recently deleted")
    }

    @Test func `files that came in the source are added, and none that was taken away here`() async throws {
        func shown(_ names: [String]) throws -> String {
            for name in names { try vault.scratch.write("PNG " + name, to: "dayone/photos/" + name + ".png") }
            let photos = names.map { "{\"identifier\": \"\($0)\", \"md5\": \"\($0)\", \"type\": \"png\"}" }.joined(
                separator: ", ")
            return ", \"photos\": [\(photos)]"
        }
        func words(_ names: [String]) -> String { names.map { "![](dayone-moment://\($0))" }.joined(separator: " ") }
        _ = try await take(dayOne(words(["a", "b"]), shown(["a", "b"])))
        let entry = try await only()
        #expect(entry.attachments.count == 2)
        let first = entry.attachments[0]
        try await change(entry.id) { $0.removedAttachments = [first] }
        let receipt = try await take(dayOne(words(["a", "b", "c"]), shown(["a", "b", "c"])))
        #expect(try line(receipt) == "merged: here already; updated from the source: text, files")
        #expect(try await open.attachments(of: only()).map(\.name) == ["b.png", "c.png"])
    }

    @Test func `the number of a mood is updated as well, and one that was changed here stays`() async throws {
        let path = vault.scratch.path + "/diary.csv"
        func table(_ mood: Int) throws {
            try vault.scratch.write("id,date,text,mood\n1,2026-03-14 20:05,Rain.,\(mood)\n", to: "diary.csv")
        }
        var moods = MoodMap()
        for (name, level) in [("1", 1), ("4", 4), ("5", 5)] { _ = moods.set(name, .level(level)) }
        try table(4)
        _ = try await take(path, moods: moods)
        let made = try await only()
        #expect(made.entry.moodScore == 8 && made.entry.mood?.name == "4")
        #expect(try await open.records(CheckIn.self).isEmpty, "one mood, not two")
        try table(5)
        #expect(try await line(take(path, moods: moods)) == "merged: here already; updated from the source: mood, mood number")
        #expect(try await only().entry.moodScore == 10)
        try await change(made.id) { $0.moodScore = .some(3) }
        try table(1)
        #expect(
            try await line(take(path, moods: moods))
                == "merged: here already; updated from the source: mood; changed both here and in the source, so that what is here stays: mood number"
        )
        #expect(try await only().entry.moodScore == 3)
    }

    @Test func `a row of a table is found by its id on its day, and its text by either import`() async throws {
        let path = vault.scratch.path + "/diary.csv"
        try vault.scratch.write("id,date,text\n1,2026-03-14 20:05,Rain.\n2,2026-03-15,Sun.\n", to: "diary.csv")
        _ = try await take(path, updates: false)
        // The same id on another day is another row: numbers begin again in every table.
        try vault.scratch.write("id,date,text\n1,2026-03-14 20:05,Rain all day.\n2,2026-04-15,Wind.\n", to: "diary.csv")
        let receipt = try await take(path)
        #expect(receipt.lines.map(\.outcome) == [.merged, .kept])
        #expect(try await open.texts() == ["Wind.", "Sun.", "Rain all day."])
        for updates in [false, true] {
            #expect(try await take(path, updates: updates).lines.map(\.why) == ["here already", "here already"])
        }
    }

    @Test func `a note is found by its path on its day`() async throws {
        try vault.scratch.write("Rain.", to: "notes/Café/2026-03-14.md")
        _ = try await take(vault.scratch.path + "/notes", updates: false)
        try vault.scratch.write("Rain, then sun.", to: "notes/Café/2026-03-14.md")
        try vault.scratch.write("Another vault.", to: "others/Café/2026-03-14.md")
        #expect(try await line(take(vault.scratch.path + "/notes")) == "merged: here already; updated from the source: text")
        #expect(try await take(vault.scratch.path + "/others").lines.map(\.outcome) == [.kept])
        #expect(try await open.texts().sorted() == ["Another vault.", "Rain, then sun."])
    }

    /// Changes the words of the note of 14 March in an own export.
    private func changeNote(in folder: String) throws {
        let note = try #require(
            Folder.paths(below: folder).first { $0.hasSuffix(".md") && $0.contains("2026-03-14") })
        let text = String(decoding: try contents(of: folder + "/" + note), as: UTF8.self)
        try Data(text.replacing("Rain.", with: "Rain, then sun.").utf8).write(to: URL(fileURLWithPath: folder + "/" + note))
    }

    @Test func `a note of an own export that was changed outside is taken, unless the entry was changed since`() async throws {
        let added = try await open.add(NewEntry(text: "Rain.", moment: .of("2026-03-14 20:05")))
        let folder = vault.scratch.path + "/own"
        _ = try await open.export(ExportRequest(.markdown), to: folder)
        #expect(try await line(take(folder, .markdown)) == "skipped: here already")
        try changeNote(in: folder)
        #expect(try await line(take(folder, .markdown)) == "merged: here already; updated from the source: text")
        // It says what it said before.
        try await change(added.id) { $0.text = "Mine." }
        #expect(try await line(take(folder, .markdown)) == "skipped: here already")
        #expect(try await only().entry.text == "Mine.")
    }

    @Test func `a note of an own export that was changed outside and here stays as it is here`() async throws {
        let added = try await open.add(NewEntry(text: "Rain.", moment: .of("2026-03-14 20:05")))
        let folder = vault.scratch.path + "/own"
        _ = try await open.export(ExportRequest(.markdown), to: folder)
        try changeNote(in: folder)
        vault.clock.advance(days: 1)
        try await change(added.id) { $0.text = "Mine." }
        #expect(
            try await line(take(folder, .markdown))
                == "skipped: here already; changed here since it was imported, so that what is here stays: text")
        #expect(try await only().entry.text == "Mine.")
    }

    @Test func `records without an id are told to come in as new ones`() async throws {
        try vault.scratch.write("[2026-03-14 21:05] Rain.\n\n[2026-03-15 21:05] Sun.\n", to: "journal.txt")
        let receipt = try await take(vault.scratch.path + "/journal.txt")
        #expect(receipt.findings == [.withoutIdentity(2)])
    }
}
