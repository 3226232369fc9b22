import Journal
import Ledger

/// A row of the table of kinds: what the ways that records go have to know of one kind.
///
/// What needs a value of a kind with a moment walks `HealthRecord.kinds` (Engine); a test compares the two.
package struct RecordKind: Sendable {
    /// As stored.
    package let name: String
    /// What people call one: `symptom entry`.
    package let noun: String
    /// The heading of a list of them; `nil` for kinds that are never listed.
    package var title: String?
    /// The beginning of its page's address, and the command for it; `nil` without one.
    package var page, command: String?
    /// A new one goes to the journal that is chosen for new entries. All else goes to the first one: a medicine, its schedules and its
    /// doses belong together.
    package var isInDiary = false
    /// The file of its table in a CSV export; several kinds may share one.
    package var table: String?
    /// The columns of its table that come last.
    var lastColumns: [String] = []
    /// Its members in our JSON (docs/formats/export.md). A field without one is in `more`.
    package var members: [Member] = []
    /// The member that makes it one of its kind.
    package var needed = ""
    /// Whether fields are such a record.
    package var isReadable: @Sendable ([String: JSON]) -> Bool = { _ in true }

    /// `symptom entries`.
    package var nouns: String { noun.last == "y" ? String(noun.dropLast()) + "ies" : noun + "s" }
    package var isMoment: Bool { members.contains { $0.name == "instant" } }

    /// The member to name if fields are no such record.
    package func fault(in fields: [String: JSON]) -> String {
        let read = FieldReader(fields: fields)
        guard isMoment, read.moment == nil else { return needed }
        return read.instant() == nil ? "instant" : read.day() == nil ? "day" : "zone"
    }

    package var columns: [String] {
        let own = members.dropFirst(isMoment ? 3 : 0).flatMap { $0.columns }.filter { !lastColumns.contains($0) }
        return ["id"] + (isMoment ? ["day", "instant", "zone"] : []) + own + ["created", "modified"] + lastColumns
    }

    /// A member of a record in our JSON, for one of its fields.
    package struct Member: Sendable, ExpressibleByStringLiteral {
        /// In our JSON.
        package let name: String
        /// In an operation.
        package let field: String
        /// How the value is written.
        package let shape: Shape
        /// The member's value if the field has none.
        package let absent: JSON
        let columns: [String]

        init(
            _ name: String, _ field: String? = nil, _ shape: Shape = .plain, absent: JSON = .null, columns: [String]? = nil
        ) {
            (self.name, self.field, self.shape, self.absent) = (name, field ?? name, shape, absent)
            self.columns = columns ?? [name]
        }

        package init(stringLiteral name: String) { self.init(name) }
    }

    /// How a value is written in our JSON.
    package enum Shape: Sendable {
        /// Unchanged.
        case plain
        /// Milliseconds as RFC 3339 with the offset of the record's own zone.
        case instant
        /// Milliseconds as RFC 3339 in UTC.
        case utc
        /// Thousandths as a number.
        case amount
        /// `[thousandths, milliseconds]` as `{"amount","instant"}`.
        case counted
        /// `[[thousandths, days]…]` as `[{"amount","days"}…]`.
        case steps
        /// Names of records as `[{"id","kind"}…]`; the writer adds further members.
        case attachments
    }
}

// The table.
extension RecordKind {
    /// The row of a kind; one that says nothing for a kind that a newer version has written.
    package static func of(_ name: String) -> RecordKind { rows[name] ?? RecordKind(name: name, noun: "record") }

    private static let rows = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    private static let moment = [Member("instant", nil, .instant), "zone", "day"]
    private static let note = Member("note", absent: "")
    // With the title of the medicine.
    private static let medicine = Member("medication", columns: ["medication", "medicine"])

    /// All kinds, in the order of lists.
    package static let all: [RecordKind] =
        [entry, symptom, measure, checkIn, medication, schedule, intake, sample, trial]
        + SupportItem.Part.allCases.map(support)
        + [template, journal, RecordKind(name: "pattern", noun: "pattern")]

    private static let entry = RecordKind(
        name: Entry.kind, noun: "entry", page: "entry",
        table: "entries.csv",
        members: moment + [
            "mood", "mood_source", "mood_score", Member("tags", absent: []), Member("starred", absent: false), "text",
            Member("attachments", nil, .attachments, absent: []),
        ], needed: "text"
    ) { fields in
        guard let entry = Entry(fields: fields) else { return false }
        // Devices that add tags at the same time may together exceed the limit for one person.
        if case .tooManyTags? = entry.fault { return true }
        return entry.fault == nil
    }

    private static let symptom = RecordKind(
        name: SymptomEntry.kind, noun: "symptom entry", title: "Symptoms", page: "symptom", command: "symptom", isInDiary: true,
        table: "symptoms.csv", lastColumns: ["end", "relieved_by"],
        members: moment + [
            "symptom", "severity", Member("metrics", absent: [:]), "menstruation", "follows", note,
            Member("end", nil, .instant), "relieved_by",
        ], needed: "severity", isReadable: { SymptomEntry(fields: $0) != nil })

    private static let measure = RecordKind(
        name: MeasureEntry.kind, noun: "measurement", title: "Measurements", page: "measure", command: "measure", isInDiary: true,
        table: "measurements.csv",
        members: moment + [
            "measure", "form", "value", "second", Member("unit", absent: ""), "lower", "upper", Member("source", absent: ""),
            note,
        ], needed: "value", isReadable: { MeasureEntry(fields: $0) != nil })

    private static let checkIn = RecordKind(
        name: CheckIn.kind, noun: "check-in", title: "Check-ins", page: "check-in", command: "check-in", isInDiary: true,
        table: "check-ins.csv",
        members: moment + [
            Member("mood", "mood_score"), Member("mood_word", "mood"), "craving", Member("sleep", "sleep_quality"),
            Member("triggers", absent: []),
            Member("helped", absent: []), note, Member("untagged", absent: false, columns: []),
        ], needed: "instant", isReadable: { CheckIn(fields: $0) != nil })

    private static let medication = RecordKind(
        name: Medication.kind, noun: "medicine", title: "Medicines", page: "medicine", command: "medication",
        table: "medications.csv", lastColumns: ["open_hours", "substance", "gap_minutes", "day_most", "acute"],
        members: [
            "name", Member("strength", absent: ""), Member("amount", nil, .amount), Member("unit", absent: ""),
            Member("as_needed", absent: false), Member("counted", "stock", .counted), Member("refill_at", nil, .amount),
            Member("expires", "expiry"), Member("notes", absent: ""), Member("archived", absent: false), "open_hours",
            "substance", "gap_minutes", Member("day_most", nil, .amount), "acute",
        ], needed: "name", isReadable: { Medication(fields: $0) != nil })

    private static let schedule = RecordKind(
        name: Schedule.kind, noun: "schedule", title: "Schedules", page: "schedule", command: "schedule",
        table: "schedules.csv",
        members: [
            medicine, Member("rule", columns: ["phrase"]), Member("amount", nil, .amount),
            Member("steps", nil, .steps, absent: []), "start", "end", "zone", "travel", Member("since", nil, .utc),
            Member("until", nil, .utc), "replaces",
        ], needed: "rule", isReadable: { Schedule(fields: $0) != nil })

    private static let intake = RecordKind(
        name: Intake.kind, noun: "dose", title: "Doses", page: "dose", command: "dose",
        table: "doses.csv", lastColumns: ["timing"],
        members: moment + [
            "outcome", medicine, Member("amount", nil, .amount), Member("unit", absent: ""), Member("due", nil, .instant),
            "schedule", "occurrence", "symptom", note, "timing",
        ], needed: "outcome", isReadable: { Intake(fields: $0) != nil })

    private static let sample = RecordKind(
        name: HealthSample.kind, noun: "sample", title: "Sleep and steps",
        table: "health-samples.csv",
        members: moment + [
            Member("end", nil, .instant), "sample", "value", "unit", Member("source", absent: ""), Member("parts", absent: [:]),
        ], needed: "sample", isReadable: { HealthSample(fields: $0) != nil })

    private static let trial = RecordKind(
        name: Trial.kind, noun: "trial", title: "Trials", needed: "plan", isReadable: { Trial(fields: $0) != nil })

    private static let journal = RecordKind(name: JournalName.kind, noun: "journal", members: ["name"])

    private static let template = RecordKind(
        name: Template.kind, noun: "template", title: "Templates",
        table: "templates.csv",
        members: ["name", "text", "rank"], needed: "name", isReadable: { Template(fields: $0) != nil })

    private static func support(_ part: SupportItem.Part) -> RecordKind {
        let (noun, title) =
            switch part {
            case .trigger: ("trigger", "Triggers")
            case .step: ("step", "What helps")
            case .buddy: ("buddy", "Buddies")
            case .contact: ("SOS contact", "Contacts in need")
            }
        return RecordKind(
            name: part.rawValue, noun: noun, title: title,
            table: "support.csv", members: ["name", Member("phone", absent: ""), note, "rank"], needed: "name",
            isReadable: { SupportItem(part, fields: $0) != nil })
    }
}
