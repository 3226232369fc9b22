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
    package let title: String?
    /// The beginning of its page's address; `nil` without one.
    package let page: String?
    /// The command for it; `nil` without one.
    package let command: String?
    /// A new one goes to the journal that is chosen for new entries. All else goes to the first one: a medicine, its schedules and its
    /// doses belong together.
    package let isInDiary: Bool
    /// Its table in a CSV export; several kinds may share one.
    package let table: Table?
    /// Its members in our JSON (docs/formats/export.md). A field without one is in `more`.
    package let members: [Member]
    /// The member that is named if fields are no such record.
    package let needed: String
    /// Whether fields are such a record.
    package let isReadable: @Sendable ([String: JSON]) -> Bool

    private init(
        _ name: String, _ noun: String, _ title: String? = nil, page: String? = nil, command: String? = nil,
        isInDiary: Bool = false, table: Table? = nil, needs needed: String = "", _ members: [Member] = [],
        isReadable: @escaping @Sendable ([String: JSON]) -> Bool = { _ in true }
    ) {
        (self.name, self.noun, self.title, self.page, self.command) = (name, noun, title, page, command ?? page)
        (self.isInDiary, self.table, self.members, self.needed) = (isInDiary, table, members, needed)
        self.isReadable = isReadable
    }

    private init<Value: RecordValue>(
        _ type: Value.Type, _ noun: String, _ title: String, page: String? = nil, command: String? = nil, isInDiary: Bool = false,
        table: Table? = nil, needs needed: String, _ members: [Member] = []
    ) {
        self.init(
            Value.kind, noun, title, page: page, command: command, isInDiary: isInDiary, table: table, needs: needed, members
        ) { Value(fields: $0) != nil }
    }

    /// `symptom entries`.
    package var nouns: String { noun.last == "y" ? String(noun.dropLast()) + "ies" : noun + "s" }
    /// It has a moment in time.
    package var isMoment: Bool { members.contains { $0.name == "instant" } }

    /// One table of a CSV export.
    package struct Table: Sendable {
        /// Its file.
        package let name: String
        /// Members in our JSON, in order; `kind` for tables of several kinds, `medicine` for the title of a `medication`.
        package let columns: [String]

        /// The kinds of records in it.
        package var kinds: [String] { RecordKind.all.filter { $0.table?.name == name }.map { $0.name } }
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

        init(_ name: String, _ field: String? = nil, _ shape: Shape = .plain, absent: JSON = .null) {
            (self.name, self.field, self.shape, self.absent) = (name, field ?? name, shape, absent)
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
    package static func of(_ name: String) -> RecordKind { rows[name] ?? RecordKind(name, "record") }

    private static let rows = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    private static let moment = [Member("instant", nil, .instant), "zone", "day"]
    private static let note = Member("note", absent: "")
    private static let momentColumns = ["id", "day", "instant", "zone"]
    private static let stamps = ["created", "modified"]

    /// All kinds, in the order of lists.
    package static let all: [RecordKind] =
        [entry, symptom, measure, checkIn, medication, schedule, intake, sample, trial]
        + SupportItem.Part.allCases.map(support)
        + [template, RecordKind(JournalName.kind, "journal", nil, ["name"]), RecordKind("pattern", "pattern")]

    private static let entry = RecordKind(
        Entry.kind, "entry", page: "entry",
        table: Table(
            name: "entries.csv",
            columns: momentColumns + ["mood", "mood_source", "tags", "starred", "text", "attachments"] + stamps),
        needs: "text",
        moment + [
            "text", "mood", "mood_source", Member("tags", absent: []), Member("starred", absent: false),
            Member("attachments", nil, .attachments, absent: []),
        ]
    ) { fields in
        guard let entry = Entry(fields: fields) else { return false }
        // Devices that add tags at the same time may together exceed the limit for one person.
        if case .tooManyTags? = entry.fault { return true }
        return entry.fault == nil
    }

    private static let symptom = RecordKind(
        SymptomEntry.self, "symptom entry", "Symptoms", page: "symptom", isInDiary: true,
        table: Table(
            name: "symptoms.csv",
            columns: momentColumns + ["symptom", "severity", "metrics", "menstruation", "follows", "note"] + stamps + [
                "end", "relieved_by",
            ]),
        needs: "severity",
        moment + [
            "symptom", "severity", Member("metrics", absent: [:]), "menstruation", note, "follows",
            Member("end", nil, .instant), "relieved_by",
        ])

    private static let measure = RecordKind(
        MeasureEntry.self, "measurement", "Measurements", page: "measure", isInDiary: true,
        table: Table(
            name: "measurements.csv",
            columns: momentColumns + ["measure", "form", "value", "second", "unit", "lower", "upper", "source", "note"]
                + stamps),
        needs: "value",
        moment + [
            "measure", "form", Member("unit", absent: ""), "lower", "upper", "value", "second", note,
            Member("source", absent: ""),
        ])

    private static let checkIn = RecordKind(
        CheckIn.self, "check-in", "Check-ins", page: "check-in", isInDiary: true,
        table: Table(
            name: "check-ins.csv",
            columns: momentColumns + ["mood", "craving", "sleep", "triggers", "helped", "note"] + stamps),
        needs: "instant",
        moment + [
            Member("mood", "mood_score"), "craving", Member("sleep", "sleep_quality"), note,
            Member("triggers", absent: []), Member("helped", absent: []), Member("untagged", absent: false),
        ])

    private static let medication = RecordKind(
        Medication.self, "medicine", "Medicines", page: "medicine", command: "medication",
        table: Table(
            name: "medications.csv",
            columns: [
                "id", "name", "strength", "amount", "unit", "as_needed", "counted", "refill_at", "expires", "notes",
                "archived",
            ] + stamps + ["open_hours", "substance", "gap_minutes", "day_most", "acute"]),
        needs: "name",
        [
            "name", Member("strength", absent: ""), Member("amount", nil, .amount), Member("unit", absent: ""),
            Member("as_needed", absent: false), "acute", Member("counted", "stock", .counted),
            Member("refill_at", nil, .amount), Member("expires", "expiry"), Member("notes", absent: ""),
            Member("archived", absent: false), "open_hours", "substance", "gap_minutes", Member("day_most", nil, .amount),
        ])

    private static let schedule = RecordKind(
        Schedule.self, "schedule", "Schedules", page: "schedule",
        table: Table(
            name: "schedules.csv",
            columns: [
                "id", "medication", "medicine", "phrase", "amount", "steps", "start", "end", "zone", "travel", "since",
                "until", "replaces",
            ] + stamps),
        needs: "rule",
        [
            "medication", "rule", Member("amount", nil, .amount), Member("steps", nil, .steps, absent: []), "start",
            "end", "zone", "travel", Member("since", nil, .utc), Member("until", nil, .utc), "replaces",
        ])

    private static let intake = RecordKind(
        Intake.self, "dose", "Doses", page: "dose",
        table: Table(
            name: "doses.csv",
            columns: momentColumns + [
                "outcome", "medication", "medicine", "amount", "unit", "due", "schedule", "occurrence", "symptom", "note",
            ] + stamps + ["timing"]),
        needs: "outcome",
        moment + [
            "medication", Member("amount", nil, .amount), Member("unit", absent: ""), "outcome", "schedule",
            "occurrence", Member("due", nil, .instant), "symptom", note, "timing",
        ])

    private static let sample = RecordKind(
        HealthSample.self, "sample", "Sleep and steps",
        table: Table(
            name: "health-samples.csv",
            columns: momentColumns + ["end", "sample", "value", "unit", "source", "parts"] + stamps),
        needs: "sample",
        moment + [
            "sample", Member("end", nil, .instant), "value", "unit", Member("source", absent: ""),
            Member("parts", absent: [:]),
        ])

    private static let trial = RecordKind(Trial.self, "trial", "Trials", needs: "plan")

    private static let template = RecordKind(
        Template.self, "template", "Templates",
        table: Table(name: "templates.csv", columns: ["id", "name", "text", "rank"] + stamps), needs: "name",
        ["name", "text", "rank"])

    private static func support(_ part: SupportItem.Part) -> RecordKind {
        let (noun, title) =
            switch part {
            case .trigger: ("trigger", "Triggers")
            case .step: ("step", "What helps")
            case .buddy: ("buddy", "Buddies")
            case .contact: ("SOS contact", "Contacts in need")
            }
        return RecordKind(
            part.rawValue, noun, title,
            table: Table(name: "support.csv", columns: ["id", "kind", "name", "phone", "note", "rank"] + stamps), needs: "name",
            ["name", Member("phone", absent: ""), note, "rank"]
        ) { SupportItem(part, fields: $0) != nil }
    }
}
