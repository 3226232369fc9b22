import Base
import Journal
import Ledger
import Records
import Store

/// A record as a sealed page shows it: without what its plan leaves out.
package struct SealedPageRecord: Hashable, Sendable {
    package let id: RecordID
    package let content: Content

    package enum Content: Hashable, Sendable {
        case medicine(Medication)
        /// `unit`: what its amounts are counted in.
        case schedule(Schedule, unit: String)
        case symptom(SymptomEntry)
        case measure(MeasureEntry)
        case checkIn(CheckIn)
        /// `medicine`: its title.
        case intake(Intake, medicine: String)
        /// The text is empty where only the mood is shown.
        case entry(Entry)
    }

    /// When and where it was; `nil` for medicines and schedules.
    package var moment: (instant: Instant, day: LocalDay, zone: String)? {
        switch content {
        case .medicine, .schedule: nil
        case .symptom(let value): (value.instant, value.day, value.zone)
        case .measure(let value): (value.instant, value.day, value.zone)
        case .checkIn(let value): (value.instant, value.day, value.zone)
        case .intake(let value, _): (value.instant, value.day, value.zone)
        case .entry(let value): (value.instant, value.day, value.zone)
        }
    }
}

extension OpenVault {
    /// What a sealed page of this plan shows today: medicines and their schedules, then the rest by time.
    package func recordsShown(by plan: SealedPagePlan) throws -> [SealedPageRecord] {
        let (window, parts) = (plan.window(on: surroundings.wall.day), plan.parts)
        func note(_ text: String) -> String { parts.contains(.notes) ? text : "" }
        var shown: [SealedPageRecord] = []
        if parts.contains(.medicines) { shown += try medicinesShown(on: window, note) }
        func logged<Kept: LoggedValue>(
            _ part: SealedPagePlan.Part, _ content: (Kept) -> SealedPageRecord.Content, _ withhold: (inout Kept) -> Void
        ) throws -> [SealedPageRecord] {
            guard parts.contains(part) else { return [] }
            return try records(Kept.self, on: window).map { stored in
                var value = stored.value
                withhold(&value)
                return SealedPageRecord(id: stored.id, content: content(value))
            }
        }
        shown += try logged(.symptoms, SealedPageRecord.Content.symptom) {
            $0.note = note($0.note)
            if !parts.contains(.cycle) { $0.menstruation = nil }
        }
        shown += try logged(.measures, SealedPageRecord.Content.measure) { $0.note = note($0.note) }
        shown += try logged(.checkIns, SealedPageRecord.Content.checkIn) {
            ($0.note, $0.triggers, $0.helped) = (note($0.note), [], [])
        }
        shown += try entriesShown(by: plan, on: window)
        return shown.sorted { a, b in (a.moment?.instant ?? .first, a.id) < (b.moment?.instant ?? .first, b.id) }
    }

    /// Medicines in use, or with a dose due or taken on these days; their schedules; and the doses.
    private func medicinesShown(
        on window: ClosedRange<LocalDay>, _ note: (String) -> String
    ) throws -> [SealedPageRecord] {
        let intakes = try records(Intake.self, on: window)
        let schedules = try allSchedules().filter { $0.value.isInForce(on: window) }
        let named = Set(intakes.map(\.value.medication) + schedules.map(\.value.medication))
        let medicines = try records(Medication.self).filter { !$0.value.archived || named.contains($0.id) }
        let byLink = Dictionary(medicines.map { ($0.id, $0.value) }) { first, _ in first }
        return medicines.map { stored in
            var medicine = stored.value
            medicine.notes = note(medicine.notes)
            return SealedPageRecord(id: stored.id, content: .medicine(medicine))
        }
            + schedules.map {
                SealedPageRecord(id: $0.id, content: .schedule($0.value, unit: byLink[$0.value.medication]?.unit ?? ""))
            }
            + intakes.map { stored in
                var intake = stored.value
                intake.note = note(intake.note)
                return SealedPageRecord(
                    id: stored.id, content: .intake(intake, medicine: byLink[intake.medication]?.title ?? ""))
            }
    }

    /// Moods without their texts, and entries with one of the tags: with their texts, and those tags alone.
    private func entriesShown(by plan: SealedPagePlan, on window: ClosedRange<LocalDay>) throws -> [SealedPageRecord] {
        let hasMoods = plan.parts.contains(.moods)
        guard hasMoods || !plan.tags.isEmpty else { return [] }
        var query = SearchQuery()
        (query.firstDay, query.lastDay) = (window.lowerBound, window.upperBound)
        var shown: [SealedPageRecord] = []
        let count = try store.eachEntry(Selection(query: query, journals: try ownJournals())) { stored in
            let entry = stored.entry
            let tags = entry.tags.filter { plan.tags.contains($0) }
            guard !tags.isEmpty || (hasMoods && !entry.feeling.isEmpty) else { return true }
            let part = Entry(
                instant: entry.instant, zone: entry.zone, day: entry.day, text: tags.isEmpty ? "" : entry.text,
                mood: hasMoods ? entry.mood : nil, moodSource: entry.moodSource,
                moodScore: hasMoods ? entry.moodScore : nil, tags: tags)
            shown.append(SealedPageRecord(id: stored.id, content: .entry(part)))
            return true
        }
        unreadable.note(count, of: Entry.kind)
        return shown
    }
}

extension Schedule {
    /// Whether it has doses due on these days.
    fileprivate func isInForce(on window: ClosedRange<LocalDay>) -> Bool {
        guard start <= window.upperBound, end.map({ $0 >= window.lowerBound }) ?? true else { return false }
        return until.map { $0 >= Instant.span(around: window).lowerBound && $0 > since } ?? true
    }
}
