import Journal
import Ledger
import Records

/// Decides which fields of a record an excerpt shows: only those named here, whatever a newer version adds to a kind.
package struct ExcerptScope {
    let plan: ExcerptPlan
    /// The civil days that are shown.
    let window: ClosedRange<LocalDay>
    /// The owner's journals that are shown.
    var sources: Set<JournalID>
    /// Medicines with a dose due or taken on these days.
    let medicines: Set<RecordLink>

    /// The kind of a record in an excerpt's journal. It is separate, so that no list, search or count, of the owner or of a
    /// reader, mistakes a copy for an original.
    package static let recordKind = "excerpt_record"
    /// The kinds that may be shown.
    static let kinds = [
        SymptomEntry.kind, MeasureEntry.kind, CheckIn.kind, Medication.kind, Schedule.kind, Intake.kind, Entry.kind,
    ]

    private static let moment = ["instant", "zone", "day"]

    func fields(of stored: Stored<SymptomEntry>) -> [String: JSON]? {
        guard plan.parts.contains(.symptoms), isShown(stored), window.contains(stored.value.day) else { return nil }
        let more = (plan.parts.contains(.cycle) ? ["menstruation"] : []) + note
        let relief = plan.parts.contains(.medicines) ? ["relieved_by"] : []
        let shown = ["symptom", "severity", "metrics", "follows", "end"] + relief
        return only(ExcerptScope.moment + shown + more, of: stored.value)
    }

    func fields(of stored: Stored<MeasureEntry>) -> [String: JSON]? {
        guard plan.parts.contains(.measures), isShown(stored), window.contains(stored.value.day) else { return nil }
        let shown = ["measure", "form", "unit", "lower", "upper", "value", "second"]
        return only(ExcerptScope.moment + shown + note, of: stored.value)
    }

    func fields(of stored: Stored<CheckIn>) -> [String: JSON]? {
        guard plan.parts.contains(.checkIns), isShown(stored), window.contains(stored.value.day) else { return nil }
        return only(ExcerptScope.moment + ["mood_score", "craving", "sleep_quality"] + note, of: stored.value)
    }

    func fields(of stored: Stored<Medication>) -> [String: JSON]? {
        guard plan.parts.contains(.medicines), isShown(stored), !stored.value.archived || medicines.contains(stored.link)
        else { return nil }
        let more = plan.parts.contains(.notes) ? ["notes"] : []
        return only(["name", "strength", "amount", "unit", "as_needed", "archived"] + more, of: stored.value)
    }

    func fields(of stored: Stored<Schedule>) -> [String: JSON]? {
        guard plan.parts.contains(.medicines), isShown(stored), ExcerptScope.isInForce(stored.value, on: window) else {
            return nil
        }
        return only(
            ["medication", "rule", "amount", "steps", "start", "end", "zone", "travel", "since", "until", "replaces"],
            of: stored.value)
    }

    func fields(of stored: Stored<Intake>) -> [String: JSON]? {
        guard plan.parts.contains(.medicines), isShown(stored), window.contains(stored.value.day) else { return nil }
        let more = (plan.parts.contains(.symptoms) ? ["symptom"] : []) + note
        return only(
            ExcerptScope.moment + ["medication", "amount", "unit", "outcome", "schedule", "occurrence", "due", "timing"] + more,
            of: stored.value)
    }

    /// A mood without its text, or an entry with one of the tags: then with its text, and those tags alone.
    func fields(of stored: StoredEntry) -> [String: JSON]? {
        guard stored.deleted == nil, sources.contains(stored.journal), window.contains(stored.entry.day) else { return nil }
        let tags = stored.entry.tags.filter { plan.tags.contains($0) }
        let hasMood = plan.parts.contains(.moods) && stored.entry.mood != nil
        guard hasMood || !tags.isEmpty else { return nil }
        var fields = only(
            ExcerptScope.moment + (plan.parts.contains(.moods) ? ["mood", "mood_source"] : []), of: stored.entry.fields,
            kind: Entry.kind)
        if !tags.isEmpty {
            fields["text"] = .string(stored.entry.text)
            fields["tags"] = .array(tags.map { .string($0.name) })
        }
        return fields
    }

    /// Whether a schedule has doses due on these days.
    static func isInForce(_ schedule: Schedule, on window: ClosedRange<LocalDay>) -> Bool {
        guard schedule.start <= window.upperBound, schedule.end.map({ $0 >= window.lowerBound }) ?? true else { return false }
        guard let until = schedule.until else { return true }
        return until >= Instant.span(around: window).lowerBound && until > schedule.since
    }

    private var note: [String] { plan.parts.contains(.notes) ? ["note"] : [] }

    private func isShown<Kept: RecordValue>(_ stored: Stored<Kept>) -> Bool {
        stored.deleted == nil && sources.contains(stored.journal)
    }

    private func only(_ names: [String], of value: some RecordValue) -> [String: JSON] {
        only(names, of: value.fields, kind: type(of: value).kind)
    }

    private func only(_ names: [String], of fields: [String: JSON], kind: String) -> [String: JSON] {
        var shown = fields.filter { names.contains($0.key) && $0.value != .null }
        shown["kind"] = .string(kind)
        return shown
    }
}
