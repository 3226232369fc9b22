import Journal
import Ledger
import Store

/// A record as an excerpt shows it: a copy of a part of it.
package struct ExcerptRecord: Hashable, Sendable {
    /// The record that it is a copy of.
    package let id: RecordID
    /// What it says.
    package let content: Content
    /// Its fields as they are kept, `kind` among them.
    package let fields: [String: JSON]

    /// By kinds.
    package enum Content: Hashable, Sendable {
        case medicine(Medication)
        /// `medicine`: its title; `unit`: what its amounts are counted in.
        case schedule(Schedule, medicine: String, unit: String)
        case symptom(SymptomEntry)
        case checkIn(CheckIn)
        /// `medicine`: its title.
        case intake(Intake, medicine: String)
        /// The text is empty where only the mood is shown.
        case entry(Entry)
    }

    /// The moment that it belongs to; `nil` for medicines and schedules.
    package var instant: Instant? {
        switch content {
        case .medicine, .schedule: nil
        case .symptom(let value): value.instant
        case .checkIn(let value): value.instant
        case .intake(let value, _): value.instant
        case .entry(let value): value.instant
        }
    }

    /// The civil day on which it was; `nil` likewise.
    package var day: LocalDay? {
        switch content {
        case .medicine, .schedule: nil
        case .symptom(let value): value.day
        case .checkIn(let value): value.day
        case .intake(let value, _): value.day
        case .entry(let value): value.day
        }
    }

    /// `nil` for a kind that this version does not know, or a copy that is not whole.
    fileprivate init?(_ id: RecordID, _ fields: [String: JSON], medicines: [RecordLink: Medication]) {
        let content: Content? =
            switch fields["kind"]?.string {
            case Medication.kind: Medication(fields: fields).map { .medicine($0) }
            case Schedule.kind:
                Schedule(fields: fields).map {
                    .schedule($0, medicine: medicines[$0.medication]?.title ?? "", unit: medicines[$0.medication]?.unit ?? "")
                }
            case SymptomEntry.kind: SymptomEntry(fields: fields).map { .symptom($0) }
            case CheckIn.kind: CheckIn(fields: fields).map { .checkIn($0) }
            case Intake.kind:
                Intake(fields: fields).map { .intake($0, medicine: medicines[$0.medication]?.title ?? "") }
            case Entry.kind:
                Entry(fields: fields.merging(["text": ""]) { first, _ in first == .null ? "" : first }).map { .entry($0) }
            default: nil
            }
        guard let content else { return nil }
        (self.id, self.content, self.fields) = (id, content, fields.filter { $0.value != .null && $0.key != "gone" })
    }
}

extension OpenVault {
    /// What an excerpt shows: medicines and their schedules, then what happened, in the order of time. Of one's own, or one that
    /// somebody shares. Throws `SharingError.noSuchExcerpt` for another journal.
    package func excerptRecords(of journal: JournalID) throws -> [ExcerptRecord] {
        guard try excerptUntil(journal) != nil else { throw SharingError.noSuchExcerpt(journal.description) }
        let copies = try store.records(kind: ExcerptScope.recordKind).filter { $0.journal == journal && !$0.state.isGone }
        var medicines: [RecordLink: Medication] = [:]
        for copy in copies where copy.state["kind"]?.string == Medication.kind {
            medicines[RecordLink(copy.id.description)] = Medication(fields: copy.state.values)
        }
        return copies.compactMap { ExcerptRecord($0.id, $0.state.values, medicines: medicines) }
            .sorted { a, b in (a.instant ?? .first, a.id) < (b.instant ?? .first, b.id) }
    }

    /// The moods and entries that a plan shows, in the order of time, for a page that is made once.
    package func entriesShown(by plan: ExcerptPlan) throws -> [Entry] {
        let window = plan.window(on: surroundings.wall.day)
        guard plan.parts.contains(.moods) || !plan.tags.isEmpty else { return [] }
        let scope = ExcerptScope(plan: plan, window: window, sources: try ownJournals(), medicines: [])
        var query = SearchQuery()
        (query.firstDay, query.lastDay) = (window.lowerBound, window.upperBound)
        return try store.entries(Selection(query: query, journals: scope.sources)).list.reversed().compactMap { stored in
            scope.fields(of: stored).flatMap { ExcerptRecord(stored.id, $0, medicines: [:]) }
        }.compactMap { if case .entry(let entry) = $0.content { entry } else { nil } }
    }
}
