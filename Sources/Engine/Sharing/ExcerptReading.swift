import Base
import Journal
import Ledger
import Records
import Store

/// A record as shown by an excerpt: a partial copy.
package struct ExcerptRecord: Hashable, Sendable {
    /// The id of the original record.
    package let id: RecordID
    /// What it says.
    package let content: Content
    /// Its fields as stored, including `kind`.
    package let fields: [String: JSON]

    /// The content by kind.
    package enum Content: Hashable, Sendable {
        case medicine(Medication)
        /// `medicine`: its title; `unit`: what its amounts are counted in.
        case schedule(Schedule, medicine: String, unit: String)
        case symptom(SymptomEntry)
        case measure(MeasureEntry)
        case checkIn(CheckIn)
        /// `medicine`: its title.
        case intake(Intake, medicine: String)
        /// The text is empty where only the mood is shown.
        case entry(Entry)
    }

    /// Its moment; `nil` for medicines and schedules.
    package var instant: Instant? {
        switch content {
        case .medicine, .schedule: nil
        case .symptom(let value): value.instant
        case .measure(let value): value.instant
        case .checkIn(let value): value.instant
        case .intake(let value, _): value.instant
        case .entry(let value): value.instant
        }
    }

    /// Its civil day; `nil` likewise.
    package var day: LocalDay? {
        switch content {
        case .medicine, .schedule: nil
        case .symptom(let value): value.day
        case .measure(let value): value.day
        case .checkIn(let value): value.day
        case .intake(let value, _): value.day
        case .entry(let value): value.day
        }
    }

    /// `nil` for a kind that this version does not know, or an incomplete copy.
    fileprivate init?(_ id: RecordID, _ fields: [String: JSON], medicines: [RecordLink: Medication]) {
        let content: Content? =
            switch fields["kind"]?.string {
            case Medication.kind: Medication(fields: fields).map { .medicine($0) }
            case Schedule.kind:
                Schedule(fields: fields).map {
                    .schedule($0, medicine: medicines[$0.medication]?.title ?? "", unit: medicines[$0.medication]?.unit ?? "")
                }
            case SymptomEntry.kind: SymptomEntry(fields: fields).map { .symptom($0) }
            case MeasureEntry.kind: MeasureEntry(fields: fields).map { .measure($0) }
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

extension ExcerptRecord {
    /// The copies that this version knows: medicines and their schedules, then the rest by time.
    fileprivate static func list(_ copies: [(id: RecordID, fields: [String: JSON])]) -> [ExcerptRecord] {
        var medicines: [RecordLink: Medication] = [:]
        for copy in copies where copy.fields["kind"]?.string == Medication.kind {
            medicines[RecordLink(copy.id.description)] = Medication(fields: copy.fields)
        }
        return copies.compactMap { ExcerptRecord($0.id, $0.fields, medicines: medicines) }
            .sorted { a, b in (a.instant ?? .first, a.id) < (b.instant ?? .first, b.id) }
    }
}

extension OpenVault {
    /// The records of an excerpt, one's own or shared by someone else: medicines and their schedules, then the rest by time.
    /// Throws `SharingError.noSuchExcerpt` for another journal.
    package func excerptRecords(of journal: JournalID) throws -> [ExcerptRecord] {
        guard try excerptUntil(journal) != nil else { throw SharingError.noSuchExcerpt(journal.description) }
        let copies = try store.records(kind: ExcerptScope.recordKind).filter { $0.journal == journal && !$0.state.isGone }
        return ExcerptRecord.list(copies.map { ($0.id, $0.state.values) })
    }

    /// What an excerpt with this plan would show today, in the same order: for a sealed page.
    package func recordsShown(by plan: ExcerptPlan) throws -> [ExcerptRecord] {
        var shown: [(id: RecordID, fields: [String: JSON])] = []
        let scope = try scope(of: plan, on: surroundings.wall.day)
        try eachShown(by: scope) {
            shown.append(($0, $1))
            return true
        }
        return ExcerptRecord.list(shown)
    }
}
