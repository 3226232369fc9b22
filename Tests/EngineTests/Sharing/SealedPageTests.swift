import Engine
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Testing
import Vault

/// What a sealed page shows of the log, and its code.
@Suite struct SealedPageTests {
    private let owner: TestVault
    private let ben: OpenVault

    init() async throws {
        owner = try TestVault()
        ben = try owner.create()
    }

    /// 2026-03-14 is today.
    private func plan(
        _ parts: Set<SealedPagePlan.Part> = [.symptoms, .medicines], tags: [Journal.Tag] = [], days: Int = 90,
        until: String = "2026-03-20"
    ) throws -> SealedPagePlan {
        SealedPagePlan(parts: parts, tags: tags, days: days, until: try #require(LocalDay(iso: until)))
    }

    private func tag(_ name: String) throws -> Journal.Tag {
        let tag: Journal.Tag? = .init(name)
        return try #require(tag)
    }

    private func shown(_ plan: SealedPagePlan) async throws -> [SealedPageRecord.Content] {
        try await ben.recordsShown(by: plan).map(\.content)
    }

    private func symptoms(_ plan: SealedPagePlan) async throws -> [String] {
        try await shown(plan).compactMap { if case .symptom(let symptom) = $0 { symptom.symptom } else { nil } }
    }

    @Test func `a sealed page shows the chosen kinds and fields, and nothing else`() async throws {
        var symptom = try owner.symptom("Migraine", 7, after: -600)
        (symptom.note, symptom.menstruation) = ("SECRET-NOTE", true)
        try await ben.add(symptom)
        var check = try owner.checkIn(mood: 6, craving: 2, triggers: ["SECRET-TRIGGER"])
        check.note = "SECRET-NOTE"
        try await ben.add(check)
        let medicine = try await ben.add(Medication(name: "Sumatriptan", strength: "50 mg", asNeeded: true, notes: "SECRET-NOTE"))
        try await ben.logDose(medicine, note: "SECRET-NOTE")
        _ = try await ben.add(NewEntry(text: "SECRET-TEXT", mood: Mood("happy"), tags: [try tag("walk")]))

        let contents = try await shown(plan())
        #expect(contents.count == 3 && !"\(contents)".contains("SECRET"))
        guard case .medicine(let shownMedicine) = contents[0], case .symptom(let shownSymptom) = contents[1],
            case .intake(_, let title) = contents[2]
        else {
            Issue.record("\(contents)")
            return
        }
        #expect(shownMedicine.title == "Sumatriptan 50 mg" && title == "Sumatriptan 50 mg")
        #expect(shownSymptom.severity == 7 && shownSymptom.menstruation == nil)
        // Each is there where it was chosen.
        let more = try await shown(plan([.symptoms, .checkIns, .cycle, .notes]))
        #expect(more.count == 2 && "\(more)".contains("SECRET-NOTE"))
        #expect(!"\(more)".contains("SECRET-TEXT") && !"\(more)".contains("SECRET-TRIGGER"))
        guard case .symptom(let whole) = more[0] else {
            Issue.record("\(more)")
            return
        }
        #expect(whole == symptom)
    }

    @Test func `moods come without their texts, entries with a tag with them, and only with that tag`() async throws {
        let (walk, work) = (try tag("walk"), try tag("work"))
        _ = try await ben.add(NewEntry(text: "alone", mood: Mood("sad")))
        owner.clock.advance(seconds: 1)
        _ = try await ben.add(NewEntry(text: "by the river", mood: Mood("happy"), tags: [walk, work]))
        func entries(_ plan: SealedPagePlan) async throws -> [Entry] {
            try await shown(plan).compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
        }
        let all = try await entries(plan([.moods], tags: [walk]))
        #expect(all.map(\.text) == ["", "by the river"])
        #expect(all.map { $0.mood?.name } == ["sad", "happy"])
        #expect(all.map { $0.tags.map(\.name) } == [[], ["walk"]])
        let tagged = try await entries(plan([], tags: [work]))
        #expect(tagged.map(\.text) == ["by the river"] && tagged[0].mood == nil && tagged[0].tags == [work])
        #expect(try await entries(plan([.symptoms])).isEmpty)
    }

    @Test func `only what is of its days, not deleted, and one's own is shown`() async throws {
        let first = try await ben.add(try owner.symptom("Migraine", 7, after: -600))
        try await ben.add(try owner.symptom("Nausea", 3, after: -500))
        let therapy = try await ben.createJournal(named: "Therapy").id
        try await ben.add(try owner.symptom("Panic", 6, after: -400), in: therapy)
        #expect(try await symptoms(plan(days: 3)) == ["Migraine", "Nausea", "Panic"])
        try await ben.delete(SymptomEntry.self, first.id)
        #expect(try await symptoms(plan(days: 3)) == ["Nausea", "Panic"])
        owner.clock.advance(days: 3)
        #expect(try await symptoms(plan(days: 3)).isEmpty)
        #expect(try await symptoms(plan(days: 4)).count == 2)
    }

    @Test func `a medicine that is no longer taken is shown while a dose of it is`() async throws {
        let medicine = try await ben.add(Medication(name: "Sumatriptan", strength: "50 mg", asNeeded: true))
        try await ben.logDose(medicine)
        var old = medicine.value
        old.archived = true
        try await ben.change(medicine.id, to: old)
        #expect(try await shown(plan([.medicines])).count == 2)
        owner.clock.advance(days: 1)
        #expect(try await shown(plan([.medicines], days: 1)).isEmpty)
    }

    @Test func `a plan that shows nothing, too much, or is over already is refused`() throws {
        let today = try #require(LocalDay(iso: "2026-03-14"))
        for plan in [try plan([]), try plan([.notes, .cycle])] { #expect(plan.faults(today: today) == [.emptyPage]) }
        let tags = try (0...SealedPagePlan.mostTags).map { try tag("t\($0)") }
        for plan in [try plan(days: 0), try plan(days: 3651)] { #expect(plan.faults(today: today) == [.pageDays]) }
        #expect(try plan(tags: tags, until: "2026-03-13").faults(today: today) == [.pageIsOver, .pageTags])
        for plan in [try plan(until: "2026-03-14"), try plan([], tags: [try tag("walk")])] {
            #expect(plan.faults(today: today).isEmpty)
        }
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
