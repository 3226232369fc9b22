import Journal
import Records

/// One table of the CSV export (docs/formats/export.md): RFC 4180, UTF-8, a header, lines that end in CR LF.
///
/// A text that a spreadsheet would take for a formula gets an apostrophe before it, so that the spreadsheet shows it unchanged.
package struct ExportTable {
    package let name: String
    package let kinds: [String]
    /// Members of the JSON export, in order; `kind` for tables of several kinds, `medicine` for the title of a `medication`.
    package let columns: [String]

    private static let stamps = ["created", "modified"]
    private static let moment = ["id", "day", "instant", "zone"]

    package static let all = [
        ExportTable(
            name: "entries.csv", kinds: [Entry.kind],
            columns: moment + ["mood", "mood_source", "tags", "starred", "text", "attachments"] + stamps),
        ExportTable(
            name: "check-ins.csv", kinds: [CheckIn.kind],
            columns: moment + ["mood", "craving", "sleep", "triggers", "helped", "note"] + stamps),
        ExportTable(
            name: "symptoms.csv", kinds: [SymptomEntry.kind],
            columns: moment + ["symptom", "severity", "metrics", "menstruation", "follows", "note"] + stamps + [
                "end", "relieved_by",
            ]),
        ExportTable(
            name: "medications.csv", kinds: [Medication.kind],
            columns: [
                "id", "name", "strength", "amount", "unit", "as_needed", "counted", "refill_at", "expires", "notes", "archived",
            ] + stamps + ["open_hours", "substance", "gap_minutes", "day_most", "acute"]),
        ExportTable(
            name: "schedules.csv", kinds: [Schedule.kind],
            columns: [
                "id", "medication", "medicine", "phrase", "amount", "steps", "start", "end", "zone", "travel", "since", "until",
                "replaces",
            ] + stamps),
        ExportTable(
            name: "doses.csv", kinds: [Intake.kind],
            columns: moment + [
                "outcome", "medication", "medicine", "amount", "unit", "due", "schedule", "occurrence", "symptom", "note",
            ] + stamps + ["timing"]),
        ExportTable(
            name: "health-samples.csv", kinds: [HealthSample.kind],
            columns: moment + ["end", "sample", "value", "unit", "source", "parts"] + stamps),
        ExportTable(
            name: "measurements.csv", kinds: [MeasureEntry.kind],
            columns: moment + ["measure", "form", "value", "second", "unit", "lower", "upper", "source", "note"] + stamps),
        ExportTable(
            name: "support.csv", kinds: SupportItem.Part.allCases.map(\.rawValue),
            columns: ["id", "kind", "name", "phone", "note", "rank"] + stamps),
        ExportTable(name: "templates.csv", kinds: [Template.kind], columns: ["id", "name", "text", "rank"] + stamps),
    ]

    /// The table with this header; `nil` for another program's header.
    static func having(_ columns: [String]) -> ExportTable? { all.first { $0.columns == columns } }

    package static let kinds = Set(all.flatMap(\.kinds))

    /// The text from which `guarded` made a cell.
    static func unguarded(_ cell: String) -> String {
        looksGuarded(cell, after: 1) ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    /// Whether, after at least `count` apostrophes, there is one of the characters with which spreadsheet formulas begin (OWASP,
    /// "CSV Injection").
    package static func looksGuarded(_ text: String, after count: Int) -> Bool {
        let rest = text.unicodeScalars.drop { $0 == "'" }
        guard let first = rest.first, text.unicodeScalars.count - rest.count >= count else { return false }
        return "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first)
    }
}
