import Base
import Engine
import Exchange
import Journal
import Ledger
import Records

/// The health log and the support plan of an exported page, as tables after its entries.
final class ReaderHealth {
    private let source: ExportSource
    private let output: any ExportOutput
    private let present: Set<String>
    private var isOpen = false

    init(_ source: ExportSource, _ output: any ExportOutput) throws {
        (self.source, self.output, present) = (source, output, Set(try source.kinds()))
    }

    nonisolated(nonsending) func write() async throws {
        let titles = try await source.medicationTitles()
        func title(_ medicine: RecordID) -> String { titles[medicine.description] ?? "a medicine" }
        try await table(SymptomEntry.self, ["When", "Symptom", "0–10", "Note"]) {
            ([when($0), $0.symptom, String($0.severity)], $0.note)
        }
        try await table(MeasureEntry.self, ["When", "What", "Value", "Note"]) {
            ([when($0), $0.measure.name, $0.amount], $0.note)
        }
        try await table(CheckIn.self, ["When", "Mood", "Craving", "Sleep", "Triggers", "Note"]) {
            let numbers = [$0.feeling.text] + [$0.craving, $0.sleep].map { $0.map(String.init) ?? "" }
            return ([when($0)] + numbers + [$0.triggers.joined(separator: ", ")], $0.note)
        }
        try await table(Medication.self, ["Medicine", "Amount", say("As needed"), "Archived", "Notes"]) {
            ([$0.title, $0.words($0.amount), $0.asNeeded ? "yes" : "", $0.archived ? "yes" : ""], $0.notes)
        }
        try await table(Schedule.self, ["Medicine", "From", "To", "When"]) {
            ([title($0.medication), $0.start.iso, $0.lastDay?.iso ?? ""], $0.phrase.words)
        }
        try await table(Intake.self, ["When", "Medicine", "Amount", "", "Note"]) {
            let amount = Medication.words($0.amount, unit: $0.unit)
            return ([when($0), title($0.medication), amount, outcomeWord($0.outcome)], $0.note)
        }
        try await table(HealthSample.self, ["Day", "What", "Value", "Unit", "Source"]) {
            let figure = Int(exactly: $0.value).map(String.init) ?? String($0.value)
            return ([$0.day.iso, $0.measure.rawValue, figure, $0.measure.unit], $0.source)
        }
        for part in SupportItem.Part.allCases {
            try await table(RecordKind.of(part.rawValue), ["Name", "Telephone", "Note"]) { record in
                SupportItem(part, fields: record.state.values).map { ([$0.name, $0.phone], $0.note) }
            }
        }
        if isOpen { try put("</section>\n") }
    }

    private func put(_ html: HTML) throws { try output.write(Array(html.markup.utf8)) }

    private typealias Row = (cells: [String], words: String)

    private nonisolated(nonsending) func table<Kept: RecordValue>(
        _ type: Kept.Type, _ columns: [String], _ row: (Kept) -> Row
    ) async throws {
        try await table(RecordKind.of(Kept.kind), columns) { Kept(fields: $0.state.values).map(row) }
    }

    /// The records of a kind, if there are any. The last cell of a row may be long.
    private nonisolated(nonsending) func table(
        _ kind: RecordKind, _ columns: [String], _ row: (AnyRecord) -> Row?
    ) async throws {
        guard present.contains(kind.name), let title = kind.title else { return }
        if !isOpen { try put("<section class=\"health\" id=\"health\"><h2>Health log</h2>\n") }
        isOpen = true
        try put(
            """
            <details><summary>\(title)</summary><div class="table" role="region" aria-label="\(title)" tabindex="0"><table>
            <thead><tr>\(columns.html { "<th scope=\"col\"\(figure($0))>\($0)</th>" })</tr></thead>
            <tbody>

            """)
        try await source.eachRecord(kind: kind.name) { record in
            guard let row = row(record) else { return }
            let cells = zip(columns, row.cells).html { "<td\(figure($0))>\($1)</td>" }
            try put("<tr>\(cells)<td class=\"words\">\(row.words)</td></tr>\n")
        }
        try put("</tbody></table></div></details>\n")
    }

    /// A column of figures has one edge, on the right.
    private func figure(_ column: String) -> HTML {
        ["0–10", "Value", "Craving", "Sleep"].contains(column) ? " class=\"figure\"" : .empty
    }

    private func when(_ value: some MomentValue) -> String {
        let wall = (CivilTime(named: value.zone) ?? source.zone).wall(at: value.instant.milliseconds)
        return value.day.iso + " " + (wall?.time.clock ?? "")
    }
}
