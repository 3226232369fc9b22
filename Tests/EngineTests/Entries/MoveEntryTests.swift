import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import Records
import Testing

@Suite struct MoveEntryTests {
    private let vault: TestVault
    private let open: OpenVault

    init() throws {
        vault = try TestVault()
        open = try vault.create()
    }

    private func read(_ id: RecordID, of entry: RecordID) async throws -> String {
        let reading = try await open.openAttachment(id, of: entry)
        var bytes: [UInt8] = []
        while let piece = try await reading.next() { bytes += piece }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `an entry moves with everything in it, and the original can be restored with its history`() async throws {
        let other = try await open.createJournal(named: "Work")
        let file = try vault.scratch.write("in a file", to: "a.txt")
        let new = NewEntry(
            text: "first", moment: try .of("2026-03-02 08:00"), mood: .of("sad"), tags: [.of("walk")], starred: true,
            attachments: [file])
        let first = try await open.add(new)
        try await open.addNote("a note", to: first.id)
        vault.clock.advance(seconds: 90)
        var change = EntryChange()
        change.text = "second"
        let original = try await open.change(first.id, change)
        vault.clock.advance(days: 3)
        let moved = try await open.move(original.id, to: other.id)
        #expect(moved.journal == other.id && moved.id != original.id && moved.entry == original.entry)
        #expect(moved.created == original.created && moved.modified == original.modified && moved.deleted == nil)
        let files = try await open.attachmentList(of: moved)
        #expect(files.map(\.name) == ["a.txt"] && files[0].id != original.attachments[0])
        #expect(try await read(files[0].id, of: moved.id) == "in a file")
        #expect(try await open.notes(of: moved.id).map(\.stored.note.text) == ["a note"])
        #expect(try await open.notes(of: moved.id).allSatisfy { $0.isYours && $0.stored.writtenBy == nil })
        #expect(try await open.texts() == ["second"])
        #expect(try await open.journals().map(\.entries) == [0, 1])
        let gone = try #require(try await open.recentlyDeleted().first)
        #expect(gone.id == original.id && gone.movedTo == moved.id)
        #expect(try await open.history(original.id).count == 2)
        #expect(try await open.history(moved.id).count == 1)
        #expect(try await open.move(moved.id, to: other.id) == moved, "it is there already")
        let (repaired, report) = try await vault.repair()
        #expect(report.isWhole)
        #expect(try await repaired.find(moved.id.description) == moved)

        // Back, with nothing left behind.
        let restored = try await repaired.restore(original.id)
        #expect(restored.entry == original.entry && restored.movedTo == nil && restored.deleted == nil)
        #expect(try await repaired.recentlyDeleted().map(\.id) == [moved.id])
        #expect(try await repaired.texts() == ["second"])
        // A copy that was there before is left alone.
        let again = try await repaired.move(original.id, to: other.id)
        #expect(again.id != moved.id)
        #expect(try await repaired.texts() == ["second"])
    }

    @Test func `a copy that was changed since stays when the original is restored`() async throws {
        let other = try await open.createJournal(named: "Work")
        let original = try await open.add(NewEntry(text: "one"))
        let moved = try await open.move(original.id, to: other.id)
        var change = EntryChange()
        change.text = "two"
        _ = try await open.change(moved.id, change)
        _ = try await open.restore(original.id)
        #expect(Set(try await open.texts()) == ["one", "two"])
    }

    @Test func `a copy whose note was changed since stays when the original is restored`() async throws {
        let other = try await open.createJournal(named: "Work")
        let original = try await open.add(NewEntry(text: "one"))
        try await open.addNote("as it was", to: original.id)
        let moved = try await open.move(original.id, to: other.id)
        try await open.changeNote(try #require(try await open.notes(of: moved.id).first).stored.id, to: "and then")
        _ = try await open.restore(original.id)
        #expect(try await open.texts() == ["one", "one"])
    }

    @Test func `the last entry is the one that was written last, moved or not`() async throws {
        let other = try await open.createJournal(named: "Work")
        let old = try await open.add(NewEntry(text: "old"))
        _ = try await open.add(NewEntry(text: "new"))
        _ = try await open.move(old.id, to: other.id)
        #expect(try await open.find("last").entry.text == "new")
        let moved = try await open.move(try await open.find("last").id, to: other.id)
        #expect(try await open.find("last").id == moved.id)
        let home = try #require(try await open.journals().first)
        let back = try await open.move(moved.id, to: home.id)
        #expect(try await open.find("last").id == back.id)
        _ = try await open.restore(moved.id)
        #expect(try await open.find("last").id == moved.id)
    }

    @Test func `what cannot be moved stays as it is`() async throws {
        let other = try await open.createJournal(named: "Work")
        let id = try await open.add(NewEntry(text: "one", attachments: [try vault.scratch.write("x", to: "x.txt")])).id
        try await open.keep(Draft(text: "not saved yet"), as: Draft.Name(id))
        await #expect(throws: JournalError.unsavedChanges(id)) { try await open.move(id, to: other.id) }
        try await open.dropDraft(Draft.Name(id))
        for name in names(in: vault.location.attachments) {
            try FileManager.default.removeItem(atPath: vault.location.attachments + "/" + name)
        }
        await #expect(throws: EngineError.attachmentMissing(name: "x.txt")) { try await open.move(id, to: other.id) }
        #expect(names(in: vault.location.attachments).isEmpty, "no half of it")
        #expect(try await open.journals().map(\.entries) == [1, 0])
        _ = try await open.delete(id)
        await #expect(throws: EngineError.entryDeleted(id)) { try await open.move(id, to: other.id) }
        let nowhere = JournalID(firstBytesOf: [UInt8](repeating: 7, count: 16))
        let more = try await open.add(NewEntry(text: "two")).id
        await #expect(throws: EngineError.self) { try await open.move(more, to: nowhere) }
        #expect(try await open.texts() == ["two"])
    }

    @Test func `another import of the same file does not bring back what was moved`() async throws {
        let other = try await open.createJournal(named: "Work")
        let path = try vault.scratch.write("[2026-03-02 08:00] One.\n\n[2026-03-03 08:00] Two.\n\n", to: "a.txt")
        func importAgain() async throws -> Receipt {
            try await open.importEntries(ImportSource(path: path, format: .jrnl, surroundings: vault.surroundings))
        }
        #expect(try await importAgain().count(.kept) == 2)
        let one = try #require(try await open.entries(.search("One")).list.first)
        _ = try await open.move(one.id, to: other.id)
        #expect(try await importAgain().count(.kept) == 0)
        #expect(try await open.texts() == ["Two.", "One."])
    }

    @Test func `two devices that move the same entry at the same time have it once`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let work = try await first.createJournal(named: "Work")
        let file = try firstVault.scratch.write("in a file", to: "a.txt")
        let original = try await first.add(NewEntry(text: "one", attachments: [file]))
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        defer { withExtendedLifetime(secondVault) {} }
        for device in [second, first, second] { try await relay.round(device) }
        let here = try await first.move(original.id, to: work.id)
        let there = try await second.move(original.id, to: work.id)
        #expect(here.id == there.id)
        for device in [first, second, first, second] { try await relay.round(device) }
        for device in [first, second] {
            #expect(try await device.texts() == ["one"])
            let entry = try await device.find(here.id.description)
            #expect(entry.attachments.count == 1 && entry.journal == work.id)
            #expect(try await device.recentlyDeleted().map(\.movedTo) == [here.id])
        }
    }

    @Test func `nothing goes to a journal that one only reads, and nothing of someone else's leaves`() async throws {
        let (relay, people) = (try await TestRelay(), SharingTests())
        let ben = try await people.first(relay)
        let entry = try await ben.add(NewEntry(text: "by Ben"))
        let journal = try await ben.journalToShare(nil)
        let (_, ann) = try people.person(7)
        let own = try await ann.add(NewEntry(text: "by Ann"))
        try await people.join(ann, try await people.invited(ben, as: .reader, through: relay), as: "Ann", of: ben, through: relay)
        await #expect(throws: SharingError.role(.reader)) { try await ann.move(own.id, to: journal) }
        await #expect(throws: SharingError.role(.reader)) { try await ann.checkMove(of: [own], to: journal) }
        let stored = try await ann.find(entry.id.description)
        await #expect(throws: SharingError.role(.reader)) { try await ann.requireWriting([stored]) }
        let (_, eve) = try people.person(8)
        try await people.join(eve, try await people.invited(ben, as: .editor, through: relay), as: "Eve", of: ben, through: relay)
        let home = try #require(try await eve.journals().first).id
        await #expect(throws: JournalError.othersEntry(entry.id, author: "Ben")) { try await eve.move(entry.id, to: home) }

        // Her own entry is in the shared journal then, with its notes; Ben reads both.
        let mine = try await eve.add(NewEntry(text: "by Eve", journal: home))
        try await eve.addNote("to myself", to: mine.id)
        let moved = try await eve.move(mine.id, to: journal)
        for device in [eve, ben] { try await relay.round(device) }
        #expect(try await ben.find(moved.id.description).entry.text == "by Eve")
        #expect(try await ben.notes(of: moved.id).map(\.stored.note.text) == ["to myself"])
        // Ben's note goes back with it, and says whose it is.
        try await ben.addNote("from Ben", to: moved.id)
        for device in [ben, eve] { try await relay.round(device) }
        let back = try await eve.move(moved.id, to: home)
        // Both are of one moment, in any order.
        #expect(Set(try await eve.notes(of: back.id).map(\.stored.writtenBy)) == [nil, "Ben"])
        for device in [eve, ben] { try await relay.round(device) }
        #expect(try await ben.texts() == ["by Ben"])
    }
}
