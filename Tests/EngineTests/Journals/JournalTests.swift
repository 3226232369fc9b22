import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Store
import Testing
import Vault

/// Several journals in one vault: making, naming, choosing, finding.
@Suite struct SeveralJournalTests {
    private let vault: TestVault
    private let open: OpenVault

    init() throws {
        vault = try TestVault()
        open = try vault.create()
    }

    private func first() async throws -> JournalSummary { try #require(try await open.journals().first) }

    @Test func `a vault begins with one journal, which has a name before anybody gives it one`() async throws {
        let only = try await open.journals()
        #expect(only.count == 1)
        let journal = try await first()
        #expect(
            journal.name == "Journal" && journal.isFirst && journal.isDefault && journal.entries == 0 && journal.lastDay == nil)
    }

    @Test func `a journal that was made takes entries, is counted by itself, and is there at the next opening`() async throws {
        let made = try await open.createJournal(named: "  Symptoms ")
        #expect(made.name == "Symptoms" && !made.isFirst && !made.isDefault)
        _ = try await open.add(NewEntry(text: "mine"))
        let stored = try await open.add(NewEntry(text: "a headache", moment: .of("2026-03-02 08:00"), journal: made.id))
        #expect(stored.journal == made.id)
        let again = try vault.open()
        let list = try await again.journals()
        #expect(list.map(\.name) == ["Journal", "Symptoms"] && list.map(\.entries) == [1, 1])
        #expect(list[1].lastDay == .of("2026-03-02"))
        #expect(try await again.texts(Selection(journals: [made.id])) == ["a headache"])
        #expect(try await again.texts() == ["mine", "a headache"])
        #expect(try await again.onThisDay(.of("2027-03-02"), journal: list[0].id).isEmpty)
        #expect(try await again.onThisDay(.of("2027-03-02"), journal: made.id).count == 1)
        #expect(try await vault.repair().report.isWhole)
    }

    @Test func `nothing is ever sealed under a new journal's first key, and its own name is sealed`() async throws {
        let made = try await open.createJournal(named: "Symptoms")
        let insides = try VaultInsides(vault)
        #expect(insides.keys.body.epochs(of: made.id.bytes) == [2])
        let log = try insides.store.controlOperations(of: made.id).map { try Operation(reading: $0.bytes) }
        #expect(log.map(\.header.position) == [1, 2])
        var control = try ControlLog(founding: log[0])
        try control.take(log[1])
        #expect(control.epoch == 2 && control.genesis.journal == made.id)
        for name in names(in: vault.folder) where name != "attachments" {
            #expect(!String(decoding: try contents(of: vault.folder + "/" + name), as: UTF8.self).contains("Symptoms"))
        }
    }

    @Test func `a journal is found by its name, the beginning of its name, or of its id`() async throws {
        let work = try await open.createJournal(named: "Work")
        let walks = try await open.createJournal(named: "Walks")
        let wo = try await open.createJournal(named: "Wo")
        let home = try await first().id
        for (typed, id) in [
            ("Work", work.id), ("wORK", work.id), ("wor", work.id), ("walk", walks.id), ("Wo", wo.id), ("jour", home),
            (String(work.id.description.prefix(5)), work.id), (walks.id.description.uppercased(), walks.id),
        ] {
            #expect(try await open.journal(matching: typed) == id, "\(typed)")
            #expect(try await open.journal(named: typed) == id, "\(typed)")
        }
        #expect(try await open.journal(named: nil) == nil)
        for typed in ["", " ", "nothing", "Worker"] {
            await #expect(throws: EngineError.noSuchJournal(typed)) { try await open.journal(matching: typed) }
        }
        await #expect {
            try await open.journal(matching: "w")
        } throws: { error in
            guard case JournalError.ambiguous("w", let names) = error else { return false }
            return names.count == 3
        }
    }

    @Test(arguments: ["", "  ", "two\nlines", String(repeating: "x", count: 61)])
    func `what cannot be a name makes no journal and changes none`(typed: String) async throws {
        await #expect(throws: JournalError.self) { try await open.createJournal(named: typed) }
        let home = try await first()
        await #expect(throws: JournalError.self) { try await open.renameJournal(home.id, to: typed) }
        #expect(try await open.journals() == [home])
        #expect(try VaultInsides(vault).log().count == 1)
    }

    @Test func `a journal gets another name, and two cannot have the same, whatever its capitals`() async throws {
        let made = try await open.createJournal(named: "Symptoms")
        #expect(try await open.renameJournal(made.id, to: "Pain").name == "Pain")
        #expect(try await open.renameJournal(made.id, to: "PAIN").name == "PAIN")
        #expect(try await open.renameJournal(first().id, to: "Diary").name == "Diary")
        #expect(try await vault.open().journalNames().map(\.name) == ["Diary", "PAIN"])
        await #expect(throws: JournalError.nameTaken("diary")) { try await open.createJournal(named: "diary") }
        await #expect(throws: JournalError.nameTaken("pain")) { try await open.renameJournal(first().id, to: "pain") }
        #expect(try await open.createJournal(named: String(repeating: "é", count: 60)).name.count == 60)
    }

    @Test func `what is new comes into the journal that was chosen, and settings, templates and medicines stay where they are`()
        async throws
    {
        let home = try await first().id
        try await open.addTemplate(Template(name: "Morning", text: "I am grateful for"))
        try await open.setPreferences { $0.idleMinutes = 7 }
        let made = try await open.createJournal(named: "Symptoms")
        #expect(try await open.useJournal(made.id).isDefault)
        let again = try vault.open()
        #expect(try await again.journals().map(\.isDefault) == [false, true])
        #expect(try await again.preferences().idleMinutes == 7)
        #expect(try await again.templates().map(\.value.name) == ["Morning"])
        let moment = try Moment.of("2026-03-14 08:00")
        let symptom = SymptomEntry(
            instant: moment.instant, zone: moment.zone, day: moment.day, symptom: "headache", severity: 3)
        let checkIn = CheckIn(instant: moment.instant, zone: moment.zone, day: moment.day, mood: 4)
        #expect(try await again.add(NewEntry(text: "new")).journal == made.id)
        #expect(try await again.add(symptom).journal == made.id)
        #expect(try await again.add(checkIn, in: home).journal == home)
        #expect(try await again.add(Medication(name: "Metformin")).journal == home)
        #expect(try await again.records(SymptomEntry.self).count == 1)
        try await again.setPreferences { $0.idleMinutes = 9 }
        #expect(try await again.useJournal(home).isFirst)
        #expect(try await vault.open().preferences().idleMinutes == 9)
    }

    @Test func `what is learnt from a mood stays in the first journal, whichever the entry is in`() async throws {
        let made = try await open.createJournal(named: "Other")
        let text = "Could not sleep, my heart was racing and I was so scared before the exam"
        try #require(try await open.moodHint(for: text) != nil)
        _ = try await open.add(NewEntry(text: text, mood: .of("angry"), journal: made.id))
        #expect(try await open.moodLearning().outcomes.count == 1)
        let home = try await first().id
        let records = try VaultInsides(vault).store.records(kind: "mood_learning")
        #expect(records.map(\.journal) == [home])
    }

    @Test func `files that came before a journal was chosen are sealed anew for it, and nothing else is left`() async throws {
        let made = try await open.createJournal(named: "Other")
        let bytes = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let upload = try await open.beginAttachment(name: "scan.png", limit: bytes.count)
        try await upload.write(bytes)
        let staged = try await upload.finish()
        let stored = try await open.add(resealing: NewEntry(text: "with a file", staged: [staged], journal: made.id))
        #expect(stored.journal == made.id && stored.attachments == [staged.id])
        let files = names(in: vault.location.attachments)
        #expect(files == [try await open.attachment(staged.id, of: stored.id).hash])
        let reading = try await open.openAttachment(staged.id, of: stored.id)
        var read: [UInt8] = []
        while let piece = try await reading.next() { read += piece }
        #expect(read == bytes)
        // One whose text cannot be saved leaves the file where it was.
        let second = try await open.beginAttachment(name: "b.png", limit: 10)
        try await second.write([1, 2, 3])
        let waiting = try await second.finish()
        let before = names(in: vault.location.attachments)
        await #expect(throws: EngineError.entry(.textEmpty)) {
            try await open.add(resealing: NewEntry(text: " ", staged: [waiting], journal: made.id))
        }
        #expect(names(in: vault.location.attachments) == before)
    }
}
