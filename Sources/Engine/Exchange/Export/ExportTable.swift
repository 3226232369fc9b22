import Journal
import Ledger
import Store

/// One table of the CSV export (docs/formats/export.md): RFC 4180, UTF-8, a header, lines that end in CR LF.
///
/// A text that a spreadsheet would take for a formula stands behind an apostrophe, which the spreadsheet shows as it is.
struct ExportTable {
    /// The file's name.
    let name: String
    /// The kinds of records in it.
    let kinds: [String]
    /// Members of the JSON export, in their order; `kind` for tables of several, `medicine` for the title of a `medication`.
    let columns: [String]

    private static let stamps = ["created", "modified"]
    private static let moment = ["id", "day", "instant", "zone"]

    /// All tables.
    static let all = [
        ExportTable(
            name: "entries.csv", kinds: [Entry.kind],
            columns: moment + ["mood", "mood_source", "tags", "starred", "text", "attachments"] + stamps),
        ExportTable(
            name: "check-ins.csv", kinds: [CheckIn.kind],
            columns: moment + ["mood", "craving", "sleep", "triggers", "helped", "note"] + stamps),
        ExportTable(
            name: "symptoms.csv", kinds: [SymptomEntry.kind],
            columns: moment + ["symptom", "severity", "metrics", "menstruation", "follows", "note"] + stamps),
        ExportTable(
            name: "medications.csv", kinds: [Medication.kind],
            columns: [
                "id", "name", "strength", "amount", "unit", "as_needed", "counted", "refill_at", "expires", "notes", "archived",
            ] + stamps),
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
            ] + stamps),
        ExportTable(
            name: "health-samples.csv", kinds: [HealthSample.kind],
            columns: moment + ["end", "sample", "value", "unit", "source", "parts"] + stamps),
        ExportTable(
            name: "support.csv", kinds: SupportItem.Part.allCases.map(\.rawValue),
            columns: ["id", "kind", "name", "phone", "note", "rank"] + stamps),
        ExportTable(name: "templates.csv", kinds: [Template.kind], columns: ["id", "name", "text", "rank"] + stamps),
    ]

    /// The table with this header; `nil` for a header of any other program.
    static func having(_ columns: [String]) -> ExportTable? { all.first { $0.columns == columns } }

    /// The kinds that have a table.
    static let kinds = Set(all.flatMap(\.kinds))

    /// Writes the tables of which there are records, and that of entries always.
    static func writeAll(_ source: ExportSource, to folder: any ExportFiles) throws {
        var titles: [String: String] = [:]
        let present = Set(try source.kinds())
        if present.contains(Schedule.kind) || present.contains(Intake.kind) {
            for id in try source.medicationTitles() { titles[id.key] = id.value }
        }
        for table in all where table.kinds.contains(where: present.contains) || table.kinds == [Entry.kind] {
            try folder.file(table.name) { output in try table.write(source, titles, to: output) }
        }
    }

    private func write(_ source: ExportSource, _ titles: [String: String], to output: any ExportOutput) throws {
        try output.write(Array((columns.joined(separator: ",") + "\r\n").utf8))
        var document = RecordDocument(origins: source.origins)
        for kind in kinds {
            try source.eachRecord(kind: kind) { record in
                var members = document.members(of: record)
                if let medication = members["medication"]?.string { members["medicine"] = .text(titles[medication]) }
                if kind == Entry.kind { members["attachments"] = try names(members["attachments"], record.journal, source) }
                let cells = columns.map { ExportTable.cell(members[$0] ?? .null) }
                try output.write(Array((cells.joined(separator: ",") + "\r\n").utf8))
            }
        }
    }

    private func names(_ list: JSON?, _ journal: JournalID, _ source: ExportSource) throws -> JSON {
        .array(
            try (list?.array ?? []).compactMap { item in
                guard let id = item["id"]?.string.flatMap({ RecordID(text: $0) }) else { return nil }
                return try source.file(id, journal: journal).map { .string($0.name) }
            })
    }

    /// A value in its cell.
    static func cell(_ value: JSON) -> String {
        switch value {
        case .null: ""
        case .bool, .int, .double: plain(value)
        case .string, .array, .object: quoted(guarded(plain(value)))
        }
    }

    /// Lists stand behind each other with semicolons, pairs as `name=value`.
    private static func plain(_ value: JSON) -> String {
        switch value {
        case .null: ""
        case .bool(let truth): truth ? "true" : "false"
        case .int(let number): String(number)
        case .double(let number): number.description
        case .string(let text): text
        case .array(let list): list.map(plain).joined(separator: "; ")
        case .object(let members):
            members.sorted { $0.key.precedes($1.key) }.map { $0.key + "=" + plain($0.value) }
                .joined(separator: "; ")
        }
    }

    /// The text with an apostrophe before it where a spreadsheet would calculate, or where it already begins like a text with one.
    private static func guarded(_ text: String) -> String { looksGuarded(text, after: 0) ? "'" + text : text }

    /// What `guarded` made a cell of.
    static func unguarded(_ cell: String) -> String {
        looksGuarded(cell, after: 1) ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    /// Whether behind at least so many apostrophes comes one of the characters at which spreadsheets begin to calculate (OWASP, "CSV
    /// Injection").
    private static func looksGuarded(_ text: String, after count: Int) -> Bool {
        let rest = text.unicodeScalars.drop { $0 == "'" }
        guard let first = rest.first, text.unicodeScalars.count - rest.count >= count else { return false }
        return "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first)
    }

    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D || $0 == 0x3B }) else {
            return text
        }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

extension ExportSource {
    /// The titles of all medicines by their names as records, deleted ones too.
    package func medicationTitles() throws -> [String: String] {
        var titles: [String: String] = [:]
        try peek(kind: Medication.kind) { record in
            if let medication = Medication(fields: record.state.values) { titles[record.id.description] = medication.title }
        }
        return titles
    }
}
