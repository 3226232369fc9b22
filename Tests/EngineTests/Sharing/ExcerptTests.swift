import Engine
import Findings
import Foundation
import Journal
import Ledger
import Records
import Sync
import Testing
import Vault

/// Part of a log that somebody reads for a time: what gets into it, what leaves it, and its end.
@Suite struct ExcerptTests {
    private let relay: TestRelay
    private let owner: TestVault
    private let ben: OpenVault
    private let reader: TestVault
    private let clinician: OpenVault

    init() async throws {
        relay = try await TestRelay()
        (owner, ben) = try await relay.firstDevice()
        reader = try TestVault(seed: 7)
        clinician = try reader.create()
    }

    /// 2026-03-14 is today.
    private func plan(
        _ parts: Set<ExcerptPlan.Part> = [.symptoms, .medicines], tags: [Journal.Tag] = [], days: Int = 90,
        until: String = "2026-03-20"
    ) throws -> ExcerptPlan {
        ExcerptPlan(name: "For Dr Gruber", parts: parts, tags: tags, days: days, until: try #require(LocalDay(iso: until)))
    }

    private func tag(_ name: String) throws -> Journal.Tag {
        let tag: Journal.Tag? = .init(name)
        return try #require(tag)
    }

    private func pass(days: Int64) {
        for clock in [owner.clock, reader.clock, relay.clock] { clock.advance(days: days) }
    }

    /// Makes it, and lets the clinician in.
    private func share(_ plan: ExcerptPlan) async throws -> JournalID {
        let made = try await ben.makeExcerpt(plan, label: "Dr Gruber", name: "Ben")
        try await relay.round(ben)
        let transport = relay.transport()
        try await clinician.ask(made.link, as: "Dr Gruber", over: { _ in transport })
        let question = try #require(try await ben.questions(over: { _ in transport }).first)
        #expect(question.role == .reader && question.history == .all)
        try await ben.approve(question)
        for vault in [ben, clinician, ben] { try await relay.round(vault) }
        return made.excerpt.journal
    }

    private func symptoms(_ vault: OpenVault, _ journal: JournalID) async throws -> [String] {
        try await vault.excerptRecords(of: journal).compactMap {
            if case .symptom(let symptom) = $0.content { "\(symptom.symptom) \(symptom.severity)" } else { nil }
        }
    }

    @Test func `a clinician reads the chosen kinds and fields, and nothing else`() async throws {
        var symptom = try owner.symptom("Migraine", 7, after: -600)
        (symptom.note, symptom.menstruation) = ("SECRET-NOTE", true)
        try await ben.add(symptom)
        var check = try owner.checkIn(mood: 6, craving: 2, triggers: ["SECRET-TRIGGER"])
        check.note = "SECRET-NOTE"
        try await ben.add(check)
        let medicine = try await ben.add(Medication(name: "Sumatriptan", strength: "50 mg", asNeeded: true, notes: "SECRET-NOTE"))
        try await ben.take(medicine, note: "SECRET-NOTE")
        _ = try await ben.add(NewEntry(text: "SECRET-TEXT", mood: Mood("happy"), tags: [try tag("walk")]))
        let journal = try await share(plan())

        let records = try await clinician.excerptRecords(of: journal)
        #expect(records.count == 3)
        #expect(Set(records.compactMap { $0.fields["kind"]?.string }) == ["symptom_entry", "medication", "intake"])
        #expect(try await symptoms(clinician, journal) == ["Migraine 7"])
        let all = records.map { String(decoding: JSON.object($0.fields).bytes, as: UTF8.self) }.joined()
        #expect(!all.contains("SECRET") && !all.contains("menstruation"))
        // Nothing of it is in lists, searches or counts of either of them.
        #expect(try await clinician.texts().isEmpty)
        #expect(try await clinician.records(SymptomEntry.self).isEmpty)
        #expect(try await ben.records(SymptomEntry.self).count == 1)
        #expect(try await ben.texts() == ["SECRET-TEXT"])
        #expect(try await clinician.ownRole(in: journal) == .reader)
        #expect(try await clinician.journals().first { $0.id == journal }?.excerptUntil?.iso == "2026-03-20")
    }

    @Test func `moods come without their texts, entries with a tag with them, and only with that tag`() async throws {
        let (walk, work) = (try tag("walk"), try tag("work"))
        _ = try await ben.add(NewEntry(text: "alone", mood: Mood("sad")))
        owner.clock.advance(seconds: 1)
        _ = try await ben.add(NewEntry(text: "by the river", mood: Mood("happy"), tags: [walk, work]))
        let journal = try await share(plan([.moods], tags: [walk]))
        let entries = try await clinician.excerptRecords(of: journal).compactMap {
            if case .entry(let entry) = $0.content { entry } else { nil }
        }
        #expect(entries.map(\.text) == ["", "by the river"])
        #expect(entries.map { $0.mood?.name } == ["sad", "happy"])
        #expect(entries.map { $0.tags.map(\.name) } == [[], ["walk"]])
    }

    @Test func `a page that is made once shows what an excerpt of the same plan shows`() async throws {
        try await ben.add(try owner.symptom("Migraine", 7, after: -600))
        let medicine = try await ben.add(Medication(name: "Sumatriptan", strength: "50 mg", asNeeded: true))
        try await ben.take(medicine)
        owner.clock.advance(seconds: 1)
        _ = try await ben.add(NewEntry(text: "by the river", mood: Mood("happy"), tags: [try tag("walk")]))
        let plan = try plan([.symptoms, .medicines, .moods], tags: [try tag("walk")])
        let journal = try await share(plan)
        let shown = try await ben.recordsShown(by: plan)
        #expect(try await clinician.excerptRecords(of: journal) == shown)
        #expect(
            shown.map(\.words) == [
                "Sumatriptan 50 mg, as needed", "Migraine 7", "Sumatriptan 50 mg taken", "by the river  happy #walk",
            ])
        #expect(shown.map { $0.clock == nil } == [true, false, false, false])
    }

    @Test func `what came from a journal goes from the excerpt when the journal is removed`() async throws {
        let therapy = try await ben.createJournal(named: "Therapy").id
        try await ben.add(try owner.symptom("Panic", 6, after: -600), in: therapy)
        try await ben.add(try owner.symptom("Migraine", 7, after: -500))
        let journal = try await share(plan())
        #expect(try await symptoms(clinician, journal) == ["Panic 6", "Migraine 7"])
        try await ben.destroyJournal(therapy)
        try await relay.round(ben)
        try await ben.removeJournal(therapy)
        for vault in [ben, clinician] { try await relay.round(vault) }
        #expect(try await symptoms(clinician, journal) == ["Migraine 7"])
    }

    @Test func `nobody is let in behind the last day`() async throws {
        let made = try await ben.makeExcerpt(plan(until: "2026-03-14"))
        try await relay.round(ben)
        let transport = relay.transport()
        try await clinician.ask(made.link, as: "Dr Gruber", over: { _ in transport })
        let question = try #require(try await ben.questions(over: { _ in transport }).first)
        pass(days: 1)
        await #expect(throws: SharingError.invitationClosed) { try await ben.approve(question) }
    }

    @Test func `what is changed, deleted, brought back or grows too old follows with the next round`() async throws {
        let first = try await ben.add(try owner.symptom("Migraine", 7, after: -600))
        let second = try await ben.add(try owner.symptom("Nausea", 3, after: -500))
        let journal = try await share(plan(days: 3))
        #expect(try await symptoms(clinician, journal) == ["Migraine 7", "Nausea 3"])

        var changed = first.value
        changed.severity = 4
        try await ben.change(first.id, to: changed)
        try await ben.delete(SymptomEntry.self, second.id)
        for vault in [ben, clinician] { try await relay.round(vault) }
        #expect(try await symptoms(clinician, journal) == ["Migraine 4"])
        try await ben.restore(SymptomEntry.self, second.id)
        for vault in [ben, clinician] { try await relay.round(vault) }
        #expect(try await symptoms(clinician, journal) == ["Migraine 4", "Nausea 3"])

        pass(days: 3)
        for vault in [ben, clinician] { try await relay.round(vault) }
        #expect(try await symptoms(clinician, journal).isEmpty)
        #expect(try await ben.records(SymptomEntry.self).count == 2, "the owner's own stay")
    }

    @Test func `a round in which nothing was logged writes nothing`() async throws {
        try await ben.add(try owner.symptom("Migraine", 7, after: -600))
        _ = try await share(plan())
        try await relay.round(ben)
        let before = try await ben.logPosition()
        for _ in 0..<3 { try await relay.round(ben) }
        #expect(try await ben.logPosition() == before)
    }

    @Test func `another device of the owner keeps it up to date as well`() async throws {
        let journal = try await share(plan())
        let (desk, second) = try await relay.linked(to: ben, seed: 3)
        for vault in [ben, second, ben, second] { try await relay.round(vault) }
        #expect(try await second.excerpts().map(\.journal) == [journal])
        try await second.add(try desk.symptom("Aura", 5, after: -60))
        for vault in [second, clinician] { try await relay.round(vault) }
        #expect(try await symptoms(clinician, journal) == ["Aura 5"])
    }

    @Test func `it ends by itself behind its last day, for everybody, and sync goes on`() async throws {
        try await ben.add(try owner.symptom("Migraine", 7, after: -600))
        let journal = try await share(plan(until: "2026-03-15"))
        let (desk, second) = try await relay.linked(to: ben, seed: 3)
        defer { withExtendedLifetime(desk) {} }
        for vault in [ben, second, ben, second] { try await relay.round(vault) }
        pass(days: 1)
        try await relay.round(ben)
        #expect(try await ben.excerpts().first?.ended == nil, "its last day is open")
        pass(days: 1)
        try await relay.round(ben)
        #expect(try await ben.excerpts().first?.ended != nil)
        #expect(try await ben.shared(journal).members.map(\.role) == [.owner])
        await #expect(throws: SyncFault.accessEnded) { try await relay.round(clinician) }
        #expect(try await !ben.journals().contains { $0.id == journal })
        // Nothing waits for a relay that knows it no more, on no device of the owner.
        for _ in 0..<2 {
            _ = try? await relay.round(second)
            try await relay.round(ben)
        }
        try await relay.round(second)
        #expect(try await ben.syncStatus().waiting == 0)
        #expect(try await second.syncStatus().waiting == 0)
        let client = try await relay.client(of: ben)
        try await client.openSession()
        #expect(try await !client.journals().contains { $0.journal == journal })
        // The owner's copies of copies are gone as well, and the excerpts of a life do not fill the vault.
        for _ in 0..<2 {
            for vault in [ben, second] { try await relay.round(vault) }
        }
        for vault in [ben, second] {
            #expect(try await vault.excerpts().isEmpty)
            await #expect(throws: SharingError.noSuchExcerpt(journal.description)) { try await vault.excerptRecords(of: journal) }
        }
    }

    @Test func `an excerpt that is withdrawn ends at once, and its link with it`() async throws {
        try await ben.add(try owner.symptom("Migraine", 7, after: -600))
        let journal = try await share(plan())
        let other = try await ben.invite(to: journal, as: .reader, history: .all)
        try await relay.round(ben)
        try await ben.endExcerpt(journal)
        try await relay.round(ben)
        await #expect(throws: SyncFault.accessEnded) { try await relay.round(clinician) }
        let transport = relay.transport()
        let stranger = try TestVault(seed: 9)
        let late = try stranger.create()
        await #expect(throws: SharingError.invitationClosed) { try await late.ask(other, as: "Cem", over: { _ in transport }) }
        await #expect(throws: SharingError.noSuchExcerpt("For")) { _ = try await ben.excerpt(named: "For") }
        try await ben.add(try owner.symptom("Aura", 2))
        try await relay.round(ben)
    }

    @Test func `nobody writes into an excerpt by hand, and it takes nothing new by default`() async throws {
        let made = try await ben.makeExcerpt(plan())
        await #expect(throws: SharingError.isExcerpt) {
            var new = NewEntry(text: "lost?")
            new.journal = made.excerpt.journal
            _ = try await ben.add(new)
        }
        await #expect(throws: SharingError.isExcerpt) { try await ben.useJournal(made.excerpt.journal) }
        await #expect(throws: SharingError.isExcerpt) {
            _ = try await ben.invite(to: made.excerpt.journal, as: .editor, history: .all)
        }
        await #expect(throws: SharingError.isExcerpt) {
            try await ben.add(try owner.symptom("Migraine", 1), in: made.excerpt.journal)
        }
    }

    @Test func `a plan that shows nothing, too much, or is over already is refused`() async throws {
        for plan in [try plan([]), try plan([.notes, .cycle])] {
            await #expect(throws: SharingError.emptyExcerpt) { _ = try await ben.makeExcerpt(plan) }
        }
        for plan in [try plan(days: 0), try plan(days: 3651), try plan(until: "2026-03-13")] {
            await #expect(throws: SharingError.badExcerpt) { _ = try await ben.makeExcerpt(plan) }
        }
        #expect(try await ben.journals().count == 1)
        let alone = try TestVault(seed: 11)
        let open = try alone.create()
        await #expect(throws: SyncError.notSet) { _ = try await open.makeExcerpt(try plan()) }
    }

    @Test func `a sealed page is opened by its code alone, and holds no word in clear`() throws {
        let day = try #require(LocalDay(iso: "2026-03-14"))
        let page = SealedPage(html: "<p>Migraine</p>", made: day, until: day)
        guard let code = PageCode(typed: page.code.lowercased().replacing("-", with: " ")) else {
            Issue.record("the code is not read")
            return
        }
        let content = try JSON(reading: try code.open(page.sealed))
        #expect(content["html"]?.string == "<p>Migraine</p>" && content["until"]?.string == "2026-03-14")
        #expect(!String(decoding: page.sealed, as: UTF8.self).contains("Migraine"))
        #expect(throws: SealError.commitmentMismatch) { try PageCode().open(page.sealed) }
    }
}
